/**
 * The program of the worker threads that pool-of-sqlite-read-threads.ts starts. It is plain JavaScript and imports no
 * module of the server: with TypeScript, whose types Node must strip, a thread takes seven times as long to start and
 * 30 MB more memory.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const STATEMENTS_MAX = 100
/**
 * Size of SQLite's page cache in KiB. The cache has room for the index `event_text_narrow` of 100,000 events, which
 * every search reads.
 */
const CACHE_KIB = 16384

const { file, timeoutMs } = workerData
const db = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs })
db.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIB}`)
const statements = new Map()

function prepare(text) {
  const cached = statements.get(text)
  if (cached) return cached
  if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value)
  const statement = db.prepare(text)
  statements.set(text, statement)
  return statement
}

/** Runs the query of a `ReadRequest` (see pool-of-sqlite-read-threads.ts) and returns a `ReadResponse`. */
function run({ text, values }) {
  try {
    return { rows: prepare(text).all(...values) }
  } catch (error) {
    // Copies the property `errcode` of the error, because `postMessage` drops it.
    return { error: { message: error.message, errcode: error.errcode } }
  }
}

parentPort.on('message', (request) => parentPort.postMessage(run(request)))
