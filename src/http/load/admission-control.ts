import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../all-limits.ts'
import { isWriteRequest } from '../request/read-and-write-methods.ts'
import { type AdmissionQueue, type AdmissionQueueOptions, createAdmissionQueue } from './admission-queue.ts'
import { chooseQueueOfRequest, type QueueName, type QueueOrAlways } from './choose-queue-of-request.ts'
import type { ClientIdentification } from './client-identification.ts'
import { createLimitOfWritesWhileReadsWait } from './limit-of-writes-while-reads-wait.ts'
import { createOverloadMonitor } from './overload-monitor.ts'
import { createTimeSliceOfEventLoop } from './time-slice-of-event-loop.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Ends the admission of the request before the server waits for another server, so that other requests may run
     * meanwhile.
     */
    leaveQueue(): void
  }
  interface FastifyReply {
    /**
     * Runs `work`, which creates the next part of a streamed response, when it is the turn of the client in the queue
     * of the request. A long response waits before each part, so that it takes no more time than a short one.
     * @throws {CalendarError} 503 when the client has disconnected
     */
    inTurn<T>(work: () => Promise<T>): Promise<T>
  }
}

/**
 * Admission control for requests that are not answered from the cache. Each request waits in one of four queues (reads,
 * slow reads, site maps, writes). The queues limit how many requests run at once, and the clients in a queue take
 * turns. So neither a flood of one kind of request nor many requests of one client delay the others, and few requests
 * have to wait for a database connection, for the only connection that writes to SQLite or for a thread for slow reads.
 * Health checks are always admitted. See decisions 0020 and 0045.
 */
export interface AdmissionControl {
  /**
   * Admits a request: calls `start` at once or after a wait in the queue, or `refuse` if the queue is full or the
   * process is overloaded. Calls neither if the client disconnects before.
   */
  admit(
    raw: IncomingMessage,
    response: ServerResponse,
    loadClass: QueueOrAlways,
    start: () => void,
    refuse: () => void,
  ): void
  /**
   * Ends the admission of a request as soon as its response is created, so that clients that read slowly do not delay
   * others.
   */
  leave(raw: IncomingMessage): void
}

const WAIT = { expectedWaitMsMax: LIMITS.queueExpectedWaitMs.value, waitMsMax: LIMITS.queueWaitMs.value }
const SLOW_WAIT = { expectedWaitMsMax: LIMITS.slowQueueExpectedWaitMs.value, waitMsMax: LIMITS.slowQueueWaitMs.value }

/** How many reads start for each write while reads and writes wait. */
const READS_PER_WRITE = 6

/**
 * The sizes of the queues. One client runs few requests at once, so that a connection or a thread for slow reads is
 * soon free for another client. Running requests share connections and processor time evenly, whatever the shares of
 * the queues.
 */
const QUEUE_OPTIONS: Record<QueueName, Omit<AdmissionQueueOptions, 'timeSlice'>> = {
  read: {
    runningMax: 8,
    runningPerClientMax: 4,
    waitingMax: 2000,
    expectedWaitFrom: 64,
    share: READS_PER_WRITE,
    ...WAIT,
  },
  slow: { runningMax: 6, runningPerClientMax: 2, waitingMax: 500, expectedWaitFrom: 6, ...SLOW_WAIT },
  sitemap: { runningMax: 2, runningPerClientMax: 1, waitingMax: 100, expectedWaitFrom: 2, ...SLOW_WAIT },
  // Several writes run at once, because concurrent writes share one database commit.
  write: { runningMax: 24, runningPerClientMax: 12, waitingMax: 2000, expectedWaitFrom: 8, ...WAIT },
}

function createQueues(): Record<QueueName, AdmissionQueue> {
  const timeSlice = createTimeSliceOfEventLoop()
  const createQueue = (name: QueueName, options?: Partial<AdmissionQueueOptions>) =>
    createAdmissionQueue({ ...QUEUE_OPTIONS[name], timeSlice, ...options })
  const waitingReads = () => read.waitingCount()
  const writeShare = createLimitOfWritesWhileReadsWait({ readsPerWrite: READS_PER_WRITE, waitingReads })
  const read = createQueue('read', { onStart: writeShare.recordRead })
  const write = createQueue('write', {
    mayStart: writeShare.mayStart,
    onStart: writeShare.recordWrite,
    intervalMsMin: () => (waitingReads() > 0 ? READS_PER_WRITE * read.completionIntervalMs() : 0),
  })
  return { read, slow: createQueue('slow'), sitemap: createQueue('sitemap'), write }
}

