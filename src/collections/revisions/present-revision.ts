import { instantToLocal } from '../../core/time/instant.ts'
import type { Scope } from '../scope.ts'
import { isBatchOfImportRun, type Revision } from './store-revisions.ts'

/** Converts a revision to JSON, without the values of the record. */
export function presentRevision(
  { site }: Scope,
  { id, at, login, account_id, action, language, fields, batch_id }: Revision,
) {
  return {
    id,
    date: instantToLocal(at, site.timezone),
    date_utc: instantToLocal(at, 'UTC'),
    user: login,
    user_id: account_id,
    action,
    language,
    fields: fields === '' ? [] : fields.split(','),
    batch: isBatchOfImportRun(batch_id) ? '' : batch_id,
  }
}
