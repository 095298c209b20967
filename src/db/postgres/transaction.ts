import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { mayWriteOtherTables } from '../cache/written-tables.ts'
import { join, type Reader, raw, type Sequence, type Sql, sql, type Transaction } from '../database.ts'
import { isWriteConflict, translatePostgres } from '../errors.ts'
import { createTransactionScope } from '../transaction-scope.ts'
import { postgresBulkMethods } from './bulk-load.ts'
import { connectionError, databaseUnavailable, type PostgresConnection } from './connection.ts'
import type { ConnectionPool } from './pool.ts'
import { createReader } from './reader.ts'

/** All that want the same slug at once lose to one of them, then try again. */
const ATTEMPTS_MAX = 30
const RETRY_DELAY_MAX_MS = 10

/** What a transaction has to do with all that is not an event. */
interface Besides {
  known: Reader['recordCache']
  /** Called for what writes to it. */
  onBesides(): void
}

/**
 * Does `work` in a transaction, again while it loses races against other writers. Nothing is ever done again of which it is
 * not known that nothing was stored: whose COMMIT is not answered fails.
 * @param workMs in all
 */
export async function runPostgresTransaction<T, Answer>(
  pool: ConnectionPool,
  workMs: number,
  besides: Besides,
  work: (tx: Transaction) => Promise<T>,
  read?: (tx: Reader, made: T) => Promise<Answer>,
): Promise<Answer> {
  const until = performance.now() + workMs
  for (let left = ATTEMPTS_MAX; ; left -= 1) {
    try {
      return await translatePostgres(() =>
        pool.use((line) => before(until, line, () => inTransaction(line, besides, work, read))),
      )
    } catch (error) {
      if (!isWriteConflict(error)) throw error
      if (left <= 1 || performance.now() > until) throw databaseUnavailable(error)
    }
    await sleep(Math.random() * RETRY_DELAY_MAX_MS)
  }
}

/** Breaks the line when the work on it takes too long: the server then undoes it. */
async function before<T>(until: number, line: PostgresConnection, work: () => Promise<T>): Promise<T> {
  if (until === Number.POSITIVE_INFINITY) return work()
  const late = connectionError('CONNECTION_CLOSED', 'the work took too long')
  const timer = setTimeout(() => setImmediate(() => isDone || line.close(late)), Math.max(until - performance.now(), 1))
  let isDone = false
  try {
    return await work()
  } finally {
    isDone = true
    clearTimeout(timer)
  }
}

async function inTransaction<T, Answer>(
  line: PostgresConnection,
  besides: Besides,
  work: (tx: Transaction) => Promise<T>,
  read?: (tx: Reader, made: T) => Promise<Answer>,
): Promise<Answer> {
  // Not waited for: what follows goes in the same packet, and fails if this does.
  const begun = line.script('BEGIN')
  begun.catch(() => {})
  const { tx, settled, end } = createTransactionScope(transactionOn(line, besides))
  let isCommitted = false
  const commit = async () => {
    const { command } = await line.script('COMMIT')
    isCommitted = command === 'COMMIT'
  }
  try {
    const made = await work(tx)
    if (!read) await settled()
    const answer = read ? read(tx, made) : (made as unknown as Answer)
    // Not before what was just sent, but in the same packet. What was to be written and failed makes it a ROLLBACK.
    const committed = read ? nextTick().then(commit) : commit()
    await Promise.allSettled([answer, committed])
    await settled()
    await Promise.all([begun, committed])
    if (!isCommitted) throw databaseUnavailable(new Error('the server rolled the transaction back'))
    return await answer
  } catch (error) {
    // Reading what was written failed: doing it again would write it twice.
    if (isCommitted && isWriteConflict(error)) throw databaseUnavailable(error)
    if (!isCommitted && !line.isBroken()) await line.script('ROLLBACK')
    throw error
  } finally {
    end()
  }
}

/** When all that could be asked without another answer has been asked. */
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** One statement to carry and to plan instead of many. Keys that refer to each other are compared at its end. */
function asOne(statements: readonly Sql[]): Sql {
  const others = statements.slice(0, -1).map((statement, nth) => sql`${raw(`write_${nth}`)} AS (${statement})`)
  const last = statements.at(-1) as Sql
  return others.length > 0 ? sql`WITH ${join(others)} ${last}` : last
}

function transactionOn(inner: PostgresConnection, { known, onBesides }: Besides): Transaction {
  const line: PostgresConnection = {
    ...inner,
    query(text, values) {
      if (mayWriteOtherTables(text)) onBesides()
      return inner.query(text, values)
    },
  }
  const reader = createReader(line.query)
  return {
    ...reader,
    recordCache: known,
    run: ({ text, values }) => translatePostgres(async () => (await line.query(text, values)).count ?? 0),
    async runAll(statements) {
      const { text, values } = asOne(statements)
      await translatePostgres(() => line.query(text, values))
    },
    async script(text) {
      onBesides()
      await translatePostgres(() => line.script(text))
    },
    async nextId(sequence: Sequence) {
      const row = await reader.get<{ value: number }>(sql`SELECT nextval(${`${sequence}_id`}::regclass) AS value`)
      return (row as { value: number }).value
    },
    lock: async (name, how) => {
      const take = raw(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
      await reader.all(sql`SELECT ${take}(hashtext(${name}::text))`)
    },
    ...postgresBulkMethods(reader, line),
  }
}
