import { ANONYMOUS, type Caller } from '../core/caller.ts'
import { CalendarError } from '../core/errors.ts'
import { isStorableText } from '../core/schema/field-types.ts'
import { type Database, type Reader, type Sql, sql } from '../db/database.ts'
import type { AccountRole } from './account-store.ts'
import { TOKEN_PREFIX } from './api-tokens.ts'
import { normalizeApplicationPassword } from './application-passwords.ts'
import { createPasswordCheckCache, type PasswordCheckCache } from './password-check-cache.ts'
import { DUMMY_HASH, hashPassword, isOutdatedHash, verifyPassword } from './password-hash.ts'
import { normalizePassword } from './password-rules.ts'
import { hashToken } from './random-token.ts'

/** Identifies the account that a request comes from. See `createCredentialVerifier`. */
export interface Credentials {
  /**
   * Finds the account that has this login or e-mail address and this password for `/admin`. Takes equally long when
   * there is no such account, so that the duration does not reveal which accounts exist.
   * @param runSlowCheck runs a password check whose result is not cached as correct; it can throw instead, to limit the
   *   number of such checks
   * @returns undefined when the account does not exist or the password is wrong
   */
  accountByPassword(login: string, password: string, runSlowCheck: SignInCheckRunner): Promise<number | undefined>
  /**
   * Identifies the caller by the `Authorization` header. The caller is anonymous if the header is missing, cannot be
   * decoded, has empty credentials, or is not for Almanac (another scheme, or a token without `TOKEN_PREFIX`). A wrong
   * password or token is an error.
   * @param now UTC seconds
   * @param runSlowCheck runs a password check whose result is not cached as correct; it can throw instead, to limit the
   * number of such checks
   * @throws {CalendarError} `invalid_username`, `incorrect_password`, `rest_invalid_token`, `rest_too_busy`
   */
  authenticate(authorization: string | undefined, now: number, runSlowCheck?: PasswordCheckRunner): Promise<Caller>
}

type SignInCheckRunner = (check: () => Promise<boolean>) => Promise<boolean>

/** Runs a password check, or throws, for example when a rate limit is exceeded. */
export type PasswordCheckRunner = (check: () => Promise<Caller>) => Promise<Caller>

/**
 * Creates `Credentials` that cache the results of password checks, which are slow. Accounts are not cached: each
 * request reads the account and its credentials in one query, so that removals, revocations and changes of role take
 * effect at once in every process.
 */
export function createCredentialVerifier(db: Database, { verify = verifyPassword } = {}): Credentials {
  const verification = createPasswordCheckCache(verify)
  return {
    accountByPassword: (login, password, runSlowCheck) =>
      accountIdByPassword(db, verification, login.toLowerCase(), normalizePassword(password), runSlowCheck),
    async authenticate(authorization, now, runSlowCheck = (check) => check()) {
      const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization ?? '') ?? []
      switch (scheme.toLowerCase()) {
        case 'basic': {
          const basic = parseBasicCredentials(value)
          return basic ? callerByPassword(db, verification, basic, runSlowCheck) : ANONYMOUS
        }
        case 'bearer':
          return value.startsWith(TOKEN_PREFIX) ? callerByToken(db, value, now) : ANONYMOUS
        default:
          return ANONYMOUS
      }
    },
  }
}

interface BasicCredentials {
  login: string
  password: string
}

/**
 * Decodes login and password of an `Authorization` header of the Basic scheme (RFC 7617); undefined if they are
 * malformed or both empty.
 */
function parseBasicCredentials(base64: string): BasicCredentials | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  const text = bytes.toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0 || !Buffer.from(text).equals(bytes)) return undefined
  const credentials = {
    login: text.slice(0, colon).toLowerCase(),
    password: normalizeApplicationPassword(text.slice(colon + 1)),
  }
  return credentials.login === '' && credentials.password === '' ? undefined : credentials
}

