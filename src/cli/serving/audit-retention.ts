import { deleteAuditEntriesBefore } from '../../audit/retention.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { CommandContext } from '../command.ts'

const DAY_SECONDS = 86_400

/**
 * Lets go, now and once a day, of entries of the audit log whose time has ended.
 * @returns ends that; what is under way is finished
 */
export function startAuditRetention(
  db: Database,
  { auditDays }: Readonly<Config>,
  { now, err }: Pick<CommandContext, 'now' | 'err'>,
): () => Promise<void> {
  if (auditDays === 0) return async () => {}
  const end = async () => {
    try {
      await deleteAuditEntriesBefore(db, now() - auditDays * DAY_SECONDS)
    } catch (error) {
      err(`almanac: old entries of the audit log stay until tomorrow: ${(error as Error).message}`)
    }
  }
  let last = end()
  const timer = setInterval(() => {
    last = last.then(end)
  }, DAY_SECONDS * 1000).unref()
  return async () => {
    clearInterval(timer)
    await last
  }
}
