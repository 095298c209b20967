import { Worker } from 'node:worker_threads'
import type { Scope } from '../collections/collection.ts'
import type { PlannedBulkEvent } from '../collections/events/bulk/plan.ts'
import type { CalendarSpec } from './calendar-plan.ts'
import type { EventPlanner } from './event-planner.ts'
import type { ReferencedRecords } from './event-requests.ts'

/** What the other thread is told. Its scope lacks what cannot be sent: the database, which it opens itself, and addresses. */
export interface PlannerTask {
  databaseUrl: string
  scope: Pick<Scope, 'caller' | 'language' | 'languages' | 'site' | 'now'>
  wishes: CalendarSpec
  foundations: ReferencedRecords
}

/** What it answers each request for more. */
export type PlannerReply = { events: string } | { failed: { message: string } }

/** Batches asked for before they are needed. */
const BATCHES_AHEAD_MAX = 3

/** Plans in another thread while this one writes. */
export function createThreadPlanner(
  databaseUrl: string,
  { scope, wishes, foundations }: { scope: Scope } & Pick<PlannerTask, 'wishes' | 'foundations'>,
): EventPlanner {
  const { caller, language, languages, site, now } = scope
  const workerData: PlannerTask = {
    databaseUrl,
    scope: { caller, language, languages, site, now },
    wishes,
    foundations,
  }
  const worker = new Worker(new URL('./planner-thread-worker.ts', import.meta.url), { workerData })
  const asked: PromiseWithResolvers<PlannedBulkEvent[]>[] = []
  const ready: Promise<PlannedBulkEvent[]>[] = []
  const ask = () => {
    const answer = Promise.withResolvers<PlannedBulkEvent[]>()
    // Whoever takes it hears of the failure; nobody may, when the load has ended.
    answer.promise.catch(() => {})
    asked.push(answer)
    ready.push(answer.promise)
    worker.postMessage('more')
  }
  const fail = (error: unknown) => {
    for (const { reject } of asked.splice(0)) reject(error)
  }
  worker.on('message', (answer: PlannerReply) => {
    if ('failed' in answer) return fail(new Error(answer.failed.message))
    asked.shift()?.resolve(JSON.parse(answer.events))
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that plans events has ended')))
  for (let count = 0; count < BATCHES_AHEAD_MAX; count += 1) ask()

  let rest: PlannedBulkEvent[] = []
  return {
    async take(count) {
      while (rest.length < count) {
        const more = (await ready.shift()) ?? []
        if (more.length === 0) {
          ready.unshift(Promise.resolve([]))
          break
        }
        ask()
        rest = rest.concat(more)
      }
      const taken = rest.slice(0, count)
      rest = rest.slice(count)
      return taken
    },
    close: async () => void (await worker.terminate()),
  }
}
