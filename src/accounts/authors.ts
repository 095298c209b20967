import { POST_KINDS } from '../core/kinds.ts'
import { type Reader, type Sql, sql } from '../db/database.ts'
import { kindTable, or, publiclyVisible } from '../db/fragments.ts'
import { ACCOUNT_COLUMNS, type Account } from './accounts.ts'

/** Condition: the account (alias `a`) is the author of a public event, venue or organizer. */
const isAuthor = (now: number): Sql =>
  or(
    POST_KINDS.map(
      (kind) => sql`EXISTS (SELECT 1 FROM ${kindTable(kind)} p WHERE p.author_id = a.id AND (${publiclyVisible(now)}))`,
    ),
  )

/**
 * The accounts that everybody may see, because each is the author of a public event, venue or organizer.
 * @param now seconds since 1970-01-01 UTC
 */
export const listAuthors = (db: Reader, now: number): Promise<Account[]> =>
  db.all<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE ${isAuthor(now)}`)

/** Loads those of the accounts with these ids that exist. */
export const accountsById = (db: Reader, ids: readonly number[]): Promise<Account[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.all<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE ${db.dialect.inList(sql`a.id`, ids)}`)

/** Whether an account is the author of a public event, venue or organizer. */
export const isPublicAuthor = async (db: Reader, now: number, id: number): Promise<boolean> =>
  (await db.get(sql`SELECT 1 AS one FROM account a WHERE a.id = ${id} AND (${isAuthor(now)})`)) !== undefined
