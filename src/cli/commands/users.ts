import {
  changeAccountRole,
  createAccount,
  listAccounts,
  removeAccount,
  requireAccount,
} from '../../accounts/account-store.ts'
import {
  addApplicationPassword,
  isApplicationPasswordShorterThanRecommended,
} from '../../accounts/application-passwords.ts'
import { createPasswordLinkReplacingEarlierLinks } from '../../accounts/password-links.ts'
import { type AuditedWrite, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import type { Transaction } from '../../db/database.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { parseArguments, runSubcommand, UsageError } from '../parse-arguments.ts'
import { runPasswordCommand, runTokenCommand } from '../password-and-token-commands.ts'
import { passwordLinkAddress } from '../password-link-address.ts'
import { withDatabase } from '../with-database.ts'

export const runUsersCommand: RunCommand = (argv, context) =>
  runSubcommand(
    'users',
    { add, list, role, remove, link, password: runPasswordCommand, token: runTokenCommand },
    argv,
    context,
  )

async function add(argv: string[], context: CommandContext): Promise<void> {
  const text = { type: 'string' } as const
  const options = { role: text, email: text, name: text, 'application-password': text }
  const { values, words } = parseArguments(argv, options, ['login'])
  const [login = ''] = words
  const { role, email, name, 'application-password': given } = values
  if (role === undefined) throw new UsageError('missing: --role')
  await withDatabase(context, values, async (db) => {
    const { account, secret } = await db.transaction(async (tx) => {
      const account = await createAccount(tx, { login, role, email, displayName: name }, context.now())
      const secret = await addApplicationPassword(tx, account.id, 'first', given, context.now())
      await writeAuditEntry(tx, context, { action: 'created', id: account.id, title: account.login })
      return { account, secret }
    })
    context.out(`Added the ${account.role} "${account.login}".`)
    if (given === undefined) context.out(`Application password, shown only once: ${secret}`)
    else if (isApplicationPasswordShorterThanRecommended(given))
      context.err('almanac: this application password is short and may be guessed')
  })
}

async function list(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  const accounts = await withDatabase(context, values, listAccounts)
  const rows = accounts.map(({ login, role, display_name, email }) => [login, role, display_name, email])
  for (const line of formatRowsAsAlignedColumns([['LOGIN', 'ROLE', 'NAME', 'E-MAIL'], ...rows])) context.out(line)
}

async function role(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['login', 'role'])
  const [login = '', wanted = ''] = words
  await withDatabase(context, values, (db) =>
    db.transaction(async (tx) => {
      await changeAccountRole(tx, login, wanted)
      const account = await requireAccount(tx, login)
      await writeAuditEntry(tx, context, { action: 'updated', id: account.id, fields: ['role'], title: account.login })
    }),
  )
  context.out(`"${login}" is now ${wanted}.`)
}

async function link(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['login'])
  const [login = ''] = words
  await withDatabase(context, values, async (db, config) => {
    const token = await db.transaction(async (tx) => {
      const account = await requireAccount(tx, login)
      await writeAuditEntry(tx, context, { action: 'updated', id: account.id, fields: ['link'], title: account.login })
      return createPasswordLinkReplacingEarlierLinks(tx, account.id, context.now())
    })
    context.out(
      `Within 24 hours, "${login}" can set a password for the admin pages at ${passwordLinkAddress(config, token)}`,
    )
  })
}

async function remove(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { 'reassign-to': { type: 'string' } }, ['login'])
  const [login = ''] = words
  const newOwner = values['reassign-to']
  const moved = await withDatabase(context, values, (db) =>
    db.transaction(async (tx) => {
      const account = await requireAccount(tx, login)
      const moved = await removeAccount(tx, login, newOwner)
      const title = newOwner && moved > 0 ? `${account.login} → ${newOwner}` : account.login
      await writeAuditEntry(tx, context, { action: 'deleted', id: account.id, title })
      return moved
    }),
  )
  context.out(
    moved > 0 ? `Removed "${login}"; "${newOwner}" now owns their records (${moved}).` : `Removed "${login}".`,
  )
}

const writeAuditEntry = (tx: Transaction, context: CommandContext, write: Omit<AuditedWrite, 'collection'>) =>
  tx.runAll([buildAuditEntryInsert(auditActorOfCommand(context), { collection: 'users', ...write })])
