import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { claimNextDueMail } from '../../src/mail/mail-outbox.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { insertSubmission } from '../../src/submissions/submission-store.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const FIELDS = {
  title: 'Choir of the harbour',
  start_date: '2030-07-01 19:00',
  end_date: '2030-07-01 21:00',
  venue: 'Old customs house',
}
const MAIL = { mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'calendar@town.example' } }

forEachEngine('review of submissions by the API', (engine) => {
  const server = withServer(engine, MAIL)
  let made = 0
  before(() => server.db.transaction((tx) => writeSiteSettings(tx, { submissions: 'anyone' })))
  beforeEach(() =>
    server.db.transaction(async (tx) => {
      for (const table of [sql`submission`, sql`mail`, sql`event`]) await tx.run(sql`DELETE FROM ${table}`)
    }),
  )

  /** Stores a submission. @returns its id */
  async function submit(fields: object = {}, state: 'waiting' | 'unconfirmed' = 'waiting'): Promise<number> {
    made += 1
    const sender = { name: 'Aino Virta', email: `aino${made}@choir.example`, message: 'Please list us.' }
    const sent = { fields: { ...FIELDS, ...fields }, sender, nonce: `nonce ${made}`, networkHash: '', state }
    await server.db.transaction((tx) =>
      insertSubmission({ ...loadScope(server.db), db: tx, language: 'de', now: TEST_NOW }, sent),
    )
    return (await server.db.get<{ id: number }>(sql`SELECT MAX(id) AS id FROM submission`))?.id as number
  }
  const decide = (id: number, body: object, as: TestCaller = 'editor') =>
    server.ask('POST', `/submissions/${id}/decision`, { as, body })
  const mailBody = async () => (await claimNextDueMail(server.db, server.clock.now))?.body ?? ''

  test('an editor lists the submissions that wait, oldest first, page by page, and reads one', async () => {
    const [first, second] = [await submit(), await submit({ title: 'Second' })]
    const unconfirmed = await submit({ title: 'Canary' }, 'unconfirmed')
    const { body, status, headers } = await server.ask('GET', '/submissions?per_page=1', { as: 'editor' })
    deepEqual([status, body.total, body.total_pages, headers['x-tec-total']], [200, 2, 2, '2'])
    deepEqual(
      body.submissions.map((one: { id: number }) => one.id),
      [first],
    )
    const next = await server.ask('GET', `${new URL(body.next_rest_url).pathname.split('/v1')[1]}?per_page=1&page=2`, {
      as: 'editor',
    })
    equal(next.body.submissions[0].id, second)
    const read = await server.ask('GET', `/submissions/${first}`, { as: 'editor' })
    const { fields, sender_name: name, language, state, picture, notes, review_url: page } = read.body
    deepEqual([fields, name, language, state, picture, notes], [FIELDS, 'Aino Virta', 'de', 'waiting', null, []])
    equal(page, `http://localhost/admin/submissions/${first}`)
    assertRefused(await server.ask('GET', `/submissions/${unconfirmed}`, { as: 'editor' }), {
      status: 404,
      code: 'submission-not-found',
    })
    assertRefused(await decide(unconfirmed, { decision: 'publish' }), { status: 404, code: 'submission-not-found' })
    ok(!JSON.stringify((await server.ask('GET', '/submissions', { as: 'editor' })).body).includes('Canary'))
    for (const id of [first, second]) equal((await decide(id, { decision: 'spam' })).status, 200)
    equal((await server.ask('GET', '/submissions?state=spam', { as: 'editor' })).body.total, 2)
  })

  test('publishing creates the event with the rights of the editor, in the language of the sender, once', async () => {
    const id = await submit({ title: 'Hafenchor', image: 'https://not-allowed.example/a.png' })
    const { status, body } = await decide(id, { decision: 'publish', reason: 'Viel Erfolg!' })
    deepEqual([status, body.state, body.reason], [200, 'accepted', 'Viel Erfolg!'])
    const event = (await server.ask('GET', `/events/${body.event}?lang=de`)).body
    deepEqual([event.title, event.language, event.image], ['Hafenchor', 'de', false])
    match(await mailBody(), /Viel Erfolg!/)
    assertRefused(await decide(id, { decision: 'refuse', reason: 'No' }), { status: 409, code: 'submission-decided' })
    const audit = (await server.ask('GET', '/audit?collection=submissions&action=updated', { as: 'administrator' }))
      .body
    deepEqual([audit.audit[0].user, audit.audit[0].face], ['editor', 'native'])
  })

  test('an event that cannot be created is refused with its fields, and nothing is stored', async () => {
    const id = await submit({ website: 'javascript:alert(1)' })
    const countOf = async () => (await server.ask('GET', '/events', { as: 'editor' })).body.total
    const count = await countOf()
    assertRefused(await decide(id, { decision: 'draft' }), {
      status: 400,
      code: 'rest_invalid_param',
      params: ['website'],
    })
    equal(await countOf(), count)
    equal((await server.ask('GET', `/submissions/${id}`, { as: 'editor' })).body.state, 'waiting')
    equal((await decide(id, { decision: 'spam' })).status, 200)
  })

  test('a question and a refusal need a reason, which the sender gets', async () => {
    const id = await submit()
    for (const decision of ['ask', 'refuse']) {
      const { body } = await decide(id, { decision, reason: ' ' })
      deepEqual([body.code, body.data.params], ['rest_missing_callback_param', ['reason']])
    }
    for (const [body, params] of [
      [{ decision: 'burn' }, ['decision']],
      [{ decision: 'refuse', reason: 'x'.repeat(2001) }, ['reason']],
      [{ decision: 'draft', image: 'maybe' }, ['image']],
    ] as const) {
      const { status, body: refusal } = await decide(id, body)
      deepEqual([status, Object.keys(refusal.data.params)], [400, [...params]])
    }
    equal((await decide(id, { decision: 'ask', reason: 'Which choir?' })).body.state, 'question')
    match(await mailBody(), /Which choir\?/)
    equal((await decide(id, { decision: 'refuse', reason: 'Too late' })).body.state, 'refused')
    match(await mailBody(), /Too late/)
  })

  test('notes are for editors, and an Idempotency-Key stores one only once', async () => {
    const id = await submit()
    const headers = { 'idempotency-key': 'note-1' }
    const note = () =>
      server.ask('POST', `/submissions/${id}/notes`, { as: 'editor', body: { note: '<b>Good</b>' }, headers })
    deepEqual([(await note()).status, (await note()).headers['idempotency-replayed']], [200, 'true'])
    const { notes } = (await server.ask('GET', `/submissions/${id}`, { as: 'editor' })).body
    deepEqual(notes, [{ user: 'editor', note: '<b>Good</b>', date: '2030-06-15 12:00:00' }])
    const { body } = await server.ask('POST', `/submissions/${id}/notes`, { as: 'editor', body: {} })
    deepEqual(body.data.params, ['note'])
  })

  test('nobody below the role editor reads or decides anything', async () => {
    const id = await submit({ title: 'Canary concert' })
    for (const as of ['guest', 'subscriber', 'contributor', 'author'] as const) {
      for (const [method, path, body] of [
        ['GET', '/submissions', undefined],
        ['GET', `/submissions/${id}`, undefined],
        ['GET', '/submissions/999999', undefined],
        ['POST', `/submissions/${id}/decision`, { decision: 'publish' }],
        ['POST', `/submissions/${id}/notes`, { note: 'x' }],
      ] as const) {
        const answer = await server.ask(method, path, { as, ...(body && { body }) })
        assertRefused(answer, { status: as === 'guest' ? 401 : 403, code: 'rest_forbidden' })
        ok(!/canary|aino/i.test(JSON.stringify(answer.body)))
      }
    }
    equal((await server.ask('GET', `/submissions/${id}`, { as: 'editor' })).body.state, 'waiting')
  })
})

