import { deleteAuditEntriesBefore } from '../../../audit/delete-old-audit-entries.ts'
import { deleteRevisionsBefore } from '../../../collections/revisions/store-revisions.ts'
import type { Config } from '../../../config/config-types.ts'
import type { Database } from '../../../db/database.ts'
import { deleteExpiredRequestOutcomes } from '../../../idempotency/request-outcomes.ts'
import { deleteFailedMails } from '../../../mail/mail-outbox.ts'
import { readSiteSettings } from '../../../settings/site-settings.ts'
import { deleteOldSubmissions } from '../../../submissions/delete-and-export-submissions.ts'
import { runRepeatedly } from './run-repeatedly.ts'

const DAY_SECONDS = 86_400
const INTERVAL_MS = 3_600_000

/**
 * Deletes audit entries older than AUDIT_DAYS, revisions older than REVISION_DAYS, mails that failed a week ago, old
 * submissions and outcomes of requests that can no longer be repeated, now and once an hour. With several processes on
 * one database, the others find nothing to delete.
 * @returns a function that stops these deletions and waits for a running one
 */
export function startDeletingExpiredData(
  db: Database,
  { auditDays, revisionDays }: Readonly<Config>,
  { now, log }: { now(): number; log: { error(fields: object, message: string): void } },
): () => Promise<void> {
  const deleteOld = async () => {
    try {
      await deleteExpiredRequestOutcomes(db, now())
      await deleteFailedMails(db, now())
      await deleteOldSubmissions(db, (await readSiteSettings(db)).submission_days, now())
      if (revisionDays > 0) await deleteRevisionsBefore(db, now() - revisionDays * DAY_SECONDS)
      if (auditDays > 0) await deleteAuditEntriesBefore(db, now() - auditDays * DAY_SECONDS)
    } catch (err) {
      log.error(
        { err },
        'deleting old audit entries, revisions, mails and outcomes of requests failed, retrying in an hour',
      )
    }
  }
  return runRepeatedly(deleteOld, INTERVAL_MS)
}
