import postgres from 'postgres'
import { type Database, type Dialect, type Reader, type Sequence, type Sql, sql, type Transaction } from './database.ts'
import { isLostRace, translatePostgres } from './errors.ts'

const CONNECTIONS_MAX = 10
const CONNECT_TIMEOUT_S = 10
const ATTEMPTS_MAX = 5

const arrayOf = (values: readonly (number | string)[]) =>
  `{${values.map((value) => (typeof value === 'number' ? value : JSON.stringify(value))).join(',')}}`

export const postgresDialect: Dialect = {
  engine: 'postgres',
  among: (column, values) =>
    typeof values[0] === 'string'
      ? sql`${column} = ANY(${arrayOf(values)}::text[])`
      : sql`${column} = ANY(${arrayOf(values)}::int[])`,
  contains: (text, needle) => sql`strpos(${text}, ${needle}::text) > 0`,
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
  await translatePostgres(() => pool.listen('almanac_changed', changed, changed))
  return {
    ...reader,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const result = await pool.begin((connection) => work(transactionOn(connection)))
          changed()
          return result as Awaited<ReturnType<typeof work>>
        } catch (error) {
          if (attempt < ATTEMPTS_MAX && isLostRace(error)) continue
          throw error
        }
      }
    },
    version: () => String(version),
    ping: async () => void (await reader.get(sql`SELECT 1 AS one`)),
    close: () => pool.end({ timeout: 5 }),
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
    script: async (text) => {
      await connection.unsafe(text)
    },
    async nextId(sequence: Sequence) {
      const row = await reader.get<{ value: number }>(sql`SELECT nextval(${`${sequence}_id`}::regclass) AS value`)
      return (row as { value: number }).value
    },
    lock: async (name) => {
      await reader.all(sql`SELECT pg_advisory_xact_lock(hashtext(${name}::text))`)
    },
  }
}
