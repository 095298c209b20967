import { type Caller, GUEST } from '../core/caller.ts'
import { CalendarError } from '../core/errors.ts'
import { isStorable } from '../core/schema/schema.ts'
import { type Database, type Reader, type Sql, sql } from '../db/database.ts'
import type { AccountRole } from './accounts.ts'
import { normalizeSecret } from './application-passwords.ts'
import { DUMMY_HASH, hashPassword, isOutdatedHash, verifyPassword } from './password-hash.ts'
import { hashToken, TOKEN_PREFIX } from './tokens.ts'
import { createVerificationCache, type VerificationCache } from './verification-cache.ts'

export interface Credentials {
  /**
   * Who asks, by the `Authorization` header. What is no credential of ours (absent, another scheme, undecodable, empty)
   * makes a guest; a wrong one is refused.
   * @param now UTC seconds
   * @param slowly runs the slow check of a password that is not known to be right; it may refuse to
   * @throws {CalendarError} `invalid_username`, `incorrect_password`, `rest_invalid_token`; `rest_too_busy`
   */
  authenticate(authorization: string | undefined, now: number, slowly?: PasswordCheckRunner): Promise<Caller>
}

export type PasswordCheckRunner = (check: () => Promise<Caller>) => Promise<Caller>

/**
 * Slow checks are remembered, accounts are not: every request reads the account with its credentials in one statement, so
 * that removals, revocations and changes of role hold at once, in every process.
 */
export function createCredentials(db: Database, { verify = verifyPassword } = {}): Credentials {
  const verification = createVerificationCache(verify)
  return {
    async authenticate(authorization, now, slowly = (check) => check()) {
      const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization ?? '') ?? []
      switch (scheme.toLowerCase()) {
        case 'basic': {
          const presented = pairIn(value)
          return presented ? callerByPassword(db, verification, presented, slowly) : GUEST
        }
        case 'bearer':
          return value.startsWith(TOKEN_PREFIX) ? callerByToken(db, value, now) : GUEST
        default:
          return GUEST
      }
    },
  }
}

interface Pair {
  login: string
  password: string
}

/** Login and password in a Basic credential (RFC 7617), unless it is undecodable or both are empty. */
function pairIn(base64: string): Pair | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  const text = bytes.toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0 || !Buffer.from(text).equals(bytes)) return undefined
  const pair = { login: text.slice(0, colon).toLowerCase(), password: normalizeSecret(text.slice(colon + 1)) }
  return pair.login === '' && pair.password === '' ? undefined : pair
}

interface AccountRow {
  id: number
  login: string
  role: AccountRole
}

async function callerByPassword(
  db: Database,
  { cachedResult, verify }: VerificationCache,
  pair: Pair,
  slowly: PasswordCheckRunner,
): Promise<Caller> {
  const { login, password } = pair
  const rows = await accountWithHashes(db, login)
  const own = rows.filter((row): row is AccountRow & { hash: string } => row.hash !== null)
  const right = own.find(({ hash }) => cachedResult(password, hash))
  if (right) return callerFrom(right)
  return slowly(async () => {
    for (const row of own) {
      if (!(await verify(password, row.hash))) continue
      if (isOutdatedHash(row.hash)) await renew(db, password, row.hash)
      return callerFrom(row)
    }
    // Takes as long as a wrong password does, so that the time it takes does not tell which names exist.
    if (own.length === 0) await verify(`${login}\0${password}`, DUMMY_HASH)
    throw new CalendarError(rows.length > 0 ? 'incorrect_password' : 'invalid_username')
  })
}

/** Hashes a password at today's cost, now that it is at hand. Where nothing can be written it stays as it is. */
async function renew(db: Database, password: string, outdated: string): Promise<void> {
  const hash = await hashPassword(password)
  const renewed = db.transaction((tx) =>
    tx.run(sql`UPDATE application_password SET hash = ${hash} WHERE hash = ${outdated}`),
  )
  await renewed.catch(() => undefined)
}

/** One row for each application password, one with null when there is none, no row for an unknown name. */
async function accountWithHashes(db: Reader, login: string): Promise<(AccountRow & { hash: string | null })[]> {
  if (!isStorable(login)) return []
  const named: Sql = login.includes('@') ? sql`a.login = ${login} OR a.email = ${login}` : sql`a.login = ${login}`
  return db.all(sql`SELECT a.id, a.login, a.role, p.hash
    FROM account a LEFT JOIN application_password p ON p.account_id = a.id WHERE ${named} ORDER BY p.id`)
}

async function callerByToken(db: Reader, token: string, now: number): Promise<Caller> {
  const account = await db.get<AccountRow>(sql`SELECT a.id, a.login, a.role
    FROM token t JOIN account a ON a.id = t.account_id
    WHERE t.hash = ${hashToken(token)} AND (t.expires_at IS NULL OR t.expires_at > ${now})`)
  if (!account) throw new CalendarError('rest_invalid_token')
  return callerFrom(account)
}

const callerFrom = ({ id, login, role }: AccountRow): Caller => ({ id, login, role })
