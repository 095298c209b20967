import { createAdministratorIfMissing } from '../../accounts/create-administrator-if-missing.ts'
import type { Config } from '../../config/config-types.ts'
import { ENVIRONMENT_VARIABLES } from '../../config/environment-variables.ts'
import type { Database } from '../../db/database.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import type { CommandContext } from '../command-types.ts'
import { passwordLinkAddress } from '../password-link-address.ts'

/**
 * Creates the administrator of a new calendar. A generated password and the link for setting another one are printed,
 * only this once. With a configured password nothing secret is printed, because the output of servers is often stored
 * and read by others.
 */
export async function createFirstAdministrator(
  db: Database,
  config: Readonly<Config>,
  { now, out }: Pick<CommandContext, 'now' | 'out'>,
): Promise<void> {
  const { adminPassword } = config
  const created = await createAdministratorIfMissing(db, adminPassword, now(), auditActorOfCommand({ now }).login)
  if (!created) return
  const { login, password, linkToken } = created
  out(
    adminPassword === undefined
      ? `The administrator is "${login}". This application password is shown only once, store it: ${password}`
      : `The administrator is "${login}", with the password from ${ENVIRONMENT_VARIABLES.adminPassword.name}.`,
  )
  out(
    adminPassword === undefined
      ? `Within 24 hours, set a password for the admin pages at ${passwordLinkAddress(config, linkToken)}`
      : `To set a password for the admin pages, run: almanac users link ${login}`,
  )
}
