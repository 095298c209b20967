import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CalendarError } from '../core/errors.ts'
import { API, SITE } from './address.ts'
import { type Lane, laneOf } from './lane.ts'
import { LIMITS } from './limits.ts'
import { pressureOf } from './pressure.ts'

/**
 * Who gets in. What is kept is answered before; everything else takes its turn in one of three lanes, so that the queues
 * behind (the pool, the writer, the threads that search) are as short as these, and a flood of one kind leaves room for the
 * others. Health is always answered.
 */
export interface Admission {
  /** Starts now or in its turn, unless its client has left by then. @returns false when there is no room */
  admit(raw: IncomingMessage, response: ServerResponse, route: string, start: () => void): boolean
  /** Its answer is made: the turn is another's, however long the client takes to read. */
  leave(raw: IncomingMessage): void
}

type Kind = 'read' | 'slow' | 'write'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
export const isWrite = ({ method = '' }: Pick<IncomingMessage, 'method'>) => WRITES.has(method)

/** Asked by those who look after the server, when it has too much to do above all. */
const ALWAYS = new RegExp(`^${SITE}/(health|metrics)\\b`)
/** What may read a large part of the calendar. */
const SLOW = new RegExp(`^(${API}/events(/\\d+)?\\.|${SITE}/sitemap|[^?]*\\?(.*&)?(search|s)=.)`)

const kindOf = (raw: IncomingMessage, route: string): Kind =>
  isWrite(raw) ? 'write' : SLOW.test(route) ? 'slow' : 'read'

const LANES: Record<Kind, () => Lane> = {
  read: () => laneOf({ runningMax: 64, waitingMin: 256, waitingMax: 2000, waitMsMax: LIMITS.waitMs.value }),
  slow: () => laneOf({ runningMax: 8, waitingMin: 32, waitingMax: 500, waitMsMax: LIMITS.slowWaitMs.value }),
  // Those that wait together share a commit.
  write: () => laneOf({ runningMax: 128, waitingMin: 256, waitingMax: 2000, waitMsMax: LIMITS.waitMs.value }),
}

/** @param cacheBytes what kept answers may take, which is no sign of a flood */
export function admission(app: FastifyInstance, cacheBytes: number): Admission {
  const lanes = { read: LANES.read(), slow: LANES.slow(), write: LANES.write() }
  const pressure = pressureOf(BUFFERS_MAX + cacheBytes)
  const leaves = new WeakMap<IncomingMessage, () => void>()
  let refused = 0
  const inside = () => lanes.read.running() + lanes.slow.running() + lanes.write.running()
  const hold = (raw: IncomingMessage, response: ServerResponse, leave: () => void) => {
    leaves.set(raw, leave)
    response.once('close', leave)
  }
  const count = (isAdmitted: boolean) => {
    if (!isAdmitted) refused += 1
    return isAdmitted
  }
  // A body that comes slowly holds no turn: writes enter when theirs is there.
  app.addHook('preHandler', (request, reply, done) => {
    if (!isWrite(request.raw)) return done()
    const start = (leave: () => void) => {
      hold(request.raw, reply.raw, leave)
      done()
    }
    if (!count(lanes.write.enter(start, () => reply.raw.destroyed))) done(new CalendarError('rest_too_busy'))
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
    admit(raw, response, route, start) {
      if (ALWAYS.test(route)) {
        start()
        return true
      }
      if (pressure.isHigh() && inside() >= INSIDE_UNDER_PRESSURE_MAX) return count(false)
      const kind = kindOf(raw, route)
      if (kind === 'write') {
        if (lanes.write.isFull()) return count(false)
        start()
        return true
      }
      const begin = (leave: () => void) => {
        hold(raw, response, leave)
        start()
      }
      return count(lanes[kind].enter(begin, () => response.destroyed))
    },
    leave: (raw) => leaves.get(raw)?.(),
  }
}

/** What else keeps the loop busy is no reason to refuse everyone. */
const INSIDE_UNDER_PRESSURE_MAX = 16

/** Bodies, answers on their way and what is between. */
const BUFFERS_MAX = 2 * (LIMITS.guestBodies.value + LIMITS.callerBodies.value + LIMITS.unsentBytes.value)

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
