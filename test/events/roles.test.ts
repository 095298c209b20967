import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { FACES, TEC } from '../../src/core/faces.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_CALLERS, type TestCaller } from '../kit/server/accounts.ts'
import { withServer } from '../kit/server/with-server.ts'

const WAITING = ['draft', 'pending'] as const
const OUT = ['publish', 'private', 'future'] as const
const HIDDEN = ['draft', 'pending', 'private', 'future', 'trash'] as const
const STATUSES = ['publish', ...HIDDEN] as const
type Status = (typeof STATUSES)[number]

/** Caller, owner and status of an event → expected status of reading, updating and deleting it. */
const MATRIX: [TestCaller[], 'own' | "others'", readonly Status[], read: number, change: number, remove: number][] = [
  [['guest'], "others'", ['publish'], 200, 401, 401],
  [['guest'], "others'", HIDDEN, 403, 401, 401],
  [['subscriber', 'contributor', 'author'], "others'", ['publish'], 200, 403, 403],
  [['subscriber', 'contributor', 'author'], "others'", HIDDEN, 403, 403, 403],
  [['contributor'], 'own', WAITING, 200, 200, 200],
  [['contributor'], 'own', OUT, 200, 403, 403],
  [['author'], 'own', [...WAITING, ...OUT], 200, 200, 200],
  [['editor', 'administrator'], 'own', [...WAITING, ...OUT], 200, 200, 200],
  [['editor', 'administrator'], "others'", [...WAITING, ...OUT], 200, 200, 200],
  [['contributor', 'author', 'editor', 'administrator'], 'own', ['trash'], 200, 410, 410],
  [['editor', 'administrator'], "others'", ['trash'], 200, 410, 410],
]

