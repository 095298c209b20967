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
 * Admission control for requests that are not answered from the cache. Each waits in one of three queues: reads, slow reads
 * or writes. Since they limit how many requests run at once, few requests wait later for a database connection, the writer
 * or a search thread, and a flood of one kind of request leaves room for the others. Health checks are always admitted. See
 * decision 0020.
 */
export interface Admission {
  /** Whether a request of this class would be refused now. If so, it is counted as refused. */
  isFull(loadClass: LoadClass): boolean
  /**
   * Calls `start` immediately or when it is the turn of the request, `refuse` if the queue is full, and neither if the
   * client has disconnected by then.
   */
  admit(
    raw: IncomingMessage,
    response: ServerResponse,
    loadClass: LoadClass,
    start: () => void,
    refuse: () => void,
  ): void
  /** Frees the place of a request as soon as its response is created, so that clients that read slowly do not occupy it. */
  leave(raw: IncomingMessage): void
}

type QueueName = 'read' | 'slow' | 'write'
/** The queue in which a request waits; `always`: it is admitted without waiting. */
export type LoadClass = QueueName | 'always'

/** URLs that are always admitted: health checks and metrics, which operators need most when the server is overloaded. */
const ALWAYS_ADMITTED = new RegExp(`^${SITE_PREFIX}/(health(/live|/ready)?|metrics)/?([?#]|$)`)
/** URLs in the queue `slow`: feeds and sitemaps, which may read a large part of the calendar. */
const SLOW = new RegExp(`^(${API_PREFIX}/events(/\\d+)?\\.|${SITE_PREFIX}/sitemap)`)

/** @param route the URL as rewritten by `parseRequestUrl` */
export function loadClassOf(raw: Pick<IncomingMessage, 'method'>, route: string): LoadClass {
  if (ALWAYS_ADMITTED.test(decodeUrl(route))) return 'always'
  if (isWrite(raw)) return 'write'
  return SLOW.test(decodeUrl(route)) || hasSearch(route) ? 'slow' : 'read'
}

/**
 * The sizes of the queues. `runningMax + waitingMin` clients that each wait for a response before they send the next request
 * are never refused, however slow the machine is: 256 for reads, 256 for writes, 64 for searches and feeds.
 */
const QUEUE_OPTIONS: Record<QueueName, Omit<AdmissionQueueOptions, 'timeSlice'>> = {
  read: { runningMax: 64, waitingMin: 192, waitingMax: 2000, waitMsMax: LIMITS.queueWaitMs.value },
  slow: { runningMax: 8, waitingMin: 56, waitingMax: 500, waitMsMax: LIMITS.slowQueueWaitMs.value },
  // Many writes may run at once, because concurrent writes share one database commit.
  write: { runningMax: 128, waitingMin: 128, waitingMax: 2000, waitMsMax: LIMITS.queueWaitMs.value },
}

/**
 * While memory or event loop are overloaded, requests are refused only if at least this many are running: with fewer, the
 * cause may be something else.
 */
const RUNNING_UNDER_PRESSURE_MAX = 64

/**
 * Limit for the buffer memory of request bodies and responses. Twice their own limits, since copies remain until they are
 * garbage collected.
 */
const BUFFER_BYTES_MAX =
  2 * (LIMITS.anonymousBodyBytes.value + LIMITS.authenticatedBodyBytes.value + LIMITS.pendingBytes.value)

/** @param cacheBytes maximum size of the response cache; buffer memory up to this size is no sign of overload */
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
  // Writes wait in their queue only after their body has been read, so that slow uploads do not occupy a place.
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
 * Logs the number of refused requests every ten seconds, since a line for each would flood the log.
 * @returns a function that stops it
 */
function logRefusals(app: FastifyInstance, takeCount: () => number): () => void {
  const timer = setInterval(() => {
    const requests = takeCount()
    if (requests > 0) app.log.warn({ requests, seconds: LOG_INTERVAL_MS / 1000 }, 'requests refused: too busy')
  }, LOG_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
