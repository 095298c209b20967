/** The thread of ahead.ts: plans the next events each time it is asked. */
import { parentPort, workerData } from 'node:worker_threads'
import { NATIVE } from '../core/faces.ts'
import { createUrls } from '../core/urls.ts'
import { openDatabase } from '../db/open.ts'
import { createEventPlanner } from './event-planner.ts'
import type { PlannerReply, PlannerTask } from './planner-thread.ts'

const EVENTS_A_BATCH = 250

const { databaseUrl, scope, wishes, foundations }: PlannerTask = workerData
const db = await openDatabase(databaseUrl)
// Nothing that is written holds an address of its own.
const urls = createUrls('http://localhost', '', NATIVE, scope.languages)
const source = createEventPlanner({ ...scope, db, face: NATIVE, urls }, wishes, foundations, () => performance.now())

const answer = (message: PlannerReply) => parentPort?.postMessage(message)
let turn = Promise.resolve()
parentPort?.on('message', () => {
  turn = turn.then(async () => {
    try {
      answer({ events: JSON.stringify(await source.take(EVENTS_A_BATCH)) })
    } catch (error) {
      answer({ failed: { message: (error as Error).message } })
    }
  })
})
