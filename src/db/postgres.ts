import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../core/errors.ts'
import {
  type Database,
  type Dialect,
  join,
  type Reader,
  type Reads,
  raw,
  type Sequence,
  type Sql,
  sql,
  type Transaction,
} from './database.ts'
import { isLostRace, translatePostgres, UnusableDatabaseError } from './errors.ts'
import { knownPerVersion, nothingKnown } from './known.ts'
import { postgresBulk } from './postgres-bulk.ts'
import { type Changes, watchChanges } from './postgres-changes.ts'
import { type Line, openLine, type Rows } from './postgres-line.ts'
import { openPool, type Pool } from './postgres-pool.ts'
import { handleOn } from './transaction.ts'

const LINES_MAX = 10
/** For what takes longer in a larger calendar. */
const SLOW_LINES_MAX = 3
/** All that want the same slug at once lose to one of them, then try again. */
const ATTEMPTS_MAX = 30
const RETRY_DELAY_MAX_MS = 10
const SERVER_VERSION_MIN = 15

/** An array literal (PostgreSQL manual, 8.15.6): in quotes, a backslash keeps the next character as it is. */
const arrayOf = (values: readonly (number | string)[]) =>
  `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

export const postgresDialect: Dialect = {
  engine: 'postgres',
  among(column, values) {
    if (values.length === 0) return sql`1 = 0`
    return typeof values[0] === 'string'
      ? sql`${column} = ANY(${arrayOf(values)}::text[])`
      : sql`${column} = ANY(${arrayOf(values)}::bigint[])`
  },
  positionIn: (column, values) => sql`array_position(${arrayOf(values)}::int[], ${column})`,
  jsonRows: (fields, from) => sql`(SELECT json_agg(json_build_array(${fields}))::text FROM ${from})`,
  joinedIds: (rows) => sql`(SELECT string_agg(r.id::text, ',') FROM (${rows}) r)`,
  numbered: (values) =>
    sql`(SELECT value, position - 1 AS position FROM unnest(${arrayOf(values)}::int[]) WITH ORDINALITY AS u (value, position))`,
  // Takes half as long as `strpos`, which counts characters before it compares.
  contains: (text, needle) => sql`${text} LIKE ${`%${needle.replace(/[\\%_]/g, '\\$&')}%`}`,
  // OFFSET 0 has this planned alone: what is asked of the texts besides would count as dear, and reading half of another
  // index as the way to ask it less often.
  eventTexts: (words, where) => ({
    from: sql`(SELECT t.event_id, t.language, t.listed_start FROM event_text t
      WHERE ${join(words.map(inEventText), ' AND ')} AND ${where} OFFSET 0) AS t`,
    where: sql`1 = 1`,
  }),
  forUpdate: sql`FOR UPDATE`,
  forChange: sql`FOR NO KEY UPDATE`,
  sortable: (text) => sql`${text} COLLATE "C"`,
}

/**
 * What the index can find by three letters in a row is asked for so that it does; the rest is compared with every text,
 * in an order of letters that the index does not have, or all of it would be read besides.
 */
const inEventText = (word: string) =>
  postgresDialect.contains(/[\p{L}\p{N}]{3}/u.test(word) ? sql`t.search_text` : sql`t.search_text COLLATE "C"`, word)

/**
 * A pool on a PostgreSQL server.
 * @param url `postgres://user:password@host:port/database`
 */
export async function openPostgres(url: string): Promise<Database> {
  const name = `almanac ${randomBytes(6).toString('hex')}`
  const pool = openPool(() => translatePostgres(() => openLine(url, name)), LINES_MAX)
  // What they read depends on the values, on how often a word stands in the texts most of all.
  const slowPool = openPool(() => translatePostgres(() => openLine(url, name, { plans: 'for values' })), SLOW_LINES_MAX)
  const reader = { ...readerOf(together(pool)), slow: readsOf(together(slowPool)) }
  let changes: Changes
  try {
    refuseUnusable(await serverOf(reader))
    changes = await translatePostgres(() => watchChanges(url, name))
  } catch (error) {
    await pool.close()
    await slowPool.close()
    throw error
  }
  return {
    ...reader,
    known: knownPerVersion(changes.version),
    async transaction(work, read) {
      try {
        return await repeated(() => pool.use((line) => inTransaction(line, work, read)))
      } catch (error) {
        // It may yet be committed, if only the answer was lost.
        changes.doubt()
        throw error
      } finally {
        changes.note()
      }
    },
    version: changes.version,
    ping: async () => void (await reader.get(sql`SELECT 1 AS one`)),
    async close() {
      changes.close()
      await Promise.all([pool.close(), slowPool.close()])
    },
  }
}

