import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PlannedBulkEvent } from '../collections/events/bulk-load/plan-bulk-event.ts'
import type { Scope } from '../collections/scope.ts'
import type { CalendarSpec } from './demo-calendar-spec.ts'
import type { EventPlanner } from './demo-event-planner.ts'
import type { ReferencedRecords } from './demo-event-request.ts'

/**
 * Input of the planner thread. `scope` lacks the objects that cannot be sent to a thread: the thread itself opens the
 * database and creates the URLs.
 */
export interface PlannerTask {
  databaseUrl: string
  scope: Pick<Scope, 'caller' | 'language' | 'languages' | 'site' | 'now'>
  spec: CalendarSpec
  records: ReferencedRecords
}

/** Response of the thread to each request: a list of `PlannedBulkEvent` as JSON, or the error. */
export type PlannerReply = { events: string } | { failed: { message: string } }

/** Number of batches that are requested from the worker thread before they are needed. */
const BATCHES_AHEAD_MAX = 3

/** The file that the thread runs. In a package it is compiled, so its name ends in `.js` instead of `.ts`. */
const PROGRAM = new URL(`./planner-thread-worker${extname(import.meta.filename)}`, import.meta.url)

/** Creates a planner that plans events in a worker thread, while the calling thread stores them. */
export function createDemoEventPlannerInThread(
  databaseUrl: string,
  { scope, spec, records }: { scope: Scope } & Pick<PlannerTask, 'spec' | 'records'>,
): EventPlanner {
  const { caller, language, languages, site, now } = scope
  const workerData: PlannerTask = {
    databaseUrl,
    scope: { caller, language, languages, site, now },
    spec,
    records,
  }
  const worker = new Worker(PROGRAM, { workerData })
  const pending: PromiseWithResolvers<PlannedBulkEvent[]>[] = []
  const ready: Promise<PlannedBulkEvent[]>[] = []
  const requestBatch = () => {
    const response = Promise.withResolvers<PlannedBulkEvent[]>()
    // The error is ignored here, because the next call of `take` throws it. If there is no next call, the rejection
    // would be unhandled.
    response.promise.catch(() => {})
    pending.push(response)
    ready.push(response.promise)
    worker.postMessage('more')
  }
  const fail = (error: unknown) => {
    for (const { reject } of pending.splice(0)) reject(error)
  }
  worker.on('message', (response: PlannerReply) => {
    if ('failed' in response) return fail(new Error(response.failed.message))
    pending.shift()?.resolve(JSON.parse(response.events))
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the planner thread has ended')))
  for (let count = 0; count < BATCHES_AHEAD_MAX; count += 1) requestBatch()

  let rest: PlannedBulkEvent[] = []
  return {
    async take(count) {
      while (rest.length < count) {
        const more = (await ready.shift()) ?? []
        if (more.length === 0) {
          ready.unshift(Promise.resolve([]))
          break
        }
        requestBatch()
        rest = rest.concat(more)
      }
      const taken = rest.slice(0, count)
      rest = rest.slice(count)
      return taken
    },
    close: async () => void (await worker.terminate()),
  }
}
