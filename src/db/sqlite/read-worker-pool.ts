import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { CalendarError } from '../../core/errors.ts'
import type { Queryable, Sql } from '../database.ts'
import { translateSqlite } from '../errors.ts'

/** A read, as it is sent to a thread; each thread has one at a time. */
export interface ReadRequest {
  text: string
  values: readonly unknown[]
}

export type ReadResponse = { rows: unknown[] } | { error: { message: string; errcode: number | undefined } }

interface Waiting extends ReadRequest {
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

interface Thread {
  worker: Worker
  current: Waiting | undefined
}

/** One core stays with the server. */
const THREADS_MAX = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Nobody waits for more than these: a read takes as long as the calendar is large, and cannot be stopped. */
const WAITING_MAX = 1000

const unavailable = (why: string, cause?: unknown) =>
  new CalendarError('database_unavailable', { cause: new Error(why, { cause }) })

/**
 * Reads beside the server, in the order they come, on threads with a connection each. A thread is made when all others are
 * busy; one that dies fails the read it had, and the next read makes another.
 * @param timeoutMs how long a read waits for a lock
 */
export function createReadWorkerPool(
  file: string,
  timeoutMs: number,
  options: { program?: URL; threadsMax?: number } = {},
): Queryable & { close(): Promise<void> } {
  const { program = new URL('./read-worker.js', import.meta.url), threadsMax = THREADS_MAX } = options
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  let closed = false

  function start(): Thread {
    const worker = new Worker(program, {
      name: 'slow reads',
      workerData: { file, timeoutMs },
      // It makes little garbage; the default young generation would hold three times all it needs.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    const thread: Thread = { worker, current: undefined }
    let cause: unknown
    worker.on('message', (reply: ReadResponse) => {
      const { current } = thread
      rest(thread)
      if (current) settle(current, reply)
      next()
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      threads.delete(thread)
      thread.current?.reject(unavailable('a thread that reads the database ended', cause))
      next()
    })
    threads.add(thread)
    return thread
  }

  /** A thread at rest keeps no process alive. */
  function rest(thread: Thread): void {
    thread.current = undefined
    thread.worker.unref()
  }

  function next(): void {
    while (queue.length > 0) {
      const idle = [...threads].find(({ current }) => current === undefined)
      if (!idle && threads.size >= threadsMax) return
      const thread = idle ?? start()
      const read = queue.shift() as Waiting
      thread.current = read
      thread.worker.ref()
      thread.worker.postMessage({ text: read.text, values: read.values } satisfies ReadRequest)
    }
  }

  const all = <Row>({ sql: text, values }: Sql) =>
    new Promise<Row[]>((resolve, reject) => {
      if (closed) return reject(unavailable('the database was closed'))
      if (queue.length >= WAITING_MAX) return reject(unavailable('too many reads wait'))
      queue.push({ text, values, resolve: resolve as Waiting['resolve'], reject })
      next()
    })
  return {
    all,
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],
    async close() {
      closed = true
      for (const { reject } of queue.splice(0)) reject(unavailable('the database was closed'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

function settle({ resolve, reject }: Waiting, reply: ReadResponse): void {
  if ('rows' in reply) {
    resolve(reply.rows)
    return
  }
  const { message, errcode } = reply.error
  try {
    translateSqlite(() => {
      throw Object.assign(new Error(message), errcode !== undefined && { code: 'ERR_SQLITE_ERROR', errcode })
    })
  } catch (error) {
    reject(error)
  }
}