interface AccountRow {
  id: number
  login: string
  role: AccountRole
}

async function callerByPassword(
  db: Database,
  { cachedResult, verify }: PasswordCheckCache,
  credentials: BasicCredentials,
  runSlowCheck: PasswordCheckRunner,
): Promise<Caller> {
  const { login, password } = credentials
  const rows = await accountWithHashes(db, login)
  const passwords = rows.filter((row): row is AccountRow & { hash: string } => row.hash !== null)
  const verified = passwords.find(({ hash }) => cachedResult(password, hash))
  if (verified) return callerFrom(verified)
  return runSlowCheck(async () => {
    for (const row of passwords) {
      if (!(await verify(password, row.hash))) continue
      if (isOutdatedHash(row.hash)) await upgradeHash(db, password, row.hash)
      return callerFrom(row)
    }
    // If the login is unknown or the account has no password, checks a dummy
    // hash, so that the response takes as long as for a wrong password.
    if (passwords.length === 0) await verify(`${login}\0${password}`, DUMMY_HASH)
    throw new CalendarError(rows.length > 0 ? 'incorrect_password' : 'invalid_username')
  })
}

/**
 * Replaces a stored password hash by one of the current cost (`COST`). Called after a successful password check,
 * because only then the password is available in plain text. Errors are ignored, because the old hash remains valid.
 */
async function upgradeHash(db: Database, password: string, outdated: string): Promise<void> {
  const hash = await hashPassword(password)
  const upgraded = db.transaction((tx) =>
    tx.run(sql`UPDATE application_password SET hash = ${hash} WHERE hash = ${outdated}`),
  )
  await upgraded.catch(() => undefined)
}

/**
 * Reads an account by login or e-mail address, with one row per application password. An account without application
 * passwords gives one row with a null hash, an unknown login no row.
 */
async function accountWithHashes(db: Reader, login: string): Promise<(AccountRow & { hash: string | null })[]> {
  if (!isStorableText(login)) return []
  return db.all(sql`SELECT a.id, a.login, a.role, p.hash
    FROM account a LEFT JOIN application_password p ON p.account_id = a.id WHERE ${isNamed(login)} ORDER BY p.id`)
}

/** SQL condition that the account (alias `a`) has this login or e-mail address, in lower case, and is not disabled. */
const isNamed = (login: string): Sql =>
  login.includes('@')
    ? sql`(a.login = ${login} OR a.email = ${login}) AND a.disabled_at IS NULL`
    : sql`a.login = ${login} AND a.disabled_at IS NULL`

async function accountIdByPassword(
  db: Reader,
  { cachedResult, verify }: PasswordCheckCache,
  login: string,
  password: string,
  runSlowCheck: SignInCheckRunner,
): Promise<number | undefined> {
  const account = isStorableText(login)
    ? await db.get<{ id: number; password_hash: string | null }>(
        sql`SELECT a.id, a.password_hash FROM account a WHERE ${isNamed(login)}`,
      )
    : undefined
  const hash = account?.password_hash
  if (account && hash && cachedResult(password, hash)) return account.id
  // If there is no account or it has no password, checks a dummy hash, so that the response takes as long as for a
  // wrong password.
  const isCorrect = await runSlowCheck(() =>
    hash ? verify(password, hash) : verify(`${login}\0${password}`, DUMMY_HASH),
  )
  return isCorrect ? account?.id : undefined
}

async function callerByToken(db: Reader, token: string, now: number): Promise<Caller> {
  const account = await db.get<AccountRow>(sql`SELECT a.id, a.login, a.role
    FROM token t JOIN account a ON a.id = t.account_id
    WHERE t.hash = ${hashToken(token)} AND a.disabled_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ${now})`)
  if (!account) throw new CalendarError('rest_invalid_token')
  return callerFrom(account)
}

const callerFrom = ({ id, login, role }: AccountRow): Caller => ({ id, login, role })
