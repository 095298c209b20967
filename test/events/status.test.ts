import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const DAY = 86_400
const NEVER = '0000-00-00 00:00:00'
const NOW = '2030-06-15 12:00:00'
const LATER = '2030-06-16 12:00:00'

forEachEngine('the status of events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const change = (id: number, body: unknown, as: TestCaller = 'editor') =>
    server.ask('POST', `/events/${id}`, { as, body })
  const seenBy = (id: number, as: TestCaller) => server.ask('GET', `/events/${id}`, { as }).then(({ status }) => status)
  const listed = (id: number, query = '', as: TestCaller = 'guest') =>
    server.ask('GET', `/events?include=${id}${query}`, { as }).then(({ body }) => body.total as number)

  for (const [as, sent, stored] of [
    ['contributor', {}, 'draft'],
    ['contributor', { status: 'draft' }, 'draft'],
    ['contributor', { status: 'pending' }, 'pending'],
    ['contributor', { status: 'publish' }, 'pending'],
    ['contributor', { status: 'private' }, 'pending'],
    ['contributor', { status: 'future', date: LATER }, 'pending'],
    ['author', {}, 'publish'],
    ['author', { status: 'draft' }, 'draft'],
    ['author', { status: 'pending' }, 'pending'],
    ['author', { status: 'private' }, 'private'],
    ['author', { status: 'publish' }, 'publish'],
    ['author', { status: 'future' }, 'publish'],
    ['author', { status: 'future', date: '2030-01-01' }, 'publish'],
    ['author', { status: 'future', date: LATER }, 'future'],
    ['author', { status: 'publish', date: LATER }, 'future'],
    ['author', { date_utc: LATER }, 'future'],
    ['author', { status: 'draft', date: LATER }, 'draft'],
    ['author', { status: 'private', date: LATER }, 'private'],
  ] as const) {
    test(`${as} sends ${JSON.stringify(sent)} and the status is ${stored}, on creation and update`, async () => {
      const made = await make.event(sent, { as })
      assert.equal(made.status, stored)
      const draft = await make.event({ status: 'draft' }, { as })
      const { body } = await change(draft.id, sent, as)
      assert.equal(body.status, 'status' in sent ? stored : 'draft')
    })
  }

  for (const status of ['draft', 'pending']) {
    test(`the UTC publication date that was sent for a ${status} event is its date until it is published`, async () => {
      const made = await make.event({ status, date_utc: LATER })
      const changed = (await change((await make.event({ status })).id, { date_utc: LATER })).body
      for (const event of [made, changed]) assert.deepEqual([event.date, event.date_utc], [LATER, LATER])
      const published = (await change(made.id, { status: 'publish' })).body
      assert.deepEqual([published.status, published.date_utc], ['future', LATER])
    })
  }

  test('drafts and pending events have no UTC publication date and no slug', async () => {
    for (const status of ['draft', 'pending']) {
      const event = await make.event({ status, title: `Ripening ${status}` })
      assert.deepEqual([event.date, event.date_utc, event.modified_utc, event.slug], [NOW, NEVER, NEVER, ''])
      assert.equal(event.url, `http://localhost/?post_type=tribe_events&p=${event.id}`)
      server.clock.now = TEST_NOW + DAY
      const edited = (await change(event.id, { excerpt: 'Later' })).body
      assert.deepEqual([edited.date_utc, edited.modified_utc], [NEVER, LATER])
      const { body } = await change(event.id, { status: 'publish' })
      server.clock.now = TEST_NOW
      assert.deepEqual([body.date, body.date_utc, body.modified_utc], [LATER, LATER, LATER])
      assert.deepEqual([body.slug, body.url], [`ripening-${status}`, `http://localhost/event/ripening-${status}/`])
    }
  })

  test('a draft keeps the date chosen for it', async () => {
    const draft = await make.event({ status: 'draft', date: '2029-01-01 10:00:00' })
    assert.equal((await change(draft.id, { title: 'Still' })).body.date, '2029-01-01 10:00:00')
    assert.equal((await change(draft.id, { status: 'publish' })).body.date, '2029-01-01 10:00:00')
  })

  test('an unpublished event keeps date and slug', async () => {
    const event = await make.event({ title: 'Back and forth', date: '2029-01-01' })
    const back = (await change(event.id, { status: 'draft' })).body
    const again = (await change(event.id, { status: 'publish' })).body
    assert.deepEqual(
      [back.slug, back.date_utc, again.slug, again.date_utc],
      Array(2).fill([event.slug, event.date_utc]).flat(),
    )
  })

  test('a scheduled event is public from its date on', async () => {
    const event = await make.event({ date: LATER })
    const states = async () => [
      (await server.ask('GET', `/events/${event.id}`, { as: 'editor' })).body.status,
      await seenBy(event.id, 'guest'),
      await listed(event.id),
      await listed(event.id, '&status=publish', 'editor'),
      await listed(event.id, '&status=future', 'editor'),
    ]
    assert.deepEqual(await states(), ['future', 403, 0, 0, 1])
    server.clock.now = TEST_NOW + DAY - 1
    assert.deepEqual(await states(), ['future', 403, 0, 0, 1])
    server.clock.now = TEST_NOW + DAY
    assert.deepEqual(await states(), ['publish', 200, 1, 1, 0])
    server.clock.now = TEST_NOW
  })

  test('a scheduled event with a past date is published at once', async () => {
    const event = await make.event({ date: LATER })
    const { body } = await change(event.id, { date: '2030-06-15 11:00:00' })
    assert.deepEqual([body.status, body.date], ['publish', '2030-06-15 11:00:00'])
  })

  test('a contributor may not change an event after an editor has published it', async () => {
    const { id } = await make.event({}, { as: 'contributor' })
    assert.equal((await change(id, { title: 'Better' }, 'contributor')).body.status, 'draft')
    assert.equal((await change(id, { status: 'publish' }, 'contributor')).body.status, 'pending')
    assert.deepEqual(
      [await seenBy(id, 'guest'), await seenBy(id, 'contributor'), await seenBy(id, 'author')],
      [403, 200, 403],
    )
    assert.equal((await change(id, { status: 'publish' })).body.status, 'publish')
    assert.equal(await seenBy(id, 'guest'), 200)
    assert.equal((await change(id, { title: 'Mine again' }, 'contributor')).status, 403)
    assert.equal((await server.ask('DELETE', `/events/${id}`, { as: 'contributor' })).status, 403)
  })

  test('on the TEC face, the first DELETE moves to the trash even with force, the second responds 410', async () => {
    const event = await make.event({ title: 'Thrown' })
    const ask = { as: 'editor', face: TEC } as const
    const first = await server.ask('DELETE', `/events/${event.id}?force=true`, ask)
    assert.equal(first.status, 200)
    assert.deepEqual(
      [first.body.id, first.body.status, first.body.slug, first.body.url],
      [event.id, 'trash', 'thrown__trashed', `http://localhost/?post_type=tribe_events&p=${event.id}`],
    )
    const second = await server.ask('DELETE', `/events/${event.id}?force=true`, ask)
    assert.deepEqual([second.status, second.body.code], [410, 'event-is-in-trash'])
    assert.deepEqual([await seenBy(event.id, 'guest'), await seenBy(event.id, 'editor')], [403, 200])
  })

  test('the trash is listed on request', async () => {
    const { id } = await make.event({}, { as: 'author' })
    await server.ask('DELETE', `/events/${id}`, { as: 'author' })
    for (const [as, query, total] of [
      ['guest', '', 0],
      ['editor', '', 0],
      ['editor', '&status=any', 0],
      ['editor', '&status=trash', 1],
      ['editor', '&status=trash,publish', 1],
      ['author', '', 0],
      ['author', '&status=trash', 1],
      ['other', '&status=trash', 0],
    ] as const) {
      assert.equal(await listed(id, query, as), total, `${as} ${query}`)
    }
  })

  test('an event in the trash can only be changed together with its status, and is then restored', async () => {
    const event = await make.event({ title: 'Phoenix', venue: { venue: 'Ashes' }, tags: ['fire'], cost: '5' })
    const trashed = (await server.ask('DELETE', `/events/by-slug/${event.slug}`, { as: 'editor' })).body
    for (const body of [{}, { title: 'Other' }]) {
      const refused = await change(event.id, body)
      assert.deepEqual([refused.status, refused.body.code], [410, 'event-is-in-trash'])
    }
    const { status, body } = await server.ask('POST', `/events/by-slug/${trashed.slug}`, {
      as: 'editor',
      body: { status: 'publish' },
    })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...event, version: 3 })
  })

  for (const status of ['draft', 'pending', 'private']) {
    test(`an event is restored from the trash as ${status}`, async () => {
      const { id, slug } = await make.event()
      await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
      const { body } = await change(id, { status })
      assert.deepEqual([body.status, body.slug], [status, slug])
    })
  }

  test('an event that a contributor restores is pending', async () => {
    const { id } = await make.event({}, { as: 'contributor' })
    await server.ask('DELETE', `/events/${id}`, { as: 'contributor' })
    assert.equal((await change(id, { status: 'publish' }, 'contributor')).body.status, 'pending')
  })

  test('an unknown status is refused for every caller', async () => {
    for (const status of ['trash', 'inherit', 'auto-draft', 'any', 'PUBLISH', '']) {
      const { body } = await server.ask('POST', '/events', { as: 'administrator', body: { ...EVENT, status } })
      assert.deepEqual([body.code, Object.keys(body.data.params)], ['rest_invalid_param', ['status']])
    }
  })
})
