import { userInfo } from 'node:os'
import type { AuditActor } from '../audit/entry.ts'
import type { CommandContext } from './command.ts'

/** Whoever runs a command, as the audit log has it: the user of the machine, since a command line has no account. */
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
    // In a container a user may have a number and no name.
    return String(process.getuid?.() ?? '')
  }
}
