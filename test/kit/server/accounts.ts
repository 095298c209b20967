import { type AccountRole, createAccount } from '../../../src/accounts/account-store.ts'
import { addApiToken } from '../../../src/accounts/api-tokens.ts'
import type { Database } from '../../../src/db/database.ts'

/** Callers of a test server; `other` is a second author. */
export const TEST_CALLERS = [
  'guest',
  'subscriber',
  'contributor',
  'author',
  'other',
  'editor',
  'administrator',
] as const
export type TestCaller = (typeof TEST_CALLERS)[number]

export interface TestAccounts {
  ids: Record<Exclude<TestCaller, 'guest'>, number>
  /** Bearer tokens. */
  tokens: Record<Exclude<TestCaller, 'guest'>, string>
}

/** Creates one account with one token for each caller but the guest. @param now seconds since 1970-01-01 UTC */
export async function createTestAccounts(db: Database, now: number): Promise<TestAccounts> {
  const ids = {} as TestAccounts['ids']
  const tokens = {} as TestAccounts['tokens']
  await db.transaction(async (tx) => {
    for (const caller of TEST_CALLERS) {
      if (caller === 'guest') continue
      const role: AccountRole = caller === 'other' ? 'author' : caller
      const account = await createAccount(tx, { login: caller, role }, now)
      ids[caller] = account.id
      tokens[caller] = await addApiToken(tx, account.id, 'test', undefined, now)
    }
  })
  return { ids, tokens }
}
