import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../limits.ts'
import { API_PREFIX, SITE_PREFIX } from '../request/address.ts'
import { isWrite } from '../request/methods.ts'
import { decodeUrl, hasSearch } from '../request/normalized-url.ts'
import { type AdmissionQueue, type AdmissionQueueOptions, createAdmissionQueue } from './admission-queue.ts'
import { createPressureMonitor } from './pressure-monitor.ts'
import { createTimeSlice } from './time-slice.ts'

/**
 * Admission control for requests that are not answered from the cache. Each request waits in one of three queues
 * (reads, slow reads or writes), which limit how many requests run at once. So a flood of one kind of request leaves
 * room for the others, and few requests have to wait for a database connection, the writer or a search thread. Health
 * checks are always admitted. See decision 0020.
 */
export interface Admission {
  /** Whether a request of this class would be refused now. If it would, it is counted as refused. */
  isFull(loadClass: LoadClass): boolean
  /**
   * Admits a request: calls `start` at once or after a wait in the queue, or `refuse` if the queue is full. Calls
   * neither if the client disconnects before.
   */
  admit(
    raw: IncomingMessage,
    response: ServerResponse,
    loadClass: LoadClass,
    start: () => void,
    refuse: () => void,
  ): void
  /**
   * Ends the admission of a request as soon as its response is created, so that clients that read slowly do not delay
   * others.
   */
  leave(raw: IncomingMessage): void
}

type QueueName = 'read' | 'slow' | 'write'
/** The queue in which a request waits; `always` if it is admitted without waiting. */
export type LoadClass = QueueName | 'always'

/** URLs that are always admitted: health checks and metrics, which operators need most when the server is overloaded. */
const ALWAYS_ADMITTED = new RegExp(`^${SITE_PREFIX}/(health(/live|/ready)?|metrics)/?([?#]|$)`)
/** URLs in the queue `slow`: feeds, also those of pages, and sitemaps, which may read a large part of the calendar. */
const SLOW = new RegExp(
  [
    `^${API_PREFIX}/events(/\\d+)?\\.`,
    `^${SITE_PREFIX}/sitemap`,
    `^${SITE_PREFIX}[^?#]*/(ical|feed)(/[^?#]*)?([?#]|$)`,
    `^${SITE_PREFIX}.*[?&#]\\[?(ical|outlook-ical|feed)\\b`,
  ].join('|'),
)

/** Returns the queue for a request. @param route the URL as rewritten by `parseRequestUrl` */
export function loadClassOf(raw: Pick<IncomingMessage, 'method'>, route: string): LoadClass {
  if (ALWAYS_ADMITTED.test(decodeUrl(route))) return 'always'
  if (isWrite(raw)) return 'write'
  return SLOW.test(decodeUrl(route)) || hasSearch(route) ? 'slow' : 'read'
}

/**
 * The sizes of the queues. Up to `runningMax + waitingMin` clients that send one request at a time are never refused,
 * however slow the machine is: 256 clients for reads, 256 for writes, 64 for searches and feeds.
 */
const QUEUE_OPTIONS: Record<QueueName, Omit<AdmissionQueueOptions, 'timeSlice'>> = {
  read: { runningMax: 64, waitingMin: 192, waitingMax: 2000, waitMsMax: LIMITS.queueWaitMs.value },
  slow: { runningMax: 8, waitingMin: 56, waitingMax: 500, waitMsMax: LIMITS.slowQueueWaitMs.value },
  // Many writes may run at once, because concurrent writes share one database commit.
  write: { runningMax: 128, waitingMin: 128, waitingMax: 2000, waitMsMax: LIMITS.queueWaitMs.value },
}

/**
 * While memory or event loop are overloaded, requests are refused only if at least this many are running: with fewer
 * running requests, the overload may have another cause.
 */
const RUNNING_UNDER_PRESSURE_MAX = 64

/**
 * Size of request bodies and responses in memory above which the process counts as overloaded: twice the sum of their
 * limits, because copies of them remain until they are garbage collected.
 */
const BUFFER_BYTES_MAX =
  2 * (LIMITS.anonymousBodyBytes.value + LIMITS.authenticatedBodyBytes.value + LIMITS.pendingBytes.value)

/** @param cacheBytes maximum size of the response cache, which is allowed in addition to `BUFFER_BYTES_MAX` */
export function createAdmission(app: FastifyInstance, cacheBytes: number): Admission {
  const timeSlice = createTimeSlice()
  const createQueue = (name: QueueName) => createAdmissionQueue({ ...QUEUE_OPTIONS[name], timeSlice })
  const queues: Record<QueueName, AdmissionQueue> = {
    read: createQueue('read'),
    slow: createQueue('slow'),
    write: createQueue('write'),
  }
  const pressure = createPressureMonitor(BUFFER_BYTES_MAX + cacheBytes)
  const leaveFunctions = new WeakMap<IncomingMessage, () => void>()
  let refusedCount = 0
  const runningCount = () => queues.read.runningCount() + queues.slow.runningCount() + queues.write.runningCount()
  const trackAdmitted = (raw: IncomingMessage, response: ServerResponse, leave: () => void) => {
    leaveFunctions.set(raw, leave)
    response.once('close', leave)
  }
  const countRefusal = (refuse: () => void) => () => {
    refusedCount += 1
    refuse()
  }
  // A write enters its queue only after its body has been read, so that slow uploads do not count as running requests.
  app.addHook('preHandler', (request, reply, done) => {
    if (!isWrite(request.raw)) return done()
    const start = (leave: () => void) => {
      trackAdmitted(request.raw, reply.raw, leave)
      done()
    }
    const refuse = countRefusal(() => done(new CalendarError('rest_too_busy')))
    queues.write.enter(start, refuse, () => reply.raw.destroyed)
  })
  const stopLogging = logRefusals(app, () => {
    const count = refusedCount
    refusedCount = 0
    return count
  })
  app.addHook('onClose', async () => {
    stopLogging()
    pressure.stop()
  })
  return {
    isFull(loadClass) {
      if (loadClass === 'always') return false
      const isOverloaded = pressure.isHigh() && runningCount() >= RUNNING_UNDER_PRESSURE_MAX
      const isFull = isOverloaded || queues[loadClass].isFull()
      if (isFull) refusedCount += 1
      return isFull
    },
    admit(raw, response, loadClass, start, refuse) {
      if (loadClass === 'write' || loadClass === 'always') return start()
      const startTracked = (leave: () => void) => {
        trackAdmitted(raw, response, leave)
        start()
      }
      queues[loadClass].enter(startTracked, countRefusal(refuse), () => response.destroyed)
    },
    leave: (raw) => leaveFunctions.get(raw)?.(),
  }
}

const LOG_INTERVAL_MS = 10_000

/**
 * Logs the number of refused requests every ten seconds, since a line for each request would flood the log.
 * @returns a function that stops the logging
 */
function logRefusals(app: FastifyInstance, takeCount: () => number): () => void {
  const timer = setInterval(() => {
    const requests = takeCount()
    if (requests > 0) app.log.warn({ requests, seconds: LOG_INTERVAL_MS / 1000 }, 'requests refused: too busy')
  }, LOG_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
