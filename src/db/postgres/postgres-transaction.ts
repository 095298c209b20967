import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransactionDeadline, type Deadline } from '../../core/generic/transaction-deadline.ts'
import { mayStatementWriteNonEventTables } from '../cache/tables-written-by-statement.ts'
import { join, type Reader, raw, type Sequence, type Sql, sql, type Transaction } from '../database.ts'
import { createTransactionFailingAtFirstError } from '../transaction-failing-at-first-error.ts'
import { isErrorOfConcurrentWrite, translatePostgresErrors } from '../translate-database-errors.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { createPostgresMethodsThatWriteManyRows } from './postgres-bulk-write-methods.ts'
import {
  createConnectionError,
  createDatabaseUnavailableError,
  type PostgresConnection,
} from './postgres-connection.ts'
import { createPostgresReader } from './postgres-reader.ts'

/**
 * The maximum number of attempts of a transaction. When several transactions need the same slug at once, at least one
 * of them succeeds in each round of attempts.
 */
const ATTEMPTS_MAX = 30
const RETRY_DELAY_MAX_MS = 10

interface TransactionOptions {
  /**
   * Time limit for all attempts of a transaction together in milliseconds; it starts again after each part of
   * `inParts`.
   */
  timeoutMs: number
  /** Returns the record cache for the transaction (see `Reader.recordCache`). */
  recordCache: Reader['recordCache']
  /**
   * Called before each statement that may write to a table other than the event tables
   * (cache/tables-written-by-statement.ts).
   */
  onOtherTables(): void
}

interface AttemptOptions extends TransactionOptions {
  deadline: Deadline
}

/**
 * Runs `work` in a transaction, and again after a conflict with another writer. The transaction is repeated only if it
 * was certainly not committed: if the response to COMMIT is lost, this function throws.
 */
export async function runPostgresTransaction<T, Result>(
  pool: ConnectionPool,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
  read?: (tx: Reader, workResult: T) => Promise<Result>,
): Promise<Result> {
  const deadline = createTransactionDeadline(options.timeoutMs)
  for (let left = ATTEMPTS_MAX; ; left -= 1) {
    try {
      return await translatePostgresErrors(() =>
        pool.use((connection) =>
          withDeadline(deadline, connection, () =>
            attemptTransaction(connection, { ...options, deadline }, work, read),
          ),
        ),
      )
    } catch (error) {
      if (!isErrorOfConcurrentWrite(error)) throw error
      if (left <= 1 || deadline.leftMs() <= 0) throw createDatabaseUnavailableError(error)
    }
    await sleep(Math.random() * RETRY_DELAY_MAX_MS)
  }
}

/** Closes the connection if `work` is still running at the deadline; PostgreSQL then rolls the transaction back. */
async function withDeadline<T>(deadline: Deadline, connection: PostgresConnection, work: () => Promise<T>): Promise<T> {
  if (deadline.leftMs() === Number.POSITIVE_INFINITY) return work()
  const cause = createConnectionError('CONNECTION_CLOSED', 'the transaction took too long')
  const waitForDeadline = () => setTimeout(() => setImmediate(closeIfLate), Math.max(deadline.leftMs(), 1))
  const closeIfLate = () => {
    if (isDone) return
    if (deadline.leftMs() > 0) timer = waitForDeadline()
    else connection.close(cause)
  }
  let timer = waitForDeadline()
  let isDone = false
  try {
    return await work()
  } finally {
    isDone = true
    clearTimeout(timer)
  }
}

async function attemptTransaction<T, Result>(
  connection: PostgresConnection,
  options: AttemptOptions,
  work: (tx: Transaction) => Promise<T>,
  read?: (tx: Reader, workResult: T) => Promise<Result>,
): Promise<Result> {
  // Does not await the response to BEGIN, so that it is sent together with the first statement of `work`. If BEGIN
  // fails, that statement fails too.
  const begun = connection.script('BEGIN')
  begun.catch(() => {})
  const { tx, allCompleted, end } = createTransactionFailingAtFirstError(transactionOn(connection, options))
  let isCommitted = false
  const commit = async () => {
    const { command } = await connection.script('COMMIT')
    isCommitted = command === 'COMMIT'
  }
  try {
    const workResult = await work(tx)
    if (!read) await allCompleted()
    const result = read ? read(tx, workResult) : (workResult as unknown as Result)
    // Sends COMMIT together with the statements of `read`. If a
    // write has failed, PostgreSQL rolls back instead of committing.
    const committed = read ? nextTick().then(commit) : commit()
    await Promise.allSettled([result, committed])
    await allCompleted()
    await Promise.all([begun, committed])
    if (!isCommitted) throw createDatabaseUnavailableError(new Error('the server rolled the transaction back'))
    return await result
  } catch (error) {
    // The commit succeeded and only `read` failed with a conflict. The
    // error must not cause a retry, which would write everything twice.
    if (isCommitted && isErrorOfConcurrentWrite(error)) throw createDatabaseUnavailableError(error)
    if (!isCommitted && !connection.isBroken()) await connection.script('ROLLBACK')
    throw error
  } finally {
    end()
  }
}

/** Resolves after all pending microtasks. All queries that do not depend on a response have then been sent. */
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

/**
 * Joins several writes into one statement (WITH), which is sent and planned once. Foreign keys between the written rows
 * are checked when the joined statement ends.
 */
function joinStatements(statements: readonly Sql[]): Sql {
  const others = statements.slice(0, -1).map((statement, nth) => sql`${raw(`write_${nth}`)} AS (${statement})`)
  const last = statements.at(-1) as Sql
  return others.length > 0 ? sql`WITH ${join(others)} ${last}` : last
}

function transactionOn(
  inner: PostgresConnection,
  { recordCache, onOtherTables, deadline }: AttemptOptions,
): Transaction {
  const connection: PostgresConnection = {
    ...inner,
    query(text, values) {
      if (mayStatementWriteNonEventTables(text)) onOtherTables()
      return inner.query(text, values)
    },
  }
  const reader = createPostgresReader(connection.query)
  return {
    ...reader,
    recordCache,
    run: ({ text, values }) => translatePostgresErrors(async () => (await connection.query(text, values)).count ?? 0),
    async runAll(statements) {
      const { text, values } = joinStatements(statements)
      await translatePostgresErrors(() => connection.query(text, values))
    },
    async script(text) {
      onOtherTables()
      await translatePostgresErrors(() => connection.script(text))
    },
    async nextId(sequence: Sequence) {
      const row = await reader.get<{ value: number }>(sql`SELECT nextval(${`${sequence}_id`}::regclass) AS value`)
      return (row as { value: number }).value
    },
    lock: async (name, how) => {
      const lockFunction = raw(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
      await reader.all(sql`SELECT ${lockFunction}(hashtext(${name}::text))`)
    },
    ...createPostgresMethodsThatWriteManyRows(reader, connection, deadline.postpone),
  }
}
