import { ensureAdministrator } from '../../accounts/first-start.ts'
import type { Config } from '../../config/config.ts'
import { ENVIRONMENT_VARIABLES } from '../../config/variables.ts'
import type { Database } from '../../db/database.ts'
import type { CommandContext } from '../command.ts'
import { commandActor } from '../command-actor.ts'

/**
 * Creates the administrator of a new calendar. A generated password is printed, only this once; a configured one never
 * is, because the output of servers is often stored and read by others.
 */
export async function createFirstAdministrator(
  db: Database,
  { adminPassword }: Readonly<Config>,
  { now, out }: Pick<CommandContext, 'now' | 'out'>,
): Promise<void> {
  const created = await ensureAdministrator(db, adminPassword, now(), commandActor({ now }).login)
  if (!created) return
  const { login, password } = created
  out(
    adminPassword === undefined
      ? `The administrator is "${login}". This application password is shown only once, store it: ${password}`
      : `The administrator is "${login}", with the password from ${ENVIRONMENT_VARIABLES.adminPassword.name}.`,
  )
}
