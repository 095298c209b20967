import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccountRole, createAccount, removeAccount } from '../../src/accounts/account-store.ts'
import { addApiToken, listApiTokens, revokeApiToken } from '../../src/accounts/api-tokens.ts'
import {
  addApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../../src/accounts/application-passwords.ts'
import { type VerifyPassword, verifyPassword } from '../../src/accounts/password-hash.ts'
import { type Credentials, createCredentialVerifier } from '../../src/accounts/verify-credentials.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_NOW } from '../kit/server/server.ts'

const basic = (login: string, password: string) => `Basic ${btoa(`${login}:${password}`)}`

forEachEngine('revocations take effect at once in every process:', (engine) => {
  let db: Database
  let other: Database
  /** The credentials of two processes on one database, each with its own cache. */
  let both: Credentials[]
  /** Checks a password against a hash once for both, because only their caches are tested. */
  const checks = new Map<string, Promise<boolean>>()
  const verify: VerifyPassword = (value, stored) => {
    const key = `${stored} ${value}`
    const check = checks.get(key) ?? verifyPassword(value, stored)
    checks.set(key, check)
    return check
  }
  before(async () => {
    const url = await engine.url()
    db = await openDatabase(url)
    other = await openDatabase(url)
    both = [createCredentialVerifier(db, { verify }), createCredentialVerifier(other, { verify })]
  })
  after(async () => {
    await other.close()
    await db.close()
  })

  let made = 0
  const person = async () => {
    const login = `person${++made}`
    return db.transaction(async (tx) => {
      const { id } = await createAccount(tx, { login, role: 'editor' }, TEST_NOW)
      const password = await addApplicationPassword(tx, id, 'test', 'a password for one', TEST_NOW)
      const token = await addApiToken(tx, id, 'test', undefined, TEST_NOW)
      return { id, login, presented: [basic(login, password), `Bearer ${token}`] }
    })
  }
  const rolesOf = (presented: string) =>
    Promise.all(both.map(async (one) => (await one.authenticate(presented, TEST_NOW)).role))
  const refused = (presented: string) =>
    Promise.all(both.map((one) => rejects(one.authenticate(presented, TEST_NOW), /invalid|incorrect/)))

  test('of a credential', async () => {
    const { id, presented } = await person()
    for (const one of presented) deepEqual(await rolesOf(one), ['editor', 'editor'])
    await db.transaction(async (tx) => {
      for (const { id: password } of await listApplicationPasswords(tx, id))
        await revokeApplicationPassword(tx, id, password)
      for (const { id: token } of await listApiTokens(tx, id)) await revokeApiToken(tx, id, token)
    })
    for (const one of presented) await refused(one)
  })

  test('of an account, even if a new one has the same login', async () => {
    const { login, presented } = await person()
    for (const one of presented) await rolesOf(one)
    await db.transaction((tx) => removeAccount(tx, login))
    for (const one of presented) await refused(one)
    await db.transaction((tx) => createAccount(tx, { login, role: 'administrator' }, TEST_NOW))
    for (const one of presented) await refused(one)
  })

  test('of a right, by a change of role', async () => {
    const { login, presented } = await person()
    for (const one of presented) await rolesOf(one)
    for (const role of ['subscriber', 'author']) {
      await db.transaction((tx) => changeAccountRole(tx, login, role))
      for (const one of presented) deepEqual(await rolesOf(one), [role, role])
    }
  })

  test('a hash with a lower cost is replaced when its password is used', async () => {
    const { id, login } = await person()

    // The test vector of RFC 7914, section 12; the first 32 bytes.
    const key = '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2'
    const salt = Buffer.from('SodiumChloride').toString('base64url')
    const cheap = `scrypt$14$8$1$${salt}$${Buffer.from(key, 'hex').toString('base64url')}`
    await db.transaction((tx) => tx.run(sql`UPDATE application_password SET hash = ${cheap} WHERE account_id = ${id}`))
    const fresh = createCredentialVerifier(db)
    await rejects(fresh.authenticate(basic(login, 'pleaseletmeout'), TEST_NOW), /incorrect/)
    for (const _ of [1, 2]) equal((await fresh.authenticate(basic(login, 'pleaseletmein'), TEST_NOW)).role, 'editor')
    const row = await db.get<{ hash: string }>(sql`SELECT hash FROM application_password WHERE account_id = ${id}`)
    match(String(row?.hash), /^scrypt\$14\$8\$5\$/)
  })
})
