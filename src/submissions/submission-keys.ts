import { createRandomToken, hashToken } from '../accounts/random-token.ts'
import { insertAuditEntry } from '../collections/insert-audit-entries.ts'
import type { Scope } from '../collections/scope.ts'
import { type Database, type Reader, sql, type Transaction } from '../db/database.ts'

/** The beginning of all submission keys, which distinguishes them from the tokens of accounts. */
const KEY_PREFIX = 'als_'

/** A key by which a form on another site can send submissions. */
export interface SubmissionKey {
  id: number
  /** The site that uses the key. */
  name: string
  /** Origins of the pages that contain the form. Empty if a program on a server uses the key, which then is secret. */
  origins: readonly string[]
  created_at: number
  /** Unix time in seconds of the last submission with this key; null if there was none. */
  used_at: number | null
  /** Number of submissions with this key, including those that were deleted. */
  submission_count: number
}

type Row = Omit<SubmissionKey, 'origins'> & { origins: string }

const COLUMNS = sql`id, name, origins, created_at, used_at, submission_count`

const keyOf = ({ origins, ...row }: Row): SubmissionKey => ({ ...row, origins: splitListOfOrigins(origins) })

/** Splits origins that are separated by white space. */
export const splitListOfOrigins = (text: string): string[] => [
  ...new Set(text.split(/\s+/).filter((part) => part !== '')),
]

/** Whether a text is an origin as browsers send it in the header `Origin` (RFC 6454): `https://club.example:8443`. */
export const isOrigin = (text: string) =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Adds a key. @returns the key in plain text; only its hash is stored */
export async function addSubmissionKey(
  scope: Scope<Transaction>,
  { name, origins }: Pick<SubmissionKey, 'name' | 'origins'>,
): Promise<string> {
  const key = KEY_PREFIX + createRandomToken()
  const row = await scope.db.get<{ id: number }>(sql`INSERT INTO submission_key (name, hash, origins, created_at)
    VALUES (${name}, ${hashToken(key)}, ${origins.join(' ')}, ${scope.now}) RETURNING id`)
  insertAuditEntry(scope, { action: 'created', collection: 'submission-keys', id: row?.id as number, title: name })
  return key
}

export const listSubmissionKeys = async (db: Reader): Promise<SubmissionKey[]> =>
  (await db.all<Row>(sql`SELECT ${COLUMNS} FROM submission_key ORDER BY name, id`)).map(keyOf)

/** Deletes a key. Its submissions remain. @returns false when there is no key with this id */
export async function revokeSubmissionKey(scope: Scope<Transaction>, id: number): Promise<boolean> {
  const row = await scope.db.get<{ name: string }>(sql`DELETE FROM submission_key WHERE id = ${id} RETURNING name`)
  if (row) insertAuditEntry(scope, { action: 'deleted', collection: 'submission-keys', id, title: row.name })
  return row !== undefined
}

/**
 * Finds the submission key in an `Authorization` header of the scheme `Bearer`; undefined if it is missing or not
 * valid.
 */
export async function findSubmissionKeyInHeader(
  db: Reader,
  authorization: string | undefined,
): Promise<SubmissionKey | undefined> {
  const [, key] = /^\s*Bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? []
  if (!key?.startsWith(KEY_PREFIX)) return undefined
  const row = await db.get<Row>(sql`SELECT ${COLUMNS} FROM submission_key WHERE hash = ${hashToken(key)}`)
  return row && keyOf(row)
}

/** Whether some submission key belongs to pages of an origin. */
export const isOriginOfSubmissionKey = async (db: Database, origin: string): Promise<boolean> =>
  isOrigin(origin) && (await listSubmissionKeys(db)).some(({ origins }) => origins.includes(origin))

/** Stores that a key has been used for a submission. */
export const recordSubmissionKeyUse = (tx: Transaction, id: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE submission_key SET used_at = ${now}, submission_count = submission_count + 1 WHERE id = ${id}`)
