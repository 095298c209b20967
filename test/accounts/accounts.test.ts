import { deepEqual, equal, match, notEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import {
  ACCOUNT_ROLES,
  AccountError,
  changeAccountRole,
  createAccount,
  findAccountByLogin,
  listAccounts,
  type NewAccount,
  removeAccount,
  requireAccount,
} from '../../src/accounts/account-store.ts'
import { listApiTokens } from '../../src/accounts/api-tokens.ts'
import { createAdministratorIfMissing } from '../../src/accounts/create-administrator-if-missing.ts'
import { type Database, join, raw, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine, type TestEngine } from '../kit/engines/engines.ts'

const NOW = 1_900_000_000

const create = (db: Database, login: string, wanted: Partial<NewAccount> = {}) =>
  db.transaction((tx) => createAccount(tx, { login, role: 'author', ...wanted }, NOW))

const remove = (db: Database, login: string, heir?: string) => db.transaction((tx) => removeAccount(tx, login, heir))

const refusal = (message: RegExp) => (error: unknown) => error instanceof AccountError && message.test(error.message)

/** Creates one event, venue, organizer and picture of this author. */
async function giveRecords(db: Database, authorId: number): Promise<void> {
  const common = {
    author_id: authorId,
    original_language: 'en',
    status: 'draft',
    published_at: NOW,
    dating: 'floating',
    created_at: NOW,
  }
  const local = '2030-01-01 00:00:00'
  const times = { start_local: local, end_local: local, timezone: 'UTC', start_at: NOW, end_at: NOW }
  const file = {
    title: '',
    file_name: `${authorId}.png`,
    mime_type: 'image/png',
    extension: 'png',
    width: 1,
    height: 1,
  }
  const picture = { author_id: authorId, created_at: NOW, size_bytes: 1, content: Buffer.alloc(1), ...file }
  await db.transaction(async (tx) => {
    const insert = async (table: string, row: Record<string, unknown>) => {
      const values = { id: await tx.nextId('record'), ...row }
      const names = raw(Object.keys(values).join(', '))
      await tx.run(sql`INSERT INTO ${raw(table)} (${names}) VALUES (${join(Object.values(values))})`)
    }
    await insert('event', { ...common, ...times })
    await insert('venue', { ...common, search_text: '' })
    await insert('organizer', { ...common, search_text: '' })
    await insert('picture', { ...picture, search_text: '' })
  })
}

async function ownersIn(db: Database): Promise<number[]> {
  const owners: number[] = []
  for (const table of ['event', 'venue', 'organizer', 'picture']) {
    const rows = await db.all<{ author_id: number }>(sql`SELECT author_id FROM ${raw(table)}`)
    owners.push(...rows.map(({ author_id }) => author_id))
  }
  return owners
}

forEachEngine('accounts', (engine) => {
  test('a login is stored in lower case and found regardless of case', async () => {
    const db = await engine.open()
    const bob = await create(db, 'Bob', { role: 'editor', email: 'Bob@Example.org', displayName: 'Bob B.' })
    deepEqual(
      { ...bob },
      {
        id: bob.id,
        login: 'bob',
        email: 'bob@example.org',
        display_name: 'Bob B.',
        role: 'editor',
        created_at: NOW,
        disabled_at: null,
      },
    )
    deepEqual(await requireAccount(db, 'BOB'), bob)
    equal(await findAccountByLogin(db, 'bob@example.org'), undefined)
    await rejects(requireAccount(db, 'eve'), refusal(/no user "eve"/))
  })

  test('accounts are listed by login, and can have every role', async () => {
    const db = await engine.open()
    for (const role of ACCOUNT_ROLES) await create(db, role, { role })
    for (const login of ['zoe', '_x', 'a.b']) await create(db, login)
    const accounts = await listAccounts(db)
    deepEqual(
      accounts.map(({ login }) => login),
      ['_x', 'a.b', 'administrator', 'author', 'contributor', 'editor', 'subscriber', 'zoe'],
    )
  })

  test('malformed or taken values are refused', async () => {
    const db = await engine.open()
    await create(db, 'bob', { email: 'bob@example.org' })
    await create(db, 'nobody')
    for (const [wanted, message] of [
      [{ login: '' }, /a login has/],
      [{ login: 'with space' }, /a login has/],
      [{ login: 'x'.repeat(61) }, /a login has/],
      [{ login: 'müller' }, /a login has/],
      [{ role: 'king' }, /no role "king", only subscriber/],
      [{ role: 'guest' }, /no role "guest"/],
      [{ email: 'nowhere' }, /not an e-mail address/],
      [{ displayName: ' ' }, /on one line/],
      [{ displayName: 'a\u001b[2Jb' }, /on one line/],
      [{ login: 'BOB' }, /taken by the user "bob"/],
      [{ login: 'bob@example.org' }, /taken by the user "bob"/],
      [{ email: 'BOB@example.org' }, /taken by the user "bob"/],
    ] as const) {
      await rejects(create(db, 'eve', wanted), refusal(message))
    }
    equal(await findAccountByLogin(db, 'eve'), undefined)
  })

  test('an account that owns records is removed only with an heir', async () => {
    const db = await engine.open()
    const [bob, eve] = [await create(db, 'bob'), await create(db, 'eve')]
    await giveRecords(db, bob.id)
    await rejects(remove(db, 'bob'), refusal(/"bob" owns records \(4\)/))
    await rejects(remove(db, 'bob', 'bob'), refusal(/from itself/))
    await rejects(remove(db, 'bob', 'mallory'), refusal(/no user "mallory"/))
    deepEqual(await ownersIn(db), [bob.id, bob.id, bob.id, bob.id])
    equal(await remove(db, 'bob', 'Eve'), 4)
    deepEqual(await ownersIn(db), [eve.id, eve.id, eve.id, eve.id])
    equal(await findAccountByLogin(db, 'bob'), undefined)
  })

  test('an account without records is removed with all its credentials', async () => {
    const db = await engine.open()
    await createAdministratorIfMissing(db, undefined, NOW)
    const bob = await create(db, 'bob')
    await db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO token (account_id, name, hash, created_at) VALUES (${bob.id}, 'x', 'y', ${NOW})`)
    })
    equal(await remove(db, 'bob'), 0)
    equal((await listApiTokens(db, bob.id)).length, 0)
    await rejects(remove(db, 'bob'), refusal(/no user "bob"/))
  })

  test('the last administrator can be neither removed nor demoted', async () => {
    const db = await engine.open()
    await create(db, 'ann', { role: 'administrator' })
    await create(db, 'bob', { role: 'administrator' })
    const demote = (login: string) => db.transaction((tx) => changeAccountRole(tx, login, 'editor'))
    await demote('ann')
    await rejects(demote('bob'), refusal(/"bob" is the last administrator/))
    await rejects(remove(db, 'bob', 'ann'), refusal(/"bob" is the last administrator/))
    await db.transaction((tx) => changeAccountRole(tx, 'bob', 'administrator'))
    equal((await requireAccount(db, 'ann')).role, 'editor')
  })
})

forEachEngine('accounts, changed by two processes', (engine) => {
  test('of two administrators who remove each other one is left', () =>
    withTwo(engine, async (here, there) => {
      await create(here, 'ann', { role: 'administrator' })
      await create(here, 'bob', { role: 'administrator' })
      const outcomes = await Promise.allSettled([remove(here, 'ann'), remove(there, 'bob')])
      deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      equal((await listAccounts(here)).length, 1)
    }))

  test('of two concurrent first starts one creates the administrator', () =>
    withTwo(engine, async (here, there) => {
      const made = await Promise.all([here, there, here].map((db) => createAdministratorIfMissing(db, undefined, NOW)))
      const [first, ...others] = made.filter((result) => result !== undefined)
      deepEqual(others, [])
      equal(first?.login, 'admin')
      match(first?.password ?? '', /^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/)
      equal((await listAccounts(there)).length, 1)
      equal(await createAdministratorIfMissing(there, 'pw', NOW), undefined)
    }))
})

forEachEngine('first start', (engine) => {
  test('uses a given password', async () => {
    const db = await engine.open()
    const { linkToken = '', ...first } = (await createAdministratorIfMissing(db, 'pw', NOW)) ?? {}
    deepEqual(first, { login: 'admin', password: 'pw' })
    match(linkToken, /^[\w-]{43}$/)
    equal((await requireAccount(db, 'admin')).role, 'administrator')
  })

  test('adds an administrator to existing users, but does not change an existing `admin`', async () => {
    const [added, named] = [await engine.open(), await engine.open()]
    await create(added, 'bob')
    notEqual(await createAdministratorIfMissing(added, undefined, NOW), undefined)
    await create(named, 'admin', { role: 'author' })
    equal(await createAdministratorIfMissing(named, undefined, NOW), undefined)
  })
})

async function withTwo(engine: TestEngine, work: (here: Database, there: Database) => Promise<void>): Promise<void> {
  const url = await engine.url()
  const here = await openDatabase(url)
  const there = await openDatabase(url)
  try {
    await work(here, there)
  } finally {
    await here.close()
    await there.close()
  }
}
