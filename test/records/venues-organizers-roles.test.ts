import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { LINKED_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { startServer, TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const NEVER = '0000-00-00 00:00:00'
const HOUR = 3600

for (const { kind, path } of LINKED_KINDS) {
  forEachEngine(`rights for ${path.slice(1)}`, (engine) => {
    const server = withServer(engine)
    const makers = makersOf(server)
    const make = makers[kind]

    const named = (name: string, rest: Record<string, unknown> = {}) => ({ [kind]: name, ...rest })
    const item = ({ id }: { id: number }) => `${path}/${id}`
    const editor = { as: 'editor' } as const

    for (const [as, sent, stored] of [
      ['editor', {}, 'publish'],
      ['editor', { status: 'draft' }, 'draft'],
      ['editor', { status: 'pending' }, 'pending'],
      ['editor', { status: 'private' }, 'private'],
      ['editor', { status: 'future' }, 'publish'],
      ['editor', { status: 'future', date: '2030-06-16' }, 'future'],
      ['editor', { status: 'publish', date_utc: '2030-06-15 12:00:01' }, 'future'],
      ['editor', { status: 'future', date: '2020-01-01' }, 'publish'],
      ['editor', { status: 'draft', date: '2031-01-01' }, 'draft'],
      ['author', {}, 'publish'],
      ['author', { status: 'private' }, 'private'],
      ['author', { status: 'future', date: '2031-01-01' }, 'future'],
      ['contributor', {}, 'draft'],
      ['contributor', { status: 'draft' }, 'draft'],
      ['contributor', { status: 'pending' }, 'pending'],
      ['contributor', { status: 'publish' }, 'pending'],
      ['contributor', { status: 'private' }, 'pending'],
      ['contributor', { status: 'future', date: '2031-01-01' }, 'pending'],
    ] as const) {
      test(`a ${kind} that ${as} creates with ${JSON.stringify(sent)} has the status ${stored}`, async () => {
        const made = await make(sent, { as })
        assert.equal(made.status, stored)
        assert.equal(made.author, String(server.ids[as]))
        // Unlike unpublished events, these have a slug from the beginning.
        assert.notEqual(made.slug, '')
      })
    }

    test('a scheduled record is public from its date on', async () => {
      const made = await make({ date: '2030-06-15 13:00:00' })
      assert.equal(made.url, `http://localhost/?post_type=tribe_${kind}&p=${made.id}`)
      assertRefused(await server.ask('GET', item(made)), { status: 403, code: `${kind}-not-accessible` })
      try {
        server.clock.now = TEST_NOW + HOUR
        const { status, body } = await server.ask('GET', item(made))
        assert.deepEqual([status, body.status, body.url], [200, 'publish', `http://localhost/${kind}/${made.slug}/`])
      } finally {
        server.clock.now = TEST_NOW
      }
    })

    test('a draft has no date in UTC until it is published', async () => {
      const draft = await make({ status: 'draft' })
      assert.deepEqual([draft.date_utc, draft.modified_utc], [NEVER, NEVER])
      assert.equal(draft.url, `http://localhost/?post_type=tribe_${kind}&p=${draft.id}`)
      const { body } = await server.ask('POST', item(draft), { ...editor, body: { status: 'publish' } })
      assert.deepEqual([body.date_utc, body.modified_utc], ['2030-06-15 12:00:00', '2030-06-15 12:00:00'])
    })

    test('date is in the time zone of the site, date_utc in UTC; each sets both', async () => {
      const abroad = await startServer(await engine.open())
      try {
        await abroad.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'America/New_York' }))
        const { [kind]: maker } = makersOf(abroad)
        for (const [sent, date, date_utc] of [
          [{ date: '2025-02-03 04:05:06' }, '2025-02-03 04:05:06', '2025-02-03 09:05:06'],
          [{ date_utc: '2025-02-03 04:05:06' }, '2025-02-02 23:05:06', '2025-02-03 04:05:06'],
          [{ date: '2025-02-03', date_utc: '2025-02-03' }, '2025-02-03 00:00:00', '2025-02-03 05:00:00'],
        ] as const) {
          const made = await maker(sent)
          assert.deepEqual([made.date, made.date_utc], [date, date_utc])
          assert.deepEqual([made.modified, made.modified_utc], ['2030-06-15 08:00:00', '2030-06-15 12:00:00'])
        }
      } finally {
        await abroad.close()
      }
    })

    for (const status of ['draft', 'pending', 'private', 'future', 'trash'] as const) {
      test(`an author's ${kind} with the status ${status} is readable for callers with the right`, async () => {
        const date = status === 'future' ? { date: '2031-01-01' } : {}
        const made = await make(status === 'trash' ? {} : { status, ...date }, { as: 'author' })
        if (status === 'trash') await server.ask('DELETE', item(made), { as: 'author' })
        for (const [as, may] of [
          ['guest', false],
          ['subscriber', false],
          ['contributor', false],
          ['author', true],
          ['other', false],
          ['editor', true],
          ['administrator', true],
        ] as const) {
          for (const face of FACES) {
            const answer = await server.ask('GET', item(made), { as, face })
            if (may) assert.deepEqual([answer.status, answer.body.status], [200, status])
            else assertRefused(answer, { status: 403, code: `${kind}-not-accessible` })
          }
        }
      })
    }

    test('a contributor may read their own drafts', async () => {
      const made = await make({}, { as: 'contributor' })
      assert.equal((await server.ask('GET', item(made), { as: 'contributor' })).status, 200)
    })

    for (const [who, as, owner, status, update, remove] of [
      ['a guest', 'guest', 'author', 'publish', 401, 401],
      ['a subscriber', 'subscriber', 'author', 'publish', 403, 403],
      ['a contributor, of another', 'contributor', 'author', 'publish', 403, 403],
      ['a contributor, own draft', 'contributor', 'contributor', 'draft', 200, 200],
      ['a contributor, own pending', 'contributor', 'contributor', 'pending', 200, 200],
      ['a contributor, own published', 'contributor', 'contributor', 'publish', 403, 403],
      ['a contributor, own scheduled', 'contributor', 'contributor', 'future', 403, 403],
      ['an author, of another', 'author', 'other', 'publish', 403, 403],
      ['an author, draft of another', 'author', 'other', 'draft', 403, 403],
      ['an author, own published', 'author', 'author', 'publish', 200, 200],
      ['an author, own draft', 'author', 'author', 'draft', 200, 200],
      ['an editor, of another', 'editor', 'author', 'publish', 200, 200],
      ['an editor, private of another', 'editor', 'author', 'private', 200, 200],
      ['an administrator, of another', 'administrator', 'editor', 'publish', 200, 200],
    ] as const) {
      test(`updates and deletions: ${who}`, async () => {
        const date = status === 'future' ? { date: '2031-01-01' } : {}
        const made = await make({ status, author: server.ids[owner], ...date })
        const may = (wanted: number) => (wanted === 200 ? 'GET, DELETE, POST, PUT, PATCH' : 'GET')
        for (const [method, wanted] of [
          ['POST', update],
          ['PUT', update],
          ['PATCH', update],
          ['DELETE', remove],
        ] as const) {
          const answer = await server.ask(method, item(made), { as, body: { phone: method } })
          assert.equal(answer.headers.allow, may(wanted))
          if (wanted !== 200) assertRefused(answer, { status: wanted, code: 'rest_forbidden' })
          else assert.deepEqual([answer.status, answer.body.phone], [200, method === 'DELETE' ? 'PATCH' : method])
        }
      })
    }

    for (const [as, status, allow] of [
      ['guest', 401, 'GET'],
      ['subscriber', 403, 'GET'],
      ['contributor', 201, 'GET, POST'],
      ['author', 201, 'GET, POST'],
      ['editor', 201, 'GET, POST'],
      ['administrator', 201, 'GET, POST'],
    ] as const) {
      test(`creation by ${as}: ${status}`, async () => {
        const answer = await server.ask('POST', path, { as, body: named(`Made by ${as}`) })
        if (status === 201) assert.equal(answer.status, 201)
        else assertRefused(answer, { status, code: 'rest_forbidden' })
        assert.equal(answer.headers.allow, allow)
        assert.equal((await server.ask('GET', path, { as })).headers.allow, allow)
        assert.equal((await server.ask('GET', `${path}?page=0`, { as })).headers.allow, allow)
      })
    }

    test('invalid parameters are reported before missing rights, to anonymous callers too', async () => {
      const made = await make()
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['website'] }
      assertRefused(await server.ask('POST', path, { body: named('X', { website: 'x' }) }), refusal)
      assertRefused(await server.ask('PUT', item(made), { body: { website: 'x' } }), refusal)
    })

    test('only callers who may edit records of others may set another author', async () => {
      const { contributor, author, other, editor: chief } = server.ids
      for (const as of ['contributor', 'author'] as const) {
        const refusal = { status: 403, code: 'rest_forbidden' }
        assertRefused(await server.ask('POST', path, { as, body: named('Foisted', { author: other }) }), refusal)
        const own = await make({ status: 'draft' }, { as })
        assertRefused(await server.ask('PUT', item(own), { as, body: { author: other } }), refusal)
        const kept = await server.ask('PUT', item(own), { as, body: { author: server.ids[as] } })
        assert.deepEqual([kept.status, kept.body.author], [200, String(server.ids[as])])
      }
      const given = await make({ author })
      assert.equal(given.author, String(author))
      const { body } = await server.ask('PUT', item(given), { ...editor, body: { author: String(contributor) } })
      assert.equal(body.author, String(contributor))
      assert.notEqual(body.author, String(chief))
    })
  })
}
