import { type Account, AccountError, requireAccount } from '../accounts/account-store.ts'
import { addApiToken, listApiTokens, revokeApiToken } from '../accounts/api-tokens.ts'
import {
  addApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../accounts/application-passwords.ts'
import { type AuditedWrite, buildAuditEntryInsert } from '../audit/audit-entry.ts'
import { parseId } from '../core/schema/field-types.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'
import { auditActorOfCommand } from './audit-actor-of-command.ts'
import type { CommandContext } from './command-types.ts'
import { formatRowsAsAlignedColumns } from './format-rows-as-aligned-columns.ts'
import { parseArguments, UsageError } from './parse-arguments.ts'
import { withDatabase } from './with-database.ts'

const DAY_SECONDS = 86_400
const EXPIRY_DAYS_MAX = 36_500

/** Names and functions in which the commands for application passwords differ from those for tokens. */
interface SecretKind {
  title: string
  collection: AuditedWrite['collection']
  list(db: Reader, accountId: number): Promise<ListedSecret[]>
  revoke(tx: Transaction, accountId: number, id: number): Promise<boolean>
}

interface ListedSecret {
  id: number
  name: string
  created_at: number
  expires_at?: number | null
}

const PASSWORD: SecretKind = {
  title: 'Application password',
  collection: 'application-passwords',
  list: listApplicationPasswords,
  revoke: revokeApplicationPassword,
}
const TOKEN: SecretKind = { title: 'Token', collection: 'tokens', list: listApiTokens, revoke: revokeApiToken }

const OPTIONS = { list: { type: 'boolean' }, revoke: { type: 'string' }, name: { type: 'string' } } as const

interface Values {
  list?: boolean | undefined
  revoke?: string | undefined
  name?: string | undefined
}

/** Creates, lists or revokes application passwords of a user. */
export async function runPasswordCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, OPTIONS, ['login'])
  await runSecretCommand(PASSWORD, words, values, context, (tx, { id }, name) =>
    addApplicationPassword(tx, id, name, undefined, context.now()),
  )
}

/** Creates, lists or revokes tokens of a user. */
export async function runTokenCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { ...OPTIONS, 'expires-in-days': { type: 'string' } }, ['login'])
  const now = context.now()
  const expiresAt = expiryIn(values['expires-in-days'], now)
  await runSecretCommand(TOKEN, words, values, context, (tx, { id }, name) => addApiToken(tx, id, name, expiresAt, now))
}

type Add = (tx: Transaction, account: Account, name: string) => Promise<string>

async function runSecretCommand(kind: SecretKind, words: string[], values: Values, context: CommandContext, add: Add) {
  const { list, revoke, name = 'command line' } = values
  const [login = ''] = words
  const id = revoke === undefined ? undefined : parseId(revoke)
  if (revoke !== undefined && id === undefined) throw new UsageError('--revoke needs an id; --list shows them')
  if (list && id !== undefined) throw new UsageError('--list and --revoke exclude each other')
  await withDatabase(context, values, async (db) => {
    if (list) return printList(kind, db, login, context)
    if (id !== undefined) return revokeOne(kind, db, login, id, context)
    const secret = await db.transaction(async (tx) => {
      const account = await requireAccount(tx, login)
      const secret = await add(tx, account, name)
      const deed: AuditedWrite = { action: 'created', collection: kind.collection, title: `${account.login}: ${name}` }
      await tx.runAll([buildAuditEntryInsert(auditActorOfCommand(context), deed)])
      return secret
    })
    context.out(`${kind.title}, shown only once: ${secret}`)
  })
}

async function printList(kind: SecretKind, db: Database, login: string, context: CommandContext): Promise<void> {
  const secrets = await kind.list(db, (await requireAccount(db, login)).id)
  const rows = secrets.map(({ id, name, created_at, expires_at }) => [
    String(id),
    dayOf(created_at),
    expires_at ? dayOf(expires_at) : 'never',
    name,
  ])
  for (const line of formatRowsAsAlignedColumns([['ID', 'CREATED', 'EXPIRES', 'NAME'], ...rows])) context.out(line)
}

async function revokeOne(kind: SecretKind, db: Database, login: string, id: number, context: CommandContext) {
  const revoked = await db.transaction(async (tx) => {
    const account = await requireAccount(tx, login)
    const secret = (await kind.list(tx, account.id)).find((one) => one.id === id)
    const isRevoked = await kind.revoke(tx, account.id, id)
    const title = `${account.login}: ${secret?.name}`
    const deed: AuditedWrite = { action: 'deleted', collection: kind.collection, id, title }
    if (isRevoked) await tx.runAll([buildAuditEntryInsert(auditActorOfCommand(context), deed)])
    return isRevoked
  })
  if (!revoked)
    throw new AccountError(`"${login}" has no ${kind.title.toLowerCase()} with the id ${id}; --list shows them`)
  context.out(`${kind.title} ${id} revoked.`)
}

function expiryIn(days: string | undefined, now: number): number | undefined {
  if (days === undefined) return undefined
  const count = parseId(days)
  if (count === undefined || count > EXPIRY_DAYS_MAX) {
    throw new UsageError(`--expires-in-days must be a whole number from 1 to ${EXPIRY_DAYS_MAX}`)
  }
  return now + count * DAY_SECONDS
}

/** Formats a time (Unix time in seconds) as a date in UTC: `YYYY-MM-DD`. */
const dayOf = (instant: number) => new Date(instant * 1000).toISOString().slice(0, 10)
