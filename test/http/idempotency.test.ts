import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { deleteExpiredRequestOutcomes } from '../../src/idempotency/request-outcomes.ts'
import { TRANSLATED_KINDS } from '../kit/calendar/kinds.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { refusingInserts } from '../kit/engines/refused-inserts.ts'
import { storedRows } from '../kit/engines/stored-rows.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import { oddText } from '../kit/generated/values.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { type Ask, startServer, TEST_NOW, type TestAnswer } from '../kit/server/server.ts'
import { TEC_V1_EVENT, tecV1Of } from '../kit/server/tec-v1.ts'
import { withServer } from '../kit/server/with-server.ts'

const DAY = 86_400

let keys = 0
const newKey = () => `key-${++keys}`
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

/** The parts of a response that a repeated request must get again. */
const contentOf = ({ status, body, headers }: TestAnswer) => {
  const { location, etag, link, allow, 'content-language': language, 'content-type': type } = headers
  return { status, body, location, etag, link, allow, language, type, ignored: headers['x-ignored-parameters'] }
}

forEachEngine('Idempotency-Key', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const tecV1 = tecV1Of(server)
  const post = (path: string, key: string, options: Ask = {}) =>
    server.ask('POST', path, { as: 'editor', ...withKey(key), ...options })
  const titles = async (title: string) => (await server.ask('GET', `/events?search=${title}`)).body.total

  async function assertReplayed(send: () => Promise<TestAnswer>, status: number): Promise<TestAnswer> {
    const first = await send()
    assert.deepEqual(
      [first.status, first.headers['idempotency-replayed']],
      [status, undefined],
      JSON.stringify(first.body),
    )
    const before = await storedRows(server.db)
    const second = await send()
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.deepEqual(contentOf(second), contentOf(first))
    assert.deepEqual(await storedRows(server.db), before)
    return second
  }

  for (const { kind, name, title, needed } of TRANSLATED_KINDS) {
    test(`a repeated request creates or changes a ${kind} once, and gets the first response`, async () => {
      for (const face of [undefined, 'tec'] as const) {
        const base = face ? `host:/de/wp-json/tribe/events/v1/${name}` : `/${name}`
        const options = withKey(newKey())
        const body = { ...needed, [title]: `Once ${kind} ${face}`, unknown: 1 }
        const made = await assertReplayed(() => server.ask('POST', base, { as: 'editor', ...options, body }), 201)
        for (const method of ['PATCH', 'POST']) {
          const change = { as: 'editor', ...withKey(newKey()), body: { description: method } } as const
          const path = `${base}/${made.body.id}`
          const changed = await assertReplayed(() => server.ask(method, path, change), 200)
          assert.equal((await server.ask('GET', path, { as: 'editor' })).body.version, changed.body.version)
        }
        const unchanged = { as: 'editor', ...withKey(newKey()), body: { id: made.body.id } } as const
        await assertReplayed(() => server.ask('PATCH', `${base}/${made.body.id}`, unchanged), 200)
      }
    })
  }

  test('tec/v1, wp/v2 and pictures accept the header too', async () => {
    const as = 'administrator'
    const key = newKey()
    const made = await assertReplayed(() => tecV1('POST', '/events', { as, ...withKey(key), body: TEC_V1_EVENT }), 201)
    const change = { as, ...withKey(newKey()), body: { title: 'Changed' } } as const
    await assertReplayed(() => tecV1('PATCH', `/events/${made.body.id}?_fields=id,title`, change), 200)
    for (const base of ['tags', 'tribe_events_cat']) {
      const path = `host:/wp-json/wp/v2/${base}`
      const term = { as, ...withKey(newKey()), body: { name: `Once ${base}` } } as const
      const { body } = await assertReplayed(() => server.ask('POST', path, term), 201)
      const renamed = { as, ...withKey(newKey()), body: { name: `Twice ${base}` } } as const
      await assertReplayed(() => server.ask('PATCH', `${path}/${body.id}`, renamed), 200)
    }
    for (const path of ['/media', 'host:/wp-json/wp/v2/media']) {
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="p.png"' }
      const upload = { as, headers: { ...headers, 'idempotency-key': newKey() }, body: PIXEL } as const
      const { body } = await assertReplayed(() => server.ask('POST', path, upload), 201)
      const renamed = { as, ...withKey(newKey()), body: { title: 'Quay' } } as const
      await assertReplayed(() => server.ask('PATCH', `${path}/${body.id}`, renamed), 200)
      const other = { ...upload, headers: { ...upload.headers, 'content-disposition': 'attachment; filename="q.png"' } }
      assert.equal((await server.ask('POST', path, other)).status, 422)
    }
  })

  test('a repeated form may have another boundary', async () => {
    const key = newKey()
    const send = (boundary: string, venue: string) => {
      const body = `--${boundary}\r\nContent-Disposition: form-data; name="venue"\r\n\r\n${venue}\r\n--${boundary}--\r\n`
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': key }
      return server.ask('POST', '/venues', { as: 'editor', headers, body })
    }
    const { body } = await send('one', 'Form')
    const repeated = await send('other', 'Form')
    assert.deepEqual([repeated.headers['idempotency-replayed'], repeated.body.id], ['true', body.id])
    assert.equal((await send('one', 'Other')).status, 422)
  })

  test('another request with the same key is refused', async () => {
    const key = newKey()
    const { body } = await post('/tags', key, { body: { name: 'Taken' } })
    for (const [method, path, sent] of [
      ['POST', '/tags', { name: 'Other' }],
      ['POST', '/tags?slug=x', { name: 'Taken' }],
      ['POST', '/categories', { name: 'Taken' }],
      ['POST', `/tags/${body.id}`, { name: 'Taken' }],
      ['PATCH', `/tags/${body.id}`, { name: 'Taken' }],
      ['POST', 'host:/de/cal/events/v1/tags', { name: 'Taken' }],
    ] as const) {
      const answer = await server.ask(method, path, { as: 'editor', ...withKey(key), body: sent })
      assertRefused(answer, { status: 422, code: 'idempotency-key-reused' })
    }
    assert.equal((await post('/tags', key, { body: { name: 'Taken' } })).body.id, body.id)
  })

  test('keys of different users are independent', async () => {
    const key = newKey()
    const ids = await Promise.all(
      (['author', 'editor', 'administrator'] as const).map(async (as) => {
        const { status, body } = await post('/events', key, { as, body: EVENT })
        assert.equal(status, 201)
        return body.id
      }),
    )
    assert.equal(new Set(ids).size, 3)
  })

  test('malformed keys are refused, and anonymous requests with a key as without one', async () => {
    for (const key of ['', 'a b', 'ä', 'x'.repeat(256), 'tab\t', '\u00a0']) {
      const answer = await post('/tags', key, { body: { name: 'Never' } })
      assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['Idempotency-Key'] })
    }
    for (const key of ['x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '!~']) {
      assert.equal((await post('/tags', key, { body: { name: `Key ${key.slice(0, 9)}` } })).status, 201)
    }
    const anonymous = await post('/tags', newKey(), { as: 'guest', body: { name: 'Never' } })
    assertRefused(anonymous, { status: 401, code: 'rest_forbidden' })
  })

  test('a refused request stays refused, with the same error on every face', async () => {
    const tag = await make.tag({ name: 'Crowded' })
    const event = await make.event()
    const sends: [status: number, send: (key: string) => Promise<TestAnswer>][] = [
      [400, (key) => post('/tags', key, { body: { name: 'Crowded' } })],
      [400, (key) => post('host:/fi/cal/events/v1/events', key, { body: { ...EVENT, cost: {}, start_date: 'never' } })],
      [400, (key) => post('/events', key, { body: {} })],
      [403, (key) => post('/tags', key, { as: 'author', body: { name: 'New' } })],
      [404, (key) => post('/tags/999999', key, { body: { name: 'New' } })],
      [400, (key) => tecV1('POST', '/events', { as: 'editor', ...withKey(key), body: { title: '' } })],
      [412, (key) => post(`/events/${event.id}?version=9`, key, { body: { title: 'No' } })],
    ]
    const answers = []
    for (const [status, send] of sends) {
      const key = newKey()
      const first = await send(key)
      assert.equal(first.status, status, JSON.stringify(first.body))
      answers.push({ key, send, first })
    }
    await server.ask('DELETE', `/tags/${tag.id}`, { as: 'editor' })
    for (const { key, send, first } of answers) {
      const second = await send(key)
      assert.deepEqual([second.headers['idempotency-replayed'], second.body], ['true', first.body])
      assert.equal(second.status, first.status)
    }
    assert.equal((await post('/tags', newKey(), { body: { name: 'Crowded' } })).status, 201)
  })

  test('of requests sent at once one is handled, the others get 409 or its response', async () => {
    const key = newKey()
    const body = { ...EVENT, title: 'Simultaneous' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/events', key, { body })))
    const refused = answers.filter(({ status }) => status === 409)
    for (const answer of refused) {
      assert.deepEqual([answer.body.code, answer.headers['retry-after']], ['idempotency-key-in-use', '1'])
    }
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length + refused.length, 20)
    assert.ok(refused.length > 0 && made.length > 0)
    const ids = [...made, await post('/events', key, { body })].map((answer) => answer.body.id)
    assert.equal(new Set(ids).size, 1)
    assert.equal(await titles('Simultaneous'), 1)
  })

  test('of requests sent to two servers at once one is handled, and all get its response', async () => {
    const url = await engine.url()
    const [db, otherDb] = [await openDatabase(url), await openDatabase(url)]
    const one = await startServer(db)
    const other = await startServer(otherDb, {}, one)
    try {
      const venue = await one.ask('POST', '/venues', { as: 'editor', body: { venue: 'Shared' } })
      for (let round = 0; round < 10; round += 1) {
        const [create, change] = [newKey(), newKey()]
        const sendTo = (to: typeof one) => [
          to.ask('POST', '/tags', { as: 'editor', ...withKey(create), body: { name: `Round ${round}` } }),
          to.ask('PATCH', `/venues/${venue.body.id}?version=${round + 1}`, {
            as: 'editor',
            ...withKey(change),
            body: { phone: String(round) },
          }),
        ]
        const [made, changed, again, changedAgain] = await Promise.all([...sendTo(one), ...sendTo(other)])
        assert.deepEqual([made?.status, changed?.status], [201, 200], JSON.stringify([made?.body, changed?.body]))
        assert.deepEqual([again?.body, changedAgain?.body], [made?.body, changed?.body])
      }
    } finally {
      await one.close()
      await other.close()
      await db.close()
      await otherDb.close()
    }
  })

  test('a write and its outcome are stored together or not at all', async () => {
    const key = newKey()
    const body = { ...EVENT, title: 'Together' }
    const before = await storedRows(server.db)
    for (const table of ['idempotency', 'event']) {
      await refusingInserts(server.db, table, async () => {
        assert.equal((await post('/events', key, { body })).status, 500)
      })
      assert.deepEqual(await storedRows(server.db), before)
    }
    const { status, headers } = await post('/events', key, { body })
    assert.deepEqual([status, headers['idempotency-replayed']], [201, undefined])
  })

  test('a key can be used again after a day, and old outcomes are deleted', async () => {
    const key = newKey()
    const send = async () => (await post('/events', key, { body: EVENT })).body.id
    const storedKeys = async () =>
      (await server.db.all<{ key: string }>(sql`SELECT key FROM idempotency`)).map((row) => row.key)
    try {
      const first = await send()
      server.clock.now = TEST_NOW + DAY - 1
      assert.equal(await send(), first)
      await deleteExpiredRequestOutcomes(server.db, server.clock.now)
      assert.equal(await send(), first)
      server.clock.now = TEST_NOW + DAY
      const second = await send()
      assert.notEqual(second, first)
      assert.equal(await send(), second)
      await deleteExpiredRequestOutcomes(server.db, server.clock.now)
      assert.deepEqual(await storedKeys(), [key])
      assert.equal(await send(), second)
      await deleteExpiredRequestOutcomes(server.db, TEST_NOW + 2 * DAY)
      assert.deepEqual(await storedKeys(), [])
    } finally {
      server.clock.now = TEST_NOW
    }
  })

  test('of a response over 64 KiB only id and version are repeated', async () => {
    const key = newKey()
    const body = { venue: 'Long', description: `<p>${'long '.repeat(20_000)}</p>` }
    const first = await post('/venues', key, { body })
    const second = await post('/venues', key, { body })
    assert.deepEqual([second.status, second.body], [201, { id: first.body.id, version: 1 }])
    assert.equal(second.headers.location, first.headers.location)
  })

  test('the outcomes of a deleted user are deleted', async () => {
    const { id, login } = { id: server.ids.other, login: 'other' }
    await post('/venues', newKey(), { as: 'other', body: { venue: '' } })
    const count = async () => (await server.db.all(sql`SELECT key FROM idempotency WHERE account_id = ${id}`)).length
    assert.equal(await count(), 1)
    await server.db.transaction((tx) => tx.run(sql`DELETE FROM account WHERE login = ${login}`))
    assert.equal(await count(), 0)
  })

  test('property: a repeated request gets the response of the first, whatever it contains', async () => {
    const effort = effortOf({ runs: 15, longRuns: 8000 })
    const fields = fc.record(
      { venue: oddText(), description: oddText(), phone: oddText() },
      { requiredKeys: ['venue'] },
    )
    const property = fc.asyncProperty(fields, async (body) => {
      if (effort.isOver()) return
      const key = newKey()
      const first = await post('/venues', key, { body })
      const second = await post('/venues', key, { body })
      assert.ok(first.status < 500)
      assert.deepEqual(contentOf(second), contentOf(first))
      assert.equal(second.headers['idempotency-replayed'], 'true')
    })
    await fc.assert(property, { numRuns: effort.numRuns })
  })
})
