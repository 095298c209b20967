import { POST_KINDS } from '../core/kinds.ts'
import { type Reader, type Sql, sql } from '../db/database.ts'
import { joinWithAnd, joinWithOr, publiclyVisibleCondition, tableOfKind } from '../db/sql-fragments.ts'
import { ACCOUNT_COLUMNS, type Account } from './account-store.ts'

/** SQL condition that the account (alias `a`) is the author of a public event, venue or organizer. */
const isAuthor = (now: number): Sql =>
  joinWithOr(
    POST_KINDS.map(
      (kind) =>
        sql`EXISTS (SELECT 1 FROM ${tableOfKind(kind)} p WHERE p.author_id = a.id AND (${publiclyVisibleCondition(now)}))`,
    ),
  )

/**
 * The accounts that everybody may see, because each is the author of a public event, venue or organizer.
 * @param now seconds since 1970-01-01 UTC
 * @param ids if given, only accounts with these ids
 */
export const listAuthorsOfPublicPosts = (db: Reader, now: number, ids?: readonly number[]): Promise<Account[]> =>
  db.all<Account>(
    sql`SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE ${joinWithAnd([
      isAuthor(now),
      ...(ids ? [db.dialect.inList(sql`a.id`, ids)] : []),
    ])}`,
  )

/** Loads the accounts with these ids. Ids without an account are skipped. */
export const readAccountsById = (db: Reader, ids: readonly number[]): Promise<Account[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.all<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE ${db.dialect.inList(sql`a.id`, ids)}`)
