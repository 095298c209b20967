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
 * Who gets in. What is kept is answered before; everything else takes its turn in one of three lanes, so that the queues
 * behind (the pool, the writer, the threads that search) are as short as these, and a flood of one kind leaves room for the
 * others. Health is always answered.
 */
export interface Admission {
  /** Whether it would be refused; counts it as refused then. */
  isFull(kind: LoadClass): boolean
  /** Starts now or in its turn, unless its client has left by then; or refuses when there is no room any more. */
  admit(raw: IncomingMessage, response: ServerResponse, kind: LoadClass, start: () => void, refuse: () => void): void
  /** Its answer is made: the turn is another's, however long the client takes to read. */
  leave(raw: IncomingMessage): void
}

type Kind = 'read' | 'slow' | 'write'
/** Of a request; some take no turn. */
export type LoadClass = Kind | 'always'

/** Asked by those who look after the server, when it has too much to do above all. */
const ALWAYS = new RegExp(`^${SITE_PREFIX}/(health(/live|/ready)?|metrics)/?([?#]|$)`)
/** What may read a large part of the calendar. */
const SLOW = new RegExp(`^(${API_PREFIX}/events(/\\d+)?\\.|${SITE_PREFIX}/sitemap)`)

/** @param route as `parseAddress` has it */
export function loadClassOf(raw: Pick<IncomingMessage, 'method'>, route: string): LoadClass {
  if (ALWAYS.test(decodeUrl(route))) return 'always'
  if (isWrite(raw)) return 'write'
  return SLOW.test(decodeUrl(route)) || hasSearch(route) ? 'slow' : 'read'
}

/** Who asks one thing after the other is answered however slow the machine is: 256 such readers or writers, 64 that search. */
const LANES: Record<Kind, Omit<AdmissionQueueOptions, 'timeSlice'>> = {
  read: { runningMax: 64, waitingMin: 192, waitingMax: 2000, waitMsMax: LIMITS.queueWaitMs.value },
  slow: { runningMax: 8, waitingMin: 56, waitingMax: 500, waitMsMax: LIMITS.slowQueueWaitMs.value },
  // Those that wait together share a commit.
  write: { runningMax: 128, waitingMin: 128, waitingMax: 2000, waitMsMax: LIMITS.queueWaitMs.value },
}

/** @param cacheBytes what kept answers may take, which is no sign of a flood */
export function createAdmission(app: FastifyInstance, cacheBytes: number): Admission {
  const timeSlice = createTimeSlice()
  const laneFor = (kind: Kind) => createAdmissionQueue({ ...LANES[kind], timeSlice })
  const lanes: Record<Kind, AdmissionQueue> = { read: laneFor('read'), slow: laneFor('slow'), write: laneFor('write') }
  const pressure = createPressureMonitor(BUFFERS_MAX + cacheBytes)
  const leaves = new WeakMap<IncomingMessage, () => void>()
  let refused = 0
  const inside = () => lanes.read.runningCount() + lanes.slow.runningCount() + lanes.write.runningCount()
  const hold = (raw: IncomingMessage, response: ServerResponse, leave: () => void) => {
    leaves.set(raw, leave)
    response.once('close', leave)
  }
  const counted = (refuse: () => void) => () => {
    refused += 1
    refuse()
  }
  // A body that comes slowly holds no turn: writes enter when theirs is there.
  app.addHook('preHandler', (request, reply, done) => {
    if (!isWrite(request.raw)) return done()
    const start = (leave: () => void) => {
      hold(request.raw, reply.raw, leave)
      done()
    }
    const refuse = counted(() => done(new CalendarError('rest_too_busy')))
    lanes.write.enter(start, refuse, () => reply.raw.destroyed)
  })
  const stop = tellRefused(app, () => {
    const last = refused
    refused = 0
    return last
  })
  app.addHook('onClose', async () => {
    stop()
    pressure.stop()
  })
  return {
    isFull(kind) {
      if (kind === 'always') return false
      const isHigh = pressure.isHigh() && inside() >= INSIDE_UNDER_PRESSURE_MAX
      const isFull = isHigh || lanes[kind].isFull()
      if (isFull) refused += 1
      return isFull
    },
    admit(raw, response, kind, start, refuse) {
      // Writes enter later.
      if (kind === 'write' || kind === 'always') return start()
      const begin = (leave: () => void) => {
        hold(raw, response, leave)
        start()
      }
      lanes[kind].enter(begin, counted(refuse), () => response.destroyed)
    },
    leave: (raw) => leaves.get(raw)?.(),
  }
}

/** What else keeps the loop busy is no reason to refuse everyone. */
const INSIDE_UNDER_PRESSURE_MAX = 64

/** Bodies, answers on their way and what is between. */
const BUFFERS_MAX =
  2 * (LIMITS.anonymousBodyBytes.value + LIMITS.authenticatedBodyBytes.value + LIMITS.pendingBytes.value)

const TELL_MS = 10_000

/** A line now and then: one for each would be a flood of its own. */
function tellRefused(app: FastifyInstance, take: () => number): () => void {
  const timer = setInterval(() => {
    const requests = take()
    if (requests > 0) app.log.warn({ requests, seconds: TELL_MS / 1000 }, 'too busy: requests were refused')
  }, TELL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
