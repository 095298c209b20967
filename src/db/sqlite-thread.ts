import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Question, Reply } from './sqlite-threads.ts'

/** The other side of sqlite-threads.ts. It imports nothing of the server, so that it starts at once and stays small. */

const STATEMENTS_MAX = 100
/** What one search looks at again and again: the narrow index of the texts of 100,000 events. */
const CACHE_KIB = 8192

const { file, timeoutMs } = workerData as { file: string; timeoutMs: number }
const db = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs })
db.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIB}`)
const statements = new Map<string, StatementSync>()

function prepare(text: string): StatementSync {
  const known = statements.get(text)
  if (known) return known
  if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value as string)
  const made = db.prepare(text)
  statements.set(text, made)
  return made
}

function answer({ text, values }: Question): Reply {
  try {
    return { rows: prepare(text).all(...(values as SQLInputValue[])) }
  } catch (error) {
    // A copy of an error keeps no fields of its own.
    const { message, errcode } = error as Error & { errcode?: number }
    return { error: { message, errcode } }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