forEachEngine('files of pictures in the API', (engine) => {
  const server = withServer(engine)
  const type = { 'content-type': 'image/png' }

  test('a picture gets another file under the same id, and the former address leads to it', async () => {
    const made = await server.ask('POST', '/media', { as: 'author', body: PIXEL, headers: type })
    const path = `/media/${made.body.id}/file`
    const gif = Buffer.from('R0lGODlhAgABAIAAAP8AAAAAACH5BAAAAAAALAAAAAACAAEAAAICBAoAOw==', 'base64')
    const replace = (as: TestCaller, options: object = {}) =>
      server.ask('PUT', path, { as, body: gif, headers: { 'content-type': 'image/gif' }, ...options })
    for (const as of ['guest', 'subscriber', 'contributor', 'other'] as const) {
      assertRefused(await replace(as), { status: as === 'guest' ? 401 : 403, code: 'rest_forbidden' })
    }
    const wrong = await replace('author', { body: Buffer.from('text') })
    assertRefused(wrong, { status: 400, code: 'rest_invalid_param', params: ['file'] })
    assertRefused(await replace('author', { body: {}, headers: {} }), {
      status: 400,
      code: 'rest_missing_callback_param',
      params: ['file'],
    })
    const stale = await replace('author', { headers: { 'content-type': 'image/gif', 'if-match': '"9"' } })
    equal(stale.status, 412)
    const { status, body } = await replace('author')
    deepEqual([status, body.id, body.mime_type, body.width, body.version], [200, made.body.id, 'image/gif', 2, 2])
    ok(body.url !== made.body.url)
    const former = await server.ask('GET', `host:${new URL(made.body.url).pathname}`)
    deepEqual([former.status, former.headers.location], [302, new URL(body.url).pathname])
    equal((await server.ask('PUT', '/media/999999/file', { as: 'author', body: gif, headers: type })).status, 404)
  })
})
