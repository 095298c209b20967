import type { Page, PageRequest } from '../core/page.ts'
import { join, type Reader, type Sql, sql } from '../db/database.ts'
import { selectPage } from '../db/select-page.ts'
import type { Action, Subject } from './entry.ts'

export interface AuditRow {
  id: number
  /** Seconds since 1970-01-01 UTC. */
  at: number
  account_id: number | null
  login: string
  request_id: string
  face: string
  action: Action
  collection: Subject
  record_id: number | null
  language: string
  /** Separated by commas. */
  fields: string
  title: string
}

/** What is looked for; all of it must be so. */
export interface AuditFilter {
  /** The first second. */
  after?: number | undefined
  /** The first second no more. */
  before?: number | undefined
  login?: string | undefined
  action?: Action | undefined
  collection?: Subject | undefined
  record?: number | undefined
}

/** A page of the log, the newest entry first. */
export async function listAuditEntries(
  { slow }: Reader,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditRow>> {
  const columns = sql`id, at, account_id, login, request_id, face, action, collection, record_id, language, fields, title`
  const order = sql`id DESC`
  return selectPage<AuditRow>(slow, { columns, from: sql`audit`, where: conditionOf(filter), order }, page)
}

function conditionOf({ after, before, login, action, collection, record }: AuditFilter): Sql {
  const conditions = [
    after !== undefined && sql`at >= ${after}`,
    before !== undefined && sql`at < ${before}`,
    login !== undefined && sql`login = ${login.toLowerCase()}`,
    action !== undefined && sql`action = ${action}`,
    collection !== undefined && sql`collection = ${collection}`,
    record !== undefined && sql`record_id = ${record}`,
  ].filter((condition) => condition !== false)
  return conditions.length > 0 ? join(conditions, ' AND ') : sql`1 = 1`
}
