import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { CalendarError } from '../../core/errors.ts'
import type { Queryable, Sql } from '../database.ts'
import { translateSqliteErrors } from '../translate-database-errors.ts'

/**
 * The message to a worker thread: a query. A thread gets the next query only after it has responded to the last one.
 */
export interface ReadRequest {
  text: string
  values: readonly unknown[]
}

/** The message from a worker thread: the rows of the query, or the error of SQLite. */
export type ReadResponse = { rows: unknown[] } | { error: { message: string; errcode: number | undefined } }

interface QueuedRead extends ReadRequest {
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

interface Thread {
  worker: Worker
  /** The query that the thread is running; undefined while it is idle. */
  current: QueuedRead | undefined
}

/**
 * The maximum number of worker threads: one less than the number of processor cores, which leaves one core to the
 * server, but at most two.
 */
const THREADS_MAX = Math.max(1, Math.min(2, availableParallelism() - 1))
/**
 * The maximum number of waiting queries. Limited, because the duration of queries grows with the number of events, and
 * queries cannot be cancelled.
 */
const QUEUE_MAX = 1000

const unavailable = (why: string, cause?: unknown) =>
  new CalendarError('database_unavailable', { cause: new Error(why, { cause }) })

/**
 * Creates a pool of worker threads that run queries in order of arrival. Each thread has its own connection. A thread
 * is started when all others are busy. If a thread dies, its query fails, and a later query starts a new thread.
 * @param timeoutMs how long a query waits for a lock of SQLite
 */
export function createPoolOfSqliteReadThreads(
  file: string,
  timeoutMs: number,
  options: { program?: URL; threadsMax?: number } = {},
): Queryable & { close(): Promise<void> } {
  const { program = new URL('./read-worker.js', import.meta.url), threadsMax = THREADS_MAX } = options
  const threads = new Set<Thread>()
  const queue: QueuedRead[] = []
  let isClosed = false

  function start(): Thread {
    const worker = new Worker(program, {
      name: 'slow queries',
      workerData: { file, timeoutMs },
      // A worker thread creates little garbage. With V8's default limit its heap would grow to three times the size.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    const thread: Thread = { worker, current: undefined }
    let cause: unknown
    worker.on('message', (response: ReadResponse) => {
      const { current } = thread
      markIdle(thread)
      if (current) settle(current, response)
      startQueued()
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      threads.delete(thread)
      thread.current?.reject(unavailable('a worker thread that reads the database ended', cause))
      startQueued()
    })
    threads.add(thread)
    return thread
  }

  /** Marks a thread as idle. `unref`, so that idle threads do not keep the process alive. */
  function markIdle(thread: Thread): void {
    thread.current = undefined
    thread.worker.unref()
  }

  function startQueued(): void {
    while (queue.length > 0) {
      const idleThread = [...threads].find(({ current }) => current === undefined)
      if (!idleThread && threads.size >= threadsMax) return
      const thread = idleThread ?? start()
      const read = queue.shift() as QueuedRead
      thread.current = read
      thread.worker.ref()
      thread.worker.postMessage({ text: read.text, values: read.values } satisfies ReadRequest)
    }
  }

  const all = <Row>({ sql: text, values }: Sql) =>
    new Promise<Row[]>((resolve, reject) => {
      if (isClosed) return reject(unavailable('the database was closed'))
      if (queue.length >= QUEUE_MAX) return reject(unavailable('too many database reads are queued'))
      queue.push({ text, values, resolve: resolve as QueuedRead['resolve'], reject })
      startQueued()
    })
  return {
    all,
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(unavailable('the database was closed'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

function settle({ resolve, reject }: QueuedRead, response: ReadResponse): void {
  if ('rows' in response) {
    resolve(response.rows)
    return
  }
  const { message, errcode } = response.error
  try {
    translateSqliteErrors(() => {
      throw Object.assign(new Error(message), errcode !== undefined && { code: 'ERR_SQLITE_ERROR', errcode })
    })
  } catch (error) {
    reject(error)
  }
}
