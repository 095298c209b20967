import { instantToLocal } from '../core/time/instant.ts'
import type { AuditRow } from './log.ts'

/**
 * JSON form of an audit entry, in API responses and in the JSON output of the command line.
 * @param zone time zone of `date`
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
