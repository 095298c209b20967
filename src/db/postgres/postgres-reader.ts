import { READER_WITHOUT_CACHES } from '../cache/record-cache.ts'
import type { Queryable, Reader, Sql } from '../database.ts'
import { translatePostgresErrors } from '../translate-database-errors.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { PostgresConnection, Rows } from './postgres-connection.ts'
import { postgresDialect } from './postgres-dialect.ts'

export type Query = PostgresConnection['query']

export function createPostgresQueryMethods(runQuery: Query): Queryable {
  const all = <Row>(statement: Sql) =>
    translatePostgresErrors(async () => (await runQuery(statement.text, statement.values)) as Row[])
  return { all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] }
}

/** Creates a `Reader` whose property `slow` uses the same connections as its other methods. */
export function createPostgresReader(runQuery: Query): Reader {
  const queryable = createPostgresQueryMethods(runQuery)
  return { dialect: postgresDialect, ...queryable, slow: queryable, ...READER_WITHOUT_CACHES }
}

/**
 * Runs queries on connections of the pool. Queries started in the same microtask turn are sent together on one
 * connection, which costs client and server less than separate packets.
 */
export function createFunctionThatBatchesPostgresQueries(pool: ConnectionPool): Query {
  let batch: QueuedQuery[] | undefined
  const send = (queries: QueuedQuery[]) =>
    pool
      .use((connection) =>
        Promise.all(
          queries.map(({ text, values, resolve, reject }) => connection.query(text, values).then(resolve, reject)),
        ),
      )
      .catch((error) => {
        for (const { reject } of queries) reject(error)
      })
  return (text, values = []) =>
    new Promise<Rows>((resolve, reject) => {
      const query = { text, values, resolve, reject }
      if (batch) return void batch.push(query)
      const queries = [query]
      batch = queries
      queueMicrotask(() => {
        batch = undefined
        void send(queries)
      })
    })
}

interface QueuedQuery {
  text: string
  values: readonly unknown[]
  resolve(rows: Rows): void
  reject(error: unknown): void
}
