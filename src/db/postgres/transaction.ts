import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { writesOtherThanEvents } from '../cache/written-tables.ts'
import { join, type Reader, raw, type Sequence, type Sql, sql, type Transaction } from '../database.ts'
import { isLostRace, translatePostgres } from '../errors.ts'
import { handleOn } from '../transaction.ts'
import { postgresBulk } from './bulk.ts'
import { type Connection, connectionError, unavailable } from './connection.ts'
import type { Pool } from './pool.ts'
import { readerOf } from './reader.ts'

/** All that want the same slug at once lose to one of them, then try again. */
const ATTEMPTS_MAX = 30
const RETRY_DELAY_MAX_MS = 10

/** What a transaction has to do with all that is not an event. */
interface Besides {
  known: Reader['records']
  /** Called for what writes to it. */
  onBesides(): void
}

/**
 * Does `work` in a transaction, again while it loses races against other writers. Nothing is ever done again of which it is
 * not known that nothing was stored: whose COMMIT is not answered fails.
 * @param workMs in all
 */
export async function transact<T, Answer>(
  pool: Pool,
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
      if (!isLostRace(error)) throw error
      if (left <= 1 || performance.now() > until) throw unavailable(error)
    }
    await sleep(Math.random() * RETRY_DELAY_MAX_MS)
  }
}

/** Breaks the line when the work on it takes too long: the server then undoes it. */
async function before<T>(until: number, line: Connection, work: () => Promise<T>): Promise<T> {
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
  line: Connection,
  besides: Besides,
  work: (tx: Transaction) => Promise<T>,
  read?: (tx: Reader, made: T) => Promise<Answer>,
): Promise<Answer> {
  // Not waited for: what follows goes in the same packet, and fails if this does.
  const begun = line.script('BEGIN')
  begun.catch(() => {})
  const { tx, settled, end } = handleOn(transactionOn(line, besides))
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
    if (!isCommitted) throw unavailable(new Error('the server rolled the transaction back'))
    return await answer
  } catch (error) {
    // Reading what was written failed: doing it again would write it twice.
    if (isCommitted && isLostRace(error)) throw unavailable(error)
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

function transactionOn(inner: Connection, { known, onBesides }: Besides): Transaction {
  const line: Connection = {
    ...inner,
    query(text, values) {
      if (writesOtherThanEvents(text)) onBesides()
      return inner.query(text, values)
    },
  }
  const reader = readerOf(line.query)
  return {
    ...reader,
    records: known,
    run: ({ text, values }) => translatePostgres(async () => (await line.query(text, values)).count ?? 0),
    async write(statements) {
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
    ...postgresBulk(reader, line),
  }
}
