import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import { POST_KINDS } from '../../src/core/kinds.ts'
import { sql } from '../../src/db/database.ts'
import { tableOfKind } from '../../src/db/sql-fragments.ts'
import { ADMIN_ROUTES } from '../../src/http/admin/admin-routes.ts'
import { type AdminClient, createAdminClient, signIn } from '../kit/admin/client.ts'
import { makeHidden, makePublic, secret, secretsIn, storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

/** A login that only administrators may read. */
const FOR_ADMINISTRATORS = secret('login', 'administrator')

/**
 * Which secret words a role may read. Categories and tags are offered in forms, whatever uses them; the picture is also that of posts
 * of contributors and authors.
 */
const mayRead = (role: string, word: string): boolean => {
  if (role === 'administrator' || word.endsWith(`zq${role}zq`)) return true
  if (word === FOR_ADMINISTRATORS) return false
  if (role === 'editor') return true
  return role !== 'guest' && role !== 'subscriber' && /^zq(category|tag|picture)zq/.test(word)
}

forEachEngine('roles, pages and methods', (engine) => {
  const server = withServer(engine)
  /** For each variable of a path, by the first part of the path, values that lead to secret records. */
  const values: Record<string, Record<string, (number | string)[]>> = {}

  before(async () => {
    const hidden = await makeHidden(server, await makePublic(server))
    const ofEditor = hidden.posts.filter(({ owner }) => owner === 'editor')
    for (const { name, id } of ofEditor) values[name] = { id: [...(values[name]?.id ?? []), id] }
    values.categories = { id: [hidden.category.id] }
    values.tags = { id: [hidden.tag.id] }
    const upload = await storePixel(server, secret('upload', 'editor'))
    await server.db.transaction((tx) => tx.run(sql`UPDATE picture SET is_withdrawn = 1 WHERE id = ${upload.id}`))
    values.media = { id: [hidden.picture.id, upload.id] }
    const admin = await signIn(server, 'administrator')
    const login = FOR_ADMINISTRATORS
    await admin.post('/admin/users/new', { login, name: login, email: `${login}@a.example`, role: 'author' })
    const account = await server.db.get<{ id: number }>(sql`SELECT id FROM account WHERE login = ${login}`)
    values.users = { id: [account?.id as number] }
    const [title, sender, note] = ['submission', 'sender', 'note'].map((of) => secret(of, 'editor'))
    await server.db.transaction((tx) =>
      tx.run(sql`INSERT INTO submission (token_hash, form_nonce, state, language, title, start_date, fields, content_hash,
          sender_name, sender_email, message, network_hash, sent_at)
        VALUES ('t', 'n', 'waiting', 'en', ${title}, '2030-07-01T10:00', ${JSON.stringify({ title })}, 'c',
          ${sender}, 'a@b.example', ${note}, 'w', ${server.clock.now})`),
    )
    const submission = await server.db.get<{ id: number }>(sql`SELECT id FROM submission`)
    values.submissions = { id: [submission?.id as number] }
    const revisions = await server.db.all<{ id: number }>(sql`SELECT id FROM revision ORDER BY id DESC LIMIT 3`)
    for (const one of Object.values(values)) {
      Object.assign(one, { revision: revisions.map(({ id }) => id), language: ['de'], number: [1] })
    }
    const { batch_id: batch = '' } =
      (await server.db.get<{ batch_id: string }>(sql`SELECT batch_id FROM revision`)) ?? {}
    values.undo = { batch: [batch] }
  })

  /** All paths of a route, with the ids of secret records. */
  function addressesOf(path: string): string[] {
    const [, area = ''] = path.split('/')
    const found = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    return found.reduce(
      (paths, name) => {
        const of = values[area]?.[name] ?? (name === 'token' ? ['wrong'] : [1])
        return paths.flatMap((one) => of.map((value) => one.replace(`:${name}`, String(value))))
      },
      [`/admin${path}`],
    )
  }

  /** Queries that ask tables and searches for everything. */
  const QUERY = '?search=zq&when=all&status=draft&state=waiting&when=all&to=/admin/events&name=zq&from='

  for (const role of ['guest', 'subscriber', 'contributor', 'author', 'editor'] as const) {
    test(`no page shows ${role} what only others may read`, async () => {
      const client = role === 'guest' ? createAdminClient(server) : await signIn(server, role)
      const [drafted = 0] = values.events?.id ?? []
      const seen = new Set<string>()
      for (const { path, methods } of ADMIN_ROUTES) {
        if (!methods.includes('GET')) continue
        for (const address of addressesOf(path)) {
          const { status, html } = await client.get(`${address}${QUERY}${drafted}`)
          ok(status < 500, `${address}: ${status}`)
          const words = secretsIn(html)
          for (const word of words) seen.add(word)
          deepEqual(
            words.filter((word) => !mayRead(role, word)),
            [],
            `${address}: ${status}`,
          )
        }
      }
      const others = [...seen].filter((word) => word.endsWith('zqeditorzq')).length
      ok(role === 'editor' ? others > 10 : role === 'guest' || role === 'subscriber' ? others === 0 : others > 0)
    })
  }

  for (const role of ['subscriber', 'contributor', 'author'] as const) {
    test(`no form of ${role} changes or shows what only others may write`, async () => {
      const client = await signIn(server, role)
      const state = await stateOf()
      for (const { path, methods } of ADMIN_ROUTES) {
        if (!methods.includes('POST') || !path.includes(':') || path.startsWith('/me/')) continue
        for (const address of addressesOf(path)) {
          const { status, html } = await client.post(address, { title: 'Mine', version: '1', action: 'publish', role })
          ok(status < 500, `${address}: ${status}`)
          deepEqual(
            secretsIn(html).filter((word) => !mayRead(role, word)),
            [],
            address,
          )
        }
      }
      const ids = [...(values.events?.id ?? [])].map(String)
      for (const path of ['/admin/events/bulk', '/admin/trash']) {
        const chosen = Object.fromEntries(ids.map((id, index) => [`ids[${index}]`, id]))
        for (const step of ['preview', 'apply', 'restore', 'delete', 'confirm']) {
          const { status, html } = await client.post(path, { ...chosen, action: step, step, status: 'publish' })
          ok(status < 500, `${path}: ${status}`)
          deepEqual(
            secretsIn(html).filter((word) => !mayRead(role, word)),
            [],
            `${path} ${step}`,
          )
        }
      }
      deepEqual(await stateOf(), state)
    })
  }

  for (const role of ['contributor', 'author'] as const) {
    test(`no form of ${role} links to a record or picture that only others may see, by its name or number`, async () => {
      const client = await signIn(server, role)
      const name = secret('title', 'editor')
      const hiddenPicture = values.media?.id?.at(-1)
      const when = { start_date_day: '2030-07-01', start_date_time: '10:00', end_date_day: '2030-07-01' }
      const fields = {
        title: `By ${role}`,
        ...when,
        'venue[0][name]': name,
        'organizer[0][name]': name,
        'series[0][name]': name,
        action: 'draft',
      }
      const refused = await client.post('/admin/events/new', { ...fields, image_number: String(hiddenPicture) })
      equal(refused.status, 400, refused.html)
      match(refused.html, /href="#field-image"/)
      const { location = '' } = await client.post('/admin/events/new', fields)
      const { body } = await server.ask('GET', `/events/${location.split('/').pop()}`, { as: role })
      const linked = [body.venue, body.organizer, body.series].flat().map((one: { id: number }) => one?.id)
      const hidden = ['venues', 'organizers', 'series'].flatMap((area) => values[area]?.id ?? [])
      equal(linked.length, 3)
      deepEqual(
        linked.filter((id) => hidden.includes(id)),
        [],
      )
    })
  }

  test('no form is accepted from another site, without the token of the session, or with that of another session', async () => {
    const client = await signIn(server, 'administrator')
    const other = await signIn(server, 'administrator')
    const state = await stateOf()
    for (const { path, methods, access } of ADMIN_ROUTES) {
      if (!methods.includes('POST')) continue
      const [address = ''] = addressesOf(path)
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: '' }]) {
        equal((await client.post(address, {}, headers)).status, 403, `${address}: ${JSON.stringify(headers)}`)
      }
      if (access === 'anyone') continue
      for (const token of ['', await tokenOf(other)]) {
        equal((await client.post(address, { form_token: token })).status, 403, address)
      }
    }
    deepEqual(await stateOf(), state)
  })

  const tokenOf = async (client: AdminClient) =>
    /name="form_token" value="([^"]+)"/.exec((await client.get('/admin/me')).html)?.[1] as string

  /** The versions of all records, pictures, accounts and submissions. */
  const stateOf = () =>
    Promise.all([
      ...POST_KINDS.map((kind) => server.db.all(sql`SELECT id, version, status FROM ${tableOfKind(kind)} ORDER BY id`)),
      server.db.all(sql`SELECT id, version FROM picture ORDER BY id`),
      server.db.all(sql`SELECT id, role, disabled_at FROM account ORDER BY id`),
      server.db.all(sql`SELECT id, state FROM submission ORDER BY id`),
    ])
})
