import { ensureAdministrator } from '../../accounts/first-start.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { CommandContext } from '../command.ts'
import { commandActor } from '../command-actor.ts'

/** Creates the administrator of a new calendar and prints the password, which is shown only once. */
export async function createFirstAdministrator(
  db: Database,
  { adminPassword }: Readonly<Config>,
  { now, out }: Pick<CommandContext, 'now' | 'out'>,
): Promise<void> {
  const created = await ensureAdministrator(db, adminPassword, now(), commandActor({ now }).login)
  if (!created) return
  out(
    `The administrator is "${created.login}". This application password is shown only once, store it: ${created.password}`,
  )
}
