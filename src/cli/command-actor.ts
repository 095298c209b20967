import { userInfo } from 'node:os'
import type { AuditActor } from '../audit/entry.ts'
import type { CommandContext } from './command.ts'

/** The actor that audit entries of a command name: the operating-system user, since commands run without an account. */
export const commandActor = ({ now }: Pick<CommandContext, 'now'>): AuditActor => ({
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
    // In a container the user id may have no name.
    return String(process.getuid?.() ?? '')
  }
}
