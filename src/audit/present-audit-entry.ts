import { instantToLocal } from '../core/time/instant.ts'
import type { AuditRow } from './list-audit-entries.ts'

/**
 * Converts an audit entry to JSON, for API responses and for the command line.
 * @param zone time zone of the field `date`
 */
export function presentAuditEntry(entry: AuditRow, zone: string) {
  const { id, at, account_id, login, request_id, face, action, collection, record_id, language, fields, title } = entry
  return {
    id,
    date: instantToLocal(at, zone),
    date_utc: instantToLocal(at, 'UTC'),
    user: login,
    user_id: account_id,
    action,
    collection,
    record: record_id,
    title,
    language,
    fields: fields === '' ? [] : fields.split(','),
    face,
    request_id,
  }
}
