/**
 * The other side of sqlite-threads.ts. It imports nothing of the server and is plain JavaScript: a thread that strips types
 * takes seven times as long to start and 30 MB more.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const STATEMENTS_MAX = 100
/** What a search looks at again and again: the narrow index of the texts of 100,000 events. */
const CACHE_KIB = 16384

const { file, timeoutMs } = workerData
const db = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs })
db.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIB}`)
const statements = new Map()

function prepare(text) {
  const known = statements.get(text)
  if (known) return known
  if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value)
  const made = db.prepare(text)
  statements.set(text, made)
  return made
}

/** A `Question` to its `Reply`. */
function answer({ text, values }) {
  try {
    return { rows: prepare(text).all(...values) }
  } catch (error) {
    // A copy of an error keeps no fields of its own.
    return { error: { message: error.message, errcode: error.errcode } }
  }
}

parentPort.on('message', (question) => parentPort.postMessage(answer(question)))
