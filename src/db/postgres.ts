import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type Database, type Dialect, type Reader, type Sequence, type Sql, sql, type Transaction } from './database.ts'
import { isLostRace, translatePostgres, UnusableDatabaseError } from './errors.ts'
import { runWork } from './transaction.ts'

const CONNECTIONS_MAX = 10
const CONNECT_TIMEOUT_S = 10
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
  contains: (text, needle) => sql`strpos(${text}, ${needle}::text) > 0`,
  forUpdate: sql`FOR UPDATE`,
  sortable: (text) => sql`${text} COLLATE "C"`,
}

/**
 * A pool on a PostgreSQL server.
 * @param url `postgres://user:password@host:port/database`
 */
export async function openPostgres(url: string, options: { connectionsMax?: number } = {}): Promise<Database> {
  const pool = postgres(url, {
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    connect_timeout: CONNECT_TIMEOUT_S,
    onnotice: () => {},
    // Compiling plans costs more than these short statements take.
    connection: { jit: 'off', application_name: 'almanac' } as Record<string, string>,
    // Seconds and counts are bigint and stay far below 2^53.
    types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } } as never,
  })
  let version = 0
  const changed = () => {
    version += 1
  }
  const reader = readerOf(pool)
  try {
    refuseUnusable(await serverOf(reader))
    // The second is called when it listens, again after each lost connection: notices may have been missed meanwhile.
    await translatePostgres(() => pool.listen('almanac_changed', changed, changed))
  } catch (error) {
    await pool.end({ timeout: 0 })
    throw error
  }
  return {
    ...reader,
    async transaction(work) {
      const result = await repeated(() => pool.begin((connection) => runWork(transactionOn(connection), work)))
      changed()
      return result as Awaited<ReturnType<typeof work>>
    },
    version: () => String(version),
    ping: async () => void (await reader.get(sql`SELECT 1 AS one`)),
    close: () => pool.end({ timeout: 5 }),
  }
}

/** Runs a transaction again while it loses races against other writers. */
async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS_MAX; ; left -= 1) {
    try {
      return await translatePostgres(attempt)
    } catch (error) {
      if (left <= 1 || !isLostRace(error)) throw error
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

type Connection = postgres.Sql | postgres.TransactionSql

function readerOf(connection: Connection): Reader {
  const all = <Row>(statement: Sql) =>
    translatePostgres(
      async () =>
        (await connection.unsafe(statement.text, statement.values as never[], { prepare: true })) as unknown as Row[],
    )
  return {
    dialect: postgresDialect,
    all,
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],
  }
}

function transactionOn(connection: postgres.TransactionSql): Transaction {
  const reader = readerOf(connection)
  return {
    ...reader,
    run: (statement) =>
      translatePostgres(
        async () =>
          (await connection.unsafe(statement.text, statement.values as never[], { prepare: true })).count ?? 0,
      ),
    script: async (text) => void (await translatePostgres(() => connection.unsafe(text))),
    async nextId(sequence: Sequence) {
      const row = await reader.get<{ value: number }>(sql`SELECT nextval(${`${sequence}_id`}::regclass) AS value`)
      return (row as { value: number }).value
    },
    lock: async (name) => {
      await reader.all(sql`SELECT pg_advisory_xact_lock(hashtext(${name}::text))`)
    },
  }
}
