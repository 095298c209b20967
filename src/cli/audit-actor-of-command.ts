import { userInfo } from 'node:os'
import type { AuditActor } from '../audit/audit-entry.ts'
import type { CommandContext } from './command-types.ts'

/** The actor in audit entries of commands: the operating-system user, because commands run without an account. */
export const auditActorOfCommand = ({ now }: Pick<CommandContext, 'now'>): AuditActor => ({
  accountId: null,
  login: `cli:${userName()}`,
  requestId: '',
  face: 'cli',
  now: now(),
})

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user id may have no user name: use the number.
    return String(process.getuid?.() ?? '')
  }
}
