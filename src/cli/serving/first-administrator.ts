import { ensureAdministrator } from '../../accounts/first-start.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { CommandContext } from '../command.ts'
import { commandActor } from '../command-actor.ts'

/** Makes the administrator of a new calendar and shows the password, once, before anything else can fail. */
export async function createFirstAdministrator(
  db: Database,
  { adminPassword }: Readonly<Config>,
  { now, out }: Pick<CommandContext, 'now' | 'out'>,
): Promise<void> {
  const made = await ensureAdministrator(db, adminPassword, now(), commandActor({ now }).login)
  if (!made) return
  out(`The administrator is "${made.login}". This application password is shown once, keep it: ${made.password}`)
}
