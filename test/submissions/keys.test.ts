import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { claimNextDueMail } from '../../src/mail/mail-outbox.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { addSubmissionKey } from '../../src/submissions/submission-keys.ts'
import { createAdminClient, signIn } from '../kit/admin/client.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import type { TestServer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const EVENT = {
  title: 'Choir of the harbour',
  start_date: '2030-07-01 19:00',
  end_date: '2030-07-01 21:00',
  venue: 'Old customs house',
  cost: 12,
  all_day: false,
  description: `Songs of the sea. ${'la '.repeat(2000)}end`,
}
const SUBMISSION = {
  ...EVENT,
  sender_name: 'Aino Virta',
  sender_email: 'Aino@choir.example',
  message: 'Please list us.',
  consent: true,
}
const CLUB = 'https://club.example'
const HOUR = 3600

interface Sent {
  body?: object
  key: string
  headers?: Record<string, string>
}

const send = (server: TestServer, { body = {}, key, headers = {} }: Sent) =>
  server.ask('POST', '/submissions', {
    body: { ...SUBMISSION, ...body },
    headers: { authorization: `Bearer ${key}`, ...headers },
  })

const createKey = (server: TestServer, origins: string[] = []) =>
  server.db.transaction((tx) => addSubmissionKey({ ...loadScope(server.db), db: tx }, { name: 'Sports club', origins }))
const allow = (server: TestServer) => server.db.transaction((tx) => writeSiteSettings(tx, { submissions: 'anyone' }))
const empty = (server: TestServer) =>
  server.db.transaction(async (tx) => {
    for (const table of [sql`submission`, sql`mail`, sql`event`]) await tx.run(sql`DELETE FROM ${table}`)
  })
const storedTitles = async (server: TestServer) =>
  (await server.db.all<{ title: string }>(sql`SELECT title FROM submission ORDER BY id`)).map(({ title }) => title)