forEachEngine('rights for events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  /** Creates an event with this status and owner. */
  async function event(owner: Exclude<TestCaller, 'guest'>, status: Status, fields = {}) {
    const sent = status === 'future' ? { date: '2031-01-01' } : { status: status === 'trash' ? 'publish' : status }
    const made = await make.event({ ...sent, ...fields, author: server.ids[owner] }, { as: 'administrator' })
    if (status === 'trash') await server.ask('DELETE', `/events/${made.id}`, { as: 'administrator' })
    return (await server.ask('GET', `/events/${made.id}`, { as: 'administrator' })).body
  }

  for (const [callers, whose, statuses, read, change, remove] of MATRIX) {
    for (const as of callers) {
      for (const status of statuses) {
        test(`${as}, ${whose} ${status} event: read ${read}, update ${change}, delete ${remove}`, async () => {
          const owner = whose === 'own' ? (as as 'author') : 'other'
          const before = await event(owner, status, { slug: 'matrix' })
          // Rights do not depend on how the path names the event: each engine tests one way.
          const path = engine.name === 'sqlite' ? `/events/${before.id}` : `/events/by-slug/${before.slug}`
          const answers = {
            read: await server.ask('GET', path, { as }),
            change: await server.ask('PATCH', path, { as, body: { title: 'Changed' } }),
            remove: await server.ask('DELETE', path, { as }),
          }
          const got = Object.values(answers).map((answer) => answer.status)
          assert.deepEqual(got, [read, change, remove])
          if (read === 403) assert.equal(answers.read.body.code, 'event-not-accessible')
          for (const { status, body } of [answers.change, answers.remove]) {
            if (status === 401 || status === 403) assert.equal(body.code, 'rest_forbidden')
          }
          const after = await server.ask('GET', `/events/${before.id}`, { as: 'administrator' })
          if (change !== 200) assert.deepEqual(after.body, before)
          else assert.deepEqual([after.body.title, after.body.status], ['Changed', 'trash'])
        })
      }
    }
  }

  for (const [as, status] of [
    ['guest', 401],
    ['subscriber', 403],
    ['contributor', 201],
    ['author', 201],
    ['editor', 201],
    ['administrator', 201],
  ] as const) {
    test(`${as} creates an event: ${status}`, async () => {
      for (const face of FACES) {
        const answer = await server.ask('POST', '/events', { as, face, body: EVENT })
        assert.equal(answer.status, status)
        if (status === 201) assert.equal(answer.body.author, String(server.ids[as]))
      }
    })
  }

  for (const [as, author, status] of [
    ['contributor', 'contributor', 201],
    ['contributor', 'author', 403],
    ['author', 'author', 201],
    ['author', 'editor', 403],
    ['editor', 'author', 201],
    ['administrator', 'subscriber', 201],
  ] as const) {
    test(`${as} creates an event with the author ${author}: ${status}`, async () => {
      const body = { ...EVENT, author: server.ids[author] }
      assert.equal((await server.ask('POST', '/events', { as, body })).status, status)
      const mine = await make.event({ status: 'draft' }, { as })
      const given = await server.ask('POST', `/events/${mine.id}`, { as, body: { author: server.ids[author] } })
      assert.equal(given.status, status === 201 ? 200 : 403)
    })
  }

  test('invalid parameters are reported before missing rights', async () => {
    const { id } = await make.event()
    for (const [path, body, status, code] of [
      ['/events', {}, 400, 'rest_missing_callback_param'],
      ['/events', { ...EVENT, status: 'x' }, 400, 'rest_invalid_param'],
      ['/events', { ...EVENT, venue: 2_000_000_000 }, 400, 'rest_invalid_param'],
      ['/events', EVENT, 401, 'rest_forbidden'],
      [`/events/${id}`, { cost: {} }, 400, 'rest_invalid_param'],
      [`/events/${id}`, { title: 'x' }, 401, 'rest_forbidden'],
      ['/events/2000000000', { title: 'x' }, 400, 'rest_invalid_param'],
    ] as const) {
      const answer = await server.ask('POST', path, { face: TEC, body })
      assert.deepEqual([answer.status, answer.body.code], [status, code], `${path} ${JSON.stringify(body)}`)
    }
    const wrong = { authorization: `Basic ${btoa('nobody:x')}` }
    assert.equal((await server.ask('POST', '/events', { headers: wrong, body: {} })).body.code, 'invalid_username')
  })

  test('no picture is fetched for a caller who may not write', async () => {
    const asked: string[] = []
    const listener = createServer((request, response) => {
      asked.push(String(request.url))
      response.end()
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const image = `http://127.0.0.1:${(listener.address() as { port: number }).port}/a.png`
    for (const as of ['guest', 'subscriber', 'contributor'] as const) {
      assert.ok((await server.ask('POST', '/events', { as, body: { ...EVENT, image } })).status >= 400)
    }
    assert.deepEqual(asked, [])
    assert.equal((await server.ask('POST', '/events', { as: 'author', body: { ...EVENT, image } })).status, 400)
    assert.deepEqual(asked, ['/a.png'])
    listener.close()
  })

  test('lists contain what the caller may read, and the trash only on request', async () => {
    const tag = await make.tag()
    const mine: Record<string, number> = {}
    for (const owner of ['author', 'other', 'contributor'] as const) {
      for (const status of STATUSES) {
        mine[`${owner} ${status}`] = (await event(owner, status, { tags: [tag.id] })).id
      }
    }
    const names = (rows: { id: number }[]) =>
      Object.keys(mine).filter((name) => rows.some(({ id }) => id === mine[name]))
    const of = (owner: string, statuses: readonly string[]) => statuses.map((status) => `${owner} ${status}`)
    const everyOwner = (statuses: readonly string[]) =>
      ['author', 'other', 'contributor'].flatMap((owner) => of(owner, statuses))
    const kept = STATUSES.filter((status) => status !== 'trash')
    const published = everyOwner(['publish'])
    for (const [as, status, expected] of [
      ['guest', undefined, published],
      ['subscriber', undefined, published],
      ['subscriber', 'publish', published],
      ['author', undefined, [...published, ...of('author', kept)]],
      ['author', 'any', [...published, ...of('author', kept)]],
      ['author', 'draft', of('author', ['draft'])],
      ['author', 'private,trash', of('author', ['private', 'trash'])],
      ['contributor', undefined, [...published, ...of('contributor', kept)]],
      ['contributor', 'pending,publish', [...published, ...of('contributor', ['pending'])]],
      ['editor', undefined, everyOwner(kept)],
      ['editor', 'any', everyOwner(kept)],
      ['editor', 'future', everyOwner(['future'])],
      ['administrator', 'trash', everyOwner(['trash'])],
      ['administrator', 'auto-draft', []],
    ] as const) {
      const query = `tags=${tag.id}&per_page=50${status ? `&status=${status}` : ''}`
      const { body } = await server.ask('GET', `/events?${query}`, { as })
      const wanted = Object.keys(mine).filter((name) => (expected as string[]).includes(name))
      assert.deepEqual(names(body.events), wanted, `${as} ${status}`)
      assert.equal(body.total, wanted.length)
    }
  })

  test('an unknown status, or one that the caller may not filter by, is refused', async () => {
    for (const [as, status] of [
      ['guest', 'draft'],
      ['guest', 'any'],
      ['subscriber', 'publish,draft'],
      ['contributor', 'nonsense'],
      ['administrator', ''],
      ['administrator', 'draft,'],
      ['administrator', 'Publish'],
    ] as const) {
      for (const path of [`/events?status=${status}`, `/events?status[]=${status}`]) {
        const { status: got, body } = await server.ask('GET', path, { as })
        assert.deepEqual([got, Object.keys(body.data.params)], [400, ['status']], `${as} ${path}`)
      }
    }
  })

  test('page links work for callers who see more than the public', async () => {
    for (const as of TEST_CALLERS) {
      const { body } = await server.ask('GET', '/events?per_page=1', { as })
      const next = new URL(body.next_rest_url)
      assert.equal(next.searchParams.get('status'), ['guest', 'subscriber'].includes(as) ? 'publish' : 'any')
      const followed = await server.ask('GET', `host:${next.pathname}${next.search}`, { as })
      assert.deepEqual([followed.status, followed.body.total], [200, body.total])
    }
  })
})
