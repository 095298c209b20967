/**
 * The program of the worker thread that `planner-thread.ts` starts. Each message to it requests the next batch of
 * events.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { NATIVE } from '../core/faces.ts'
import { createUrlBuilder } from '../core/urls.ts'
import { openDatabase } from '../db/open-database.ts'
import { createDemoEventPlanner } from './demo-event-planner.ts'
import type { PlannerReply, PlannerTask } from './planner-thread.ts'

const EVENTS_A_BATCH = 250

const { databaseUrl, scope, spec, records }: PlannerTask = workerData
const db = await openDatabase(databaseUrl)
// The origin of the URLs does not matter, because stored events contain no URLs of the site.
const urls = createUrlBuilder({ main: 'http://localhost' }, '', NATIVE, scope.languages)
const source = createDemoEventPlanner({ ...scope, db, face: NATIVE, urls }, spec, records, () => performance.now())

const reply = (message: PlannerReply) => parentPort?.postMessage(message)
let queue = Promise.resolve()
parentPort?.on('message', () => {
  queue = queue.then(async () => {
    try {
      reply({ events: JSON.stringify(await source.take(EVENTS_A_BATCH)) })
    } catch (error) {
      reply({ failed: { message: (error as Error).message } })
    }
  })
})