forEachEngine('forms on other sites', (engine) => {
  const server = withServer(engine, { trustProxy: 1 }, allow)
  beforeEach(() => empty(server))

  test('an editor creates a key, which is shown once, and revokes it', async () => {
    for (const role of ['subscriber', 'contributor', 'author'] as const) {
      equal((await (await signIn(server, role)).get('/admin/submission-keys')).status, 403)
    }
    const editor = await signIn(server, 'editor')
    const refused = await editor.post('/admin/submission-keys', { name: 'Club', origins: `${CLUB}/form` })
    equal(refused.status, 400)
    match(refused.html, /Origins must be at most 20 origins/)
    const { status, html } = await editor.post('/admin/submission-keys', { name: '<b>Club</b>', origins: '' })
    equal(status, 200)
    const key = /als_[\w-]{43}/.exec(html)?.[0] as string
    ok(!html.includes('<b>Club</b>'))
    equal((await send(server, { key })).status, 202)
    const list = (await editor.get('/admin/submission-keys')).html
    ok(!list.includes(key))
    match(list, /&#60;b&#62;Club.*15 June 2030.*>1<\/td>/s)
    const id = /submission-keys\/(\d+)\/revoke/.exec(list)?.[1]
    match((await editor.get('/admin/submissions')).html, /Choir of the harbour/)
    equal((await editor.post(`/admin/submission-keys/${id}/revoke`)).status, 303)
    equal((await editor.post(`/admin/submission-keys/${id}/revoke`)).status, 404)
    assertRefused(await send(server, { key }), { status: 401, code: 'submission-key-invalid' })
    const { body } = await server.ask('GET', '/audit?collection=submission-keys', { as: 'administrator' })
    deepEqual(
      body.audit.map(({ action, face, user }: Record<string, string>) => [action, face, user]),
      [
        ['deleted', 'admin', 'editor'],
        ['created', 'admin', 'editor'],
      ],
    )
  })

  test('a submission of a server with a secret key waits for an editor, who publishes it', async () => {
    const { status, body, headers } = await send(server, { key: await createKey(server) })
    equal(status, 202, JSON.stringify(body))
    equal(body.state, 'waiting')
    match(String(headers['cache-control']), /no-store/)
    const path = new URL(body.url).pathname
    match((await createAdminClient(server).get(path)).html, /Waits for an editor/)
    const editor = await signIn(server, 'editor')
    const list = (await editor.get('/admin/submissions')).html
    const page = /\/admin\/submissions\/\d+/.exec(list)?.[0] as string
    const { html } = await editor.get(page)
    match(html, /Sports club.*|la end/s)
    equal((await server.ask('GET', '/events')).body.total, 0)
    equal((await editor.post(page, { decision: 'publish' })).status, 303)
    const { events } = (await server.ask('GET', '/events')).body
    deepEqual([events[0].title, events[0].cost, events[0].venue.venue], [EVENT.title, '$12', EVENT.venue])
    match(events[0].description, /la end/)
  })

  test('a request without a valid key, from another origin, or while nobody may hand in events is refused', async () => {
    const secret = await createKey(server)
    const club = await createKey(server, [CLUB])
    const invalid = { status: 401, code: 'submission-key-invalid' }
    assertRefused(await server.ask('POST', '/submissions', { body: SUBMISSION }), invalid)
    assertRefused(await server.ask('POST', '/submissions', { body: SUBMISSION, as: 'administrator' }), invalid)
    assertRefused(await send(server, { key: `${secret}x` }), invalid)
    const foreign = { status: 403, code: 'submission-origin' }
    for (const [key, origin] of [
      [secret, CLUB],
      [club, 'https://evil.example'],
      [club, 'null'],
    ] as const) {
      assertRefused(await send(server, { key, headers: { origin } }), foreign)
    }
    assertRefused(await send(server, { key: club }), foreign)
    await server.db.transaction((tx) => writeSiteSettings(tx, { submissions: 'off' }))
    assertRefused(await send(server, { key: secret }), { status: 403, code: 'submissions-off' })
    await allow(server)
    // A submission key has no rights anywhere else.
    const events = await server.ask('GET', '/events?status=draft', { headers: { authorization: `Bearer ${secret}` } })
    equal(events.status, (await server.ask('GET', '/events?status=draft')).status)
    deepEqual(await storedTitles(server), [])
  })

  test('only pages of the origins of a key may read responses', async () => {
    await createKey(server, [CLUB])
    const preflight = (origin: string) =>
      server.ask('OPTIONS', '/submissions', { headers: { origin, 'access-control-request-method': 'POST' } })
    const allowed = await preflight(CLUB)
    equal(allowed.status, 200)
    equal(allowed.headers['access-control-allow-origin'], CLUB)
    match(String(allowed.headers['access-control-allow-headers']), /Authorization.*Idempotency-Key/)
    equal((await preflight('https://evil.example')).headers['access-control-allow-origin'], undefined)
    const refused = await send(server, { key: 'als_x', headers: { origin: 'https://evil.example' } })
    equal(refused.headers['access-control-allow-origin'], undefined)
    equal(
      (await send(server, { key: 'als_x', headers: { origin: CLUB } })).headers['access-control-allow-origin'],
      CLUB,
    )
  })

  for (const [what, body, params] of [
    ['a date in the past', { start_date: '2030-06-01 10:00', end_date: '2030-06-01 11:00' }, ['start_date']],
    ['a broken date', { start_date: 'soon' }, ['start_date']],
    ['three links', { description: 'http://a.example http://b.example www.c.example' }, ['description']],
    ['a link in the title', { title: 'See http://a.example' }, ['title']],
    ['no consent', { consent: false }, ['consent']],
    ['a broken address', { sender_email: 'aino' }, ['sender_email']],
    ['an object as venue', { venue: { venue: 'x' } }, ['venue']],
    ['a list as title', { title: ['x'] }, ['title']],
    ['a name as category', { categories: 'music' }, ['categories']],
    ['an empty address', { sender_email: '' }, ['sender_email']],
    ['a script as website', { website: 'javascript:alert(1)' }, ['website']],
    ['a picture without https', { image: 'http://a.example/x.png' }, ['image']],
    ['a text that cannot be stored', { sender_name: 'a\0b' }, ['sender_name']],
    ['a long title', { title: 'x'.repeat(201) }, ['title']],
  ] as const) {
    test(`a submission with ${what} is refused with 400, which names the field`, async () => {
      const answer = await send(server, { key: await createKey(server), body })
      equal(answer.body.code, 'rest_invalid_param', JSON.stringify(answer.body))
      deepEqual(Object.keys(answer.body.data.params), params)
      deepEqual(await storedTitles(server), [])
    })
  }

  test('missing fields are reported together', async () => {
    const missing = { title: undefined, sender_email: undefined, consent: undefined }
    const answer = await send(server, { key: await createKey(server), body: missing })
    const params = ['title', 'sender_email', 'consent']
    deepEqual([answer.body.code, answer.body.data.params], ['rest_missing_callback_param', params])
  })

  test('a repeated request with an Idempotency-Key is handled once, and keys of sites are apart from each other', async () => {
    const key = await createKey(server)
    const headers = { 'idempotency-key': 'one' }
    const first = await send(server, { key, headers })
    const second = await send(server, { key, headers })
    equal(second.headers['idempotency-replayed'], 'true')
    deepEqual([second.status, second.body], [first.status, first.body])
    const changed = await send(server, { key, headers, body: { title: 'Another' } })
    assertRefused(changed, { status: 422, code: 'idempotency-key-reused' })
    const other = await send(server, { key: await createKey(server), headers, body: { title: 'Another' } })
    equal(other.status, 202)
    const again = await send(server, { key })
    deepEqual(Object.keys(again.body.data.params), ['title'], 'the same event waits already')
    deepEqual(await storedTitles(server), [EVENT.title, 'Another'])
  })

  test('a key has 60 submissions an hour, and the network of a browser one without mail', async () => {
    const key = await createKey(server)
    const from = (address: string, origin?: string) => ({ 'x-forwarded-for': address, ...(origin && { origin }) })
    for (let index = 0; index < 61; index += 1) {
      const headers = from(`198.51.100.${index}`)
      const { status } = await send(server, { key, headers, body: { title: `Event ${index}` } })
      equal(status, index < 60 ? 202 : 429)
    }
    server.clock.now += HOUR
    equal((await send(server, { key, body: { title: 'An hour later' } })).status, 202)
    const club = await createKey(server, [CLUB])
    const statuses = []
    for (const [address, title] of [
      ['203.0.113.1', 'One'],
      ['203.0.113.1', 'Two'],
      ['203.0.113.2', 'Three'],
    ] as const) {
      const answer = await send(server, { key: club, headers: from(address, CLUB), body: { title } })
      statuses.push(answer.status)
      if (answer.status === 429) ok(Number(answer.headers['retry-after']) > 0)
    }
    deepEqual(statuses, [202, 429, 202])
  })
})

forEachEngine('forms on other sites with mail', (engine) => {
  const mail = { mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'calendar@town.example' } }
  const server = withServer(engine, mail, allow)
  beforeEach(() => empty(server))

  test('a submission of a page is confirmed with the link in a mail, which the response does not contain', async () => {
    const club = await createKey(server, [CLUB])
    const answer = await server.ask('POST', '/submissions', {
      body: SUBMISSION,
      headers: { authorization: `Bearer ${club}`, origin: CLUB },
      root: 'de',
    })
    deepEqual([answer.status, answer.body], [202, { state: 'unconfirmed', url: null }])
    const sent = await claimNextDueMail(server.db, server.clock.now)
    equal(sent?.recipient, 'aino@choir.example')
    const link = /http:\/\/localhost(\/de\/submit\/sent\/[\w-]{43})/.exec(sent?.body ?? '')?.[1] as string
    const editor = await signIn(server, 'editor')
    ok(!(await editor.get('/admin/submissions')).html.includes(EVENT.title))
    equal((await createAdminClient(server).post(`${link}/confirm`)).status, 303)
    match((await editor.get('/admin/submissions')).html, /Choir of the harbour/)
  })

  test('a secret key needs no confirmation', async () => {
    const { body } = await send(server, { key: await createKey(server), body: { title: 'Another' } })
    equal(body.state, 'waiting')
  })
})
