import { type Page, type PageRequest, pageOffset } from '../core/list-page.ts'
import { type Queryable, type Sql, sql } from './database.ts'

/** The LIMIT and OFFSET clauses of a query for one page of a list. */
export const limitOffsetSql = (request: PageRequest): Sql => sql`LIMIT ${request.perPage} OFFSET ${pageOffset(request)}`

/** Reads one page of the rows that meet a condition, and the total number of such rows. */
export async function selectPage<Row>(
  db: Queryable,
  { columns, from, where, order }: { columns: Sql; from: Sql; where: Sql; order: Sql },
  request: PageRequest,
): Promise<Page<Row>> {
  const [rows, counted] = await Promise.all([
    db.all<Row>(sql`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} ${limitOffsetSql(request)}`),
    db.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`),
  ])
  return { rows, total: counted?.total ?? 0 }
}
