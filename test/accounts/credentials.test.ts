import { deepEqual, equal, rejects } from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Account, changeAccountRole, createAccount, removeAccount } from '../../src/accounts/account-store.ts'
import { addApiToken, listApiTokens, revokeApiToken } from '../../src/accounts/api-tokens.ts'
import {
  addApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../../src/accounts/application-passwords.ts'
import { verifyPassword } from '../../src/accounts/password-hash.ts'
import { type Credentials, createCredentialVerifier } from '../../src/accounts/verify-credentials.ts'
import { ANONYMOUS } from '../../src/core/caller.ts'
import { CalendarError, type FailureCode } from '../../src/core/errors.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'

const NOW = 1_900_000_000

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

const refusal = (code: FailureCode) => (error: unknown) =>
  error instanceof CalendarError && error.code === code && error.status === 401

forEachEngine('credentials', (engine) => {
  let db: Database
  let credentials: Credentials
  /** The values that were checked against a hash in the current test. */
  let runs: string[]
  let bob: Account
  let made: string

  before(async () => {
    db = await engine.open()
    credentials = createCredentialVerifier(db, {
      verify(value, stored) {
        runs.push(value)
        return verifyPassword(value, stored)
      },
    })
    await db.transaction(async (tx) => {
      await createAccount(tx, { login: 'root', role: 'administrator' }, NOW)
      bob = await createAccount(tx, { login: 'bob', role: 'author', email: 'bob@example.org' }, NOW)
      made = await addApplicationPassword(tx, bob.id, 'made', undefined, NOW)
      await addApplicationPassword(tx, bob.id, 'given', 'p:w ü', NOW)
    })
    runs = []
  })

  const callerOf = (authorization: string | undefined, now = NOW) => credentials.authenticate(authorization, now)
  const asBob = () => ({ id: bob.id, login: 'bob', role: 'author' })
  const added = async (login: string, password: string) => {
    const account = await db.transaction(async (tx) => {
      const made = await createAccount(tx, { login, role: 'author' }, NOW)
      await addApplicationPassword(tx, made.id, 'x', password, NOW)
      return made
    })
    runs = []
    return account
  }

  for (const [what, authorization] of [
    ['nothing', undefined],
    ['an empty header', ''],
    ['a scheme alone', 'Basic'],
    ['another scheme', 'Digest username="bob"'],
    ['malformed base64', 'Basic !!!'],
    ['base64 without a colon', basic('bob')],
    ['base64 of malformed UTF-8', `Basic ${Buffer.from([0x62, 0x3a, 0xff]).toString('base64')}`],
    ['empty login and password', 'Basic Og=='],
    ['an empty login with a password of spaces', basic(':  ')],
    ['a foreign token', 'Bearer abc'],
    ['an empty token', 'Bearer '],
  ] as const) {
    test(`the caller is a guest: ${what}`, async () => {
      deepEqual(await callerOf(authorization), ANONYMOUS)
    })
  }

  for (const [what, pair] of [
    ['as generated', () => `bob:${made}`],
    ['without its spaces', () => `bob:${made.replaceAll(' ', '')}`],
    ['chosen by the user, with a colon, other spaces and a decomposed accent', () => 'bob:p:wu\u0308'],
    ['with the login in capitals', () => `BOB:${made}`],
    ['with the e-mail address', () => `Bob@Example.org:${made}`],
  ] as const) {
    test(`accepts an application password ${what}`, async () => {
      deepEqual(await callerOf(basic(pair())), asBob())
    })
  }

  for (const [what, authorization, code] of [
    ['a wrong password', basic('bob:wrong'), 'incorrect_password'],
    ['an empty password', basic('bob:'), 'incorrect_password'],
    ['a user without application passwords', basic('root:wrong'), 'incorrect_password'],
    ['an unknown user', basic('eve:wrong'), 'invalid_username'],
    ['an empty user', basic(':wrong'), 'invalid_username'],
    ['an unknown e-mail address', basic('eve@example.org:wrong'), 'invalid_username'],
    ['a login that cannot be stored', basic('b\0b:wrong'), 'invalid_username'],
    ['an unknown token', 'Bearer alm_unknown', 'rest_invalid_token'],
    ['the prefix of a token', 'bearer alm_', 'rest_invalid_token'],
  ] as const) {
    test(`refuses: ${what}`, async () => {
      await rejects(callerOf(authorization), refusal(code))
    })
  }

  test('checks each password once, whether correct or wrong', async () => {
    await added('ann', 'secret')
    const all = Array.from({ length: 5 }, () => callerOf(basic('ann:secret')))
    for (const caller of await Promise.all(all)) equal(caller.login, 'ann')
    for (let round = 0; round < 3; round += 1) {
      equal((await callerOf(basic('ann:secret'))).role, 'author')
      await rejects(callerOf(basic('ann:guess')), refusal('incorrect_password'))
      await rejects(callerOf(basic('nobody:guess')), refusal('invalid_username'))
    }
    deepEqual(runs, ['secret', 'guess', 'nobody\0guess'])
  })

  test('runs one query per request', async () => {
    let reads = 0
    const counting = createCredentialVerifier({
      ...db,
      all(statement) {
        reads += 1
        return db.all(statement)
      },
      get() {
        throw new Error('a second read')
      },
    })
    for (let round = 0; round < 3; round += 1) await counting.authenticate(basic(`bob:${made}`), NOW)
    equal(reads, 3)
  })

  test('a revoked password is refused at once, others remain valid', async () => {
    const eva = await added('eva', 'first')
    await db.transaction((tx) => addApplicationPassword(tx, eva.id, 'y', 'second', NOW))
    for (const password of ['first', 'second']) equal((await callerOf(basic(`eva:${password}`))).login, 'eva')
    const [first] = await listApplicationPasswords(db, eva.id)
    const revoke = (accountId: number) =>
      db.transaction((tx) => revokeApplicationPassword(tx, accountId, first?.id ?? 0))
    equal(await revoke(bob.id), false)
    equal(await revoke(eva.id), true)
    await rejects(callerOf(basic('eva:first')), refusal('incorrect_password'))
    equal((await callerOf(basic('eva:second'))).login, 'eva')
  })

  test('a change of role and a removal take effect at once', async () => {
    await added('ivy', 'secret')
    equal((await callerOf(basic('ivy:secret'))).role, 'author')
    await db.transaction((tx) => changeAccountRole(tx, 'ivy', 'subscriber'))
    equal((await callerOf(basic('ivy:secret'))).role, 'subscriber')
    await db.transaction((tx) => removeAccount(tx, 'ivy'))
    await rejects(callerOf(basic('ivy:secret')), refusal('invalid_username'))
  })

  test('a token works until it expires or is revoked', async () => {
    const add = (expiresAt?: number) => db.transaction((tx) => addApiToken(tx, bob.id, 'script', expiresAt, NOW))
    const [lasting, short] = [await add(), await add(NOW + 60)]
    deepEqual(await callerOf(`Bearer ${lasting}`), asBob())
    deepEqual(await callerOf(`bearer ${short}`, NOW + 59), asBob())
    await rejects(callerOf(`Bearer ${short}`, NOW + 60), refusal('rest_invalid_token'))
    await rejects(callerOf(`Bearer ${lasting}x`), refusal('rest_invalid_token'))
    const [first] = await listApiTokens(db, bob.id)
    equal(await db.transaction((tx) => revokeApiToken(tx, bob.id, first?.id ?? 0)), true)
    await rejects(callerOf(`Bearer ${lasting}`), refusal('rest_invalid_token'))
    equal(runs.includes(lasting), false)
  })

  test('no password or token is stored in plain text', async () => {
    const token = await db.transaction((tx) => addApiToken(tx, bob.id, 'x', undefined, NOW))
    const rows = await db.all<{ hash: string }>(
      sql`SELECT hash FROM application_password UNION ALL SELECT hash FROM token`,
    )
    const stored = rows.map(({ hash }) => hash).join('\n')
    for (const secret of [made, made.replaceAll(' ', ''), 'p:w', token, token.slice(4)]) {
      equal(stored.includes(secret), false)
    }
  })
})