/**
 * While memory or event loop are overloaded, requests are refused only if at least this many are running: with fewer
 * running requests, the overload may have another cause.
 */
const RUNNING_UNDER_PRESSURE_MAX = 16

/**
 * Bytes of request bodies and responses in memory above which the process counts as overloaded: twice the sum of the
 * limits of both, because copies of them remain in memory until they are garbage collected.
 */
const BUFFER_BYTES_MAX =
  2 * (LIMITS.anonymousBodyBytes.value + LIMITS.authenticatedBodyBytes.value + LIMITS.pendingBytes.value)

/**
 * Creates the admission control of a server.
 * @param cacheBytes maximum size of the response cache, which is allowed in addition to `BUFFER_BYTES_MAX`
 */
export function createAdmissionControl(
  app: FastifyInstance,
  clients: ClientIdentification,
  cacheBytes: number,
): AdmissionControl {
  const queues = createQueues()
  const pressure = createOverloadMonitor(BUFFER_BYTES_MAX + cacheBytes)
  const leaveFunctions = new WeakMap<IncomingMessage, () => void>()
  let refusedCount = 0
  const runningCount = () => Object.values(queues).reduce((sum, queue) => sum + queue.runningCount(), 0)
  const trackAdmitted = (raw: IncomingMessage, response: ServerResponse, leave: () => void) => {
    leaveFunctions.set(raw, leave)
    response.once('close', leave)
  }
  const countRefusal = (refuse: () => void) => () => {
    refusedCount += 1
    refuse()
  }
  // A write enters its queue only after its body has been read, so that slow uploads do not count as running requests.
  app.addHook('preHandler', ({ caller, raw }, reply, done) => {
    if (!isWriteRequest(raw)) return done()
    queues.write.enter(clients.ofCaller(caller, raw), {
      start(leave) {
        trackAdmitted(raw, reply.raw, leave)
        done()
      },
      refuse: countRefusal(() => done(new CalendarError('rest_too_busy'))),
      isGone: () => reply.raw.destroyed,
    })
  })
  app.decorateRequest('leaveQueue', function (this: FastifyRequest) {
    leaveFunctions.get(this.raw)?.()
  })
  app.decorateReply('inTurn', function <T>(this: FastifyReply, work: () => Promise<T>) {
    const { caller, raw } = this.request
    const loadClass = chooseQueueOfRequest(raw, raw.url ?? '')
    const queue = queues[loadClass === 'always' ? 'read' : loadClass]
    return runInTurn(queue, clients.ofCaller(caller, raw), this.raw, work)
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
    admit(raw, response, loadClass, start, refuse) {
      if (loadClass === 'always') return start()
      const client = clients.ofRequest(raw)
      const isOverloaded = pressure.isHigh() && runningCount() >= RUNNING_UNDER_PRESSURE_MAX
      if (isOverloaded || (loadClass === 'write' && queues.write.isFull(client))) return countRefusal(refuse)()
      if (loadClass === 'write') return start()
      queues[loadClass].enter(client, {
        start(leave) {
          trackAdmitted(raw, response, leave)
          start()
        },
        refuse: countRefusal(refuse),
        isGone: () => response.destroyed,
      })
    },
    leave: (raw) => leaveFunctions.get(raw)?.(),
  }
}

/** Runs one part of a response that has begun, when it is the turn of its client. */
function runInTurn<T>(
  queue: AdmissionQueue,
  client: string,
  response: ServerResponse,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const start = (leave: () => void) => {
      const done = response.destroyed ? Promise.reject(new CalendarError('rest_too_busy')) : work()
      done.finally(leave).then(resolve, reject)
    }
    queue.enter(client, { start })
  })
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
