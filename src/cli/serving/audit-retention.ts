import { deleteAuditEntriesBefore } from '../../audit/retention.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'

const DAY_SECONDS = 86_400

/**
 * Deletes audit entries older than AUDIT_DAYS, now and once a day.
 * @returns a function that stops these deletions and waits for a running one
 */
export function startAuditRetention(
  db: Database,
  { auditDays }: Readonly<Config>,
  { now, log }: { now(): number; log: { error(fields: object, message: string): void } },
): () => Promise<void> {
  if (auditDays === 0) return async () => {}
  const deleteOld = async () => {
    try {
      await deleteAuditEntriesBefore(db, now() - auditDays * DAY_SECONDS)
    } catch (err) {
      log.error({ err }, 'deleting old audit entries failed, retrying tomorrow')
    }
  }
  let last = deleteOld()
  const timer = setInterval(() => {
    last = last.then(deleteOld)
  }, DAY_SECONDS * 1000).unref()
  return async () => {
    clearInterval(timer)
    await last
  }
}
