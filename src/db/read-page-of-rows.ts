import { type Page, type PageRequest, pageOffset } from '../core/list-page.ts'
import { type Queryable, type Sql, sql } from './database.ts'

/** The LIMIT and OFFSET clauses of a query for one page of a list. */
export const limitOffsetSql = (request: PageRequest): Sql => sql`LIMIT ${request.perPage} OFFSET ${pageOffset(request)}`

/** Reads one page of the rows that meet a condition, and the number of all rows that meet it. */
export async function readPageOfRows<Row>(
  db: Queryable,
  { columns, from, where, order }: { columns: Sql; from: Sql; where: Sql; order: Sql },
  request: PageRequest,
): Promise<Page<Row>> {
  const [rows, counted] = await Promise.all([
    db.all<Row>(sql`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} ${limitOffsetSql(request)}`),
    db.get<{ total: number }>(countSql(sql`FROM ${from} WHERE ${where}`, request)),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/**
 * Counts rows. With a `countMax`, stops counting after `countMax` or at the end of the requested page, whichever is
 * later, and one row more, which shows that there are others.
 */
function countSql(rows: Sql, request: PageRequest): Sql {
  const { countMax } = request
  if (countMax === undefined) return sql`SELECT count(*) AS total ${rows}`
  const limit = Math.max(countMax, pageOffset(request) + request.perPage) + 1
  return sql`SELECT count(*) AS total FROM (SELECT 1 AS one ${rows} LIMIT ${limit}) AS counted`
}
