import type { Page, PageRequest } from '../core/list-page.ts'
import { join, type Reader, type Sql, sql } from '../db/database.ts'
import { readPageOfRows } from '../db/read-page-of-rows.ts'
import type { Action, Subject } from './audit-entry.ts'

export interface AuditRow {
  id: number
  /** When the write was made: Unix time in seconds. */
  at: number
  account_id: number | null
  login: string
  request_id: string
  face: string
  action: Action
  collection: Subject
  record_id: number | null
  language: string
  /** Names of the written fields, separated by commas. */
  fields: string
  title: string
}

/** A filter of audit entries. An entry must meet all conditions that are given. */
export interface AuditFilter {
  /** Unix time in seconds: selects entries of this time or later. */
  after?: number | undefined
  /** Unix time in seconds: selects entries before this time. */
  before?: number | undefined
  login?: string | undefined
  action?: Action | undefined
  collection?: Subject | undefined
  record?: number | undefined
}

/** Reads one page of the audit log, newest entries first. */
export async function listAuditEntries(
  { slow }: Reader,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditRow>> {
  const columns = sql`id, at, account_id, login, request_id, face, action, collection, record_id, language, fields, title`
  const order = sql`id DESC`
  return readPageOfRows<AuditRow>(slow, { columns, from: sql`audit`, where: conditionOf(filter), order }, page)
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