/**
 * Reads that are asked for in one breath go down one line together: a packet for all of them is a fraction of the work of
 * a packet each, at both ends.
 */
function together(pool: Pool): Query {
  let breath: Asked[] | undefined
  const send = (asked: Asked[]) =>
    pool
      .use((line) =>
        Promise.all(asked.map(({ text, values, resolve, reject }) => line.query(text, values).then(resolve, reject))),
      )
      .catch((error) => {
        for (const { reject } of asked) reject(error)
      })
  return (text, values = []) =>
    new Promise<Rows>((resolve, reject) => {
      const asked = { text, values, resolve, reject }
      if (breath) return void breath.push(asked)
      const all = [asked]
      breath = all
      queueMicrotask(() => {
        breath = undefined
        void send(all)
      })
    })
}

interface Asked {
  text: string
  values: readonly unknown[]
  resolve(rows: Rows): void
  reject(error: unknown): void
}

async function inTransaction<T, Answer>(
  line: Line,
  work: (tx: Transaction) => Promise<T>,
  read?: (tx: Reader, made: T) => Promise<Answer>,
): Promise<Answer> {
  // Not waited for: what follows goes in the same packet, and fails if this does.
  const begun = line.script('BEGIN')
  begun.catch(() => {})
  const { tx, settled, end } = handleOn(transactionOn(line))
  try {
    const made = await work(tx)
    if (!read) await settled()
    const answer = read ? read(tx, made) : (made as unknown as Answer)
    // Not before what was just sent, but in the same packet. What was to be written and failed makes it a ROLLBACK.
    const committed = read ? nextTick().then(() => line.script('COMMIT')) : line.script('COMMIT')
    await Promise.allSettled([answer, committed])
    await settled()
    await Promise.all([begun, committed])
    return await answer
  } catch (error) {
    if (!line.isBroken()) await line.script('ROLLBACK')
    throw error
  } finally {
    end()
  }
}

/** When all that could be asked without another answer has been asked. */
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** Runs a transaction again while it loses races against other writers. */
async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS_MAX; ; left -= 1) {
    try {
      return await translatePostgres(attempt)
    } catch (error) {
      if (!isLostRace(error)) throw error
      if (left <= 1) throw new CalendarError('database_unavailable', { cause: error })
    }
    await sleep(Math.random() * RETRY_DELAY_MAX_MS)
  }
}

interface Server {
  /** `150018` is 15.18. */
  version: number
  encoding: string
}

async function serverOf(reader: Reader): Promise<Server> {
  const server = await reader.get<Server>(
    sql`SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  )
  return server as Server
}

/** @throws {UnusableDatabaseError} when the server is too old, or the database cannot hold every text */
export function refuseUnusable({ version, encoding }: Server): void {
  const major = Math.floor(version / 10_000)
  if (major < SERVER_VERSION_MIN) {
    throw new UnusableDatabaseError(`PostgreSQL ${SERVER_VERSION_MIN} or newer is needed, this server is ${major}`)
  }
  if (encoding !== 'UTF8') {
    throw new UnusableDatabaseError(
      `the database is encoded in ${encoding}; Almanac needs one made with \`CREATE DATABASE … ENCODING 'UTF8'\``,
    )
  }
}

type Query = Line['query']

function readsOf(query: Query): Reads {
  const all = <Row>(statement: Sql) =>
    translatePostgres(async () => (await query(statement.text, statement.values)) as Row[])
  return { all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] }
}

function readerOf(query: Query): Reader {
  const reads = readsOf(query)
  return { dialect: postgresDialect, ...reads, slow: reads, known: () => nothingKnown }
}

/** One statement to carry and to plan instead of many. Keys that refer to each other are compared at its end. */
function asOne(statements: readonly Sql[]): Sql {
  const others = statements.slice(0, -1).map((statement, nth) => sql`${raw(`write_${nth}`)} AS (${statement})`)
  const last = statements.at(-1) as Sql
  return others.length > 0 ? sql`WITH ${join(others)} ${last}` : last
}

function transactionOn(line: Line): Transaction {
  const reader = readerOf(line.query)
  return {
    ...reader,
    run: ({ text, values }) => translatePostgres(async () => (await line.query(text, values)).count ?? 0),
    async write(statements) {
      const { text, values } = asOne(statements)
      await translatePostgres(() => line.query(text, values))
    },
    script: async (text) => void (await translatePostgres(() => line.script(text))),
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
