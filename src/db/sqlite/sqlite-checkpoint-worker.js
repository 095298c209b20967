/**
 * The program of the thread that sqlite-checkpoints.ts starts. Plain JavaScript, like read-worker.js.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * How many times in a row the thread copies pages from the write-ahead log to the database file, because other
 * connections may append pages meanwhile. SQLite writes to the beginning of the log again once all of its pages were
 * copied before the next commit.
 */
const PASSES_MAX = 5

const db = new DatabaseSync(workerData.file)
db.exec('PRAGMA synchronous = FULL')

/** Copies pages without waiting for other connections, and without making them wait. */
function checkpoint() {
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
    if (log === checkpointed) return
  }
}

parentPort.on('message', () => {
  try {
    checkpoint()
  } catch {
    // An error is ignored: if it persists, the connection that writes runs the checkpoint, and reports the error.
  }
  parentPort.postMessage('done')
})
