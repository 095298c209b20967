import { deleteAuditEntriesBefore } from '../../audit/retention.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { CommandContext } from '../command.ts'

const DAY_SECONDS = 86_400

/**
 * Deletes audit entries older than AUDIT_DAYS, now and once a day.
 * @returns a function that stops these deletions and waits for a running one
 */
export function startAuditRetention(
  db: Database,
  { auditDays }: Readonly<Config>,
  { now, err }: Pick<CommandContext, 'now' | 'err'>,
): () => Promise<void> {
  if (auditDays === 0) return async () => {}
  const deleteOld = async () => {
    try {
      await deleteAuditEntriesBefore(db, now() - auditDays * DAY_SECONDS)
    } catch (error) {
      err(`almanac: deleting old audit entries failed, retrying tomorrow: ${(error as Error).message}`)
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
