import { READER_WITHOUT_CACHES } from '../cache/record-cache.ts'
import type { Queryable, Reader, Sql } from '../database.ts'
import { translatePostgres } from '../errors.ts'
import type { PostgresConnection, Rows } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import type { ConnectionPool } from './pool.ts'

export type Query = PostgresConnection['query']

export function createQueryable(query: Query): Queryable {
  const all = <Row>(statement: Sql) =>
    translatePostgres(async () => (await query(statement.text, statement.values)) as Row[])
  return { all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] }
}

export function createReader(query: Query): Reader {
  const reads = createQueryable(query)
  return { dialect: postgresDialect, ...reads, slow: reads, ...READER_WITHOUT_CACHES }
}

/**
 * Reads that are asked for in one breath go down one line together: a packet for all of them is a fraction of the work of
 * a packet each, at both ends.
 */
export function batchQueries(pool: ConnectionPool): Query {
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
