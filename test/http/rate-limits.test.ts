import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { addApplicationPassword } from '../../src/accounts/application-passwords.ts'
import { createFailedLoginLimit } from '../../src/http/load/failed-login-limit.ts'
import {
  createRateLimitCounters,
  createRateLimitPolicies,
  type PeerProcesses,
} from '../../src/http/load/rate-limit-counters.ts'
import { testEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'

const RATES = { writes: 20, searches: 3, failedLogins: 3 }
const TAG = () => ({ name: `tag ${Math.random()}` })

// Counts are in memory, so one engine is enough.
describe('rate limits', () => {
  const engine = testEngine('sqlite')
  after(() => engine.close())
  const onServer = async (
    work: (server: TestServer) => Promise<void>,
    options: Parameters<typeof startServer>[1] = {},
  ) => {
    const server = await startServer(await engine.open(), { rateLimits: RATES, ...options })
    // A time at which a window of each limit begins.
    server.clock.now = Math.ceil(TEST_NOW / 600) * 600
    try {
      await work(server)
    } finally {
      await server.close()
    }
  }

  test('writes are counted by account, and responses have rate limit headers', () =>
    onServer(async ({ ask, clock }) => {
      const first = await ask('POST', '/tags', { as: 'editor', body: TAG() })
      assert.equal(first.status, 201)
      assert.equal(first.headers['ratelimit-policy'], '"writes";q=20;w=60')
      assert.equal(first.headers.ratelimit, '"writes";r=19;t=60')
      assert.deepEqual(
        ['limit', 'remaining', 'reset'].map((name) => first.headers[`ratelimit-${name}`]),
        ['20', '19', '60'],
      )
      clock.now += 15
      for (let more = 1; more < 20; more += 1) await ask('POST', '/tags', { as: 'editor', body: TAG() })
      const refused = await ask('POST', '/tags', { as: 'editor', body: TAG() })
      assert.deepEqual([refused.status, refused.body.code], [429, 'rest_too_many_requests'])
      assert.deepEqual(refused.body.data, { status: 429, retry_after: 45 })
      assert.equal(refused.headers['retry-after'], '45')
      assert.match(String(refused.headers['access-control-expose-headers']), /\bRetry-After\b/)
      assert.equal(refused.headers.ratelimit, '"writes";r=0;t=45')
      assert.equal((await ask('POST', '/tags', { as: 'administrator', body: TAG() })).status, 201)
      assert.equal((await ask('GET', '/tags', { as: 'editor' })).status, 200)
      clock.now += 45
      assert.equal((await ask('POST', '/tags', { as: 'editor', body: TAG() })).status, 201)
    }))

  test('an anonymous client may attempt a tenth of the writes; addresses of one IPv6 /64 network count together', () =>
    onServer(
      async ({ ask }) => {
        const from = (address: string) => ask('POST', '/tags', { headers: { 'x-forwarded-for': address }, body: TAG() })
        assert.deepEqual([(await from('2001:db8::1')).status, (await from('2001:db8::2')).status], [401, 401])
        const refused = await from('2001:db8::3')
        assert.deepEqual([refused.status, refused.body.code], [429, 'rest_too_many_requests'])
        assert.equal(refused.headers['retry-after'], '60')
        assert.equal((await from('2001:db8:0:1::1')).status, 401)
        // With one proxy, only the last entry is trusted.
        assert.equal((await from('192.0.2.1, 2001:db8::4')).status, 429)
      },
      { trustProxy: 1 },
    ))

  test('searches are counted by client address, except cached ones', () =>
    onServer(async ({ ask }) => {
      const search = (words: string, method = 'GET') => ask(method, `/events?search=${words}`)
      const first = await search('one')
      assert.equal(first.headers.ratelimit, '"searches";r=2;t=60')
      for (let again = 0; again < 5; again += 1) assert.equal((await search('one')).status, 200)
      for (const words of ['two', 'three']) await search(words)
      const refused = await search('four')
      assert.deepEqual([refused.status, refused.body.code], [429, 'rest_too_many_requests'])
      assert.equal(refused.headers['cache-control'], 'no-store')
      assert.match(String(refused.headers['access-control-expose-headers']), /\bRetry-After\b/)
      // A cached response is not counted.
      const cached = await search('one')
      assert.deepEqual([cached.status, cached.headers.ratelimit], [200, undefined])
      assert.equal((await search('four', 'HEAD')).status, 429)
      // Encoded names and names in brackets are equivalent.
      for (const name of ['%73earch', '[search]']) {
        assert.equal((await ask('GET', `/events?${name}=four`)).status, 429, name)
      }
      assert.equal((await ask('GET', 'host:/events/list/?tribe-bar-search=four')).status, 429)
      assert.equal((await ask('GET', '/events')).status, 200)
      assert.equal((await ask('GET', '/events?search=four', { as: 'editor' })).status, 200)
    }))

  test('0 means unlimited', () =>
    onServer(
      async ({ ask }) => {
        for (let more = 0; more < 5; more += 1) {
          const { status, headers } = await ask('GET', `/events?search=word${more}`)
          assert.deepEqual([status, headers.ratelimit], [200, undefined])
        }
        for (let more = 0; more < 5; more += 1) {
          const { status } = await ask('GET', '/events', { headers: { authorization: `Bearer alm_${more}` } })
          assert.equal(status, 401)
        }
      },
      { rateLimits: { writes: 0, searches: 0, failedLogins: 0 } },
    ))

  const basic = (login: string, password: string) => ({ authorization: `Basic ${btoa(`${login}:${password}`)}` })

  test('an address with too many failed logins is refused, but verified credentials are still accepted', () =>
    onServer(async ({ ask, db, ids, clock }) => {
      await db.transaction((tx) => addApplicationPassword(tx, ids.editor, 'test', 'right', clock.now))
      await db.transaction((tx) => addApplicationPassword(tx, ids.author, 'test', 'right too', clock.now))
      const as = async (login: string, password: string) =>
        (await ask('GET', '/events', { headers: basic(login, password) })).status
      assert.equal(await as('editor', 'right'), 200)
      // The same wrong credential is counted once.
      for (let again = 0; again < 6; again += 1) assert.equal(await as('editor', 'wrong'), 401)
      assert.deepEqual([await as('nobody', 'wrong'), await as('editor', 'wrong too')], [401, 401])
      assert.equal(await as('editor', 'wrong again'), 429)
      assert.equal(await as('author', 'right too'), 429)
      assert.equal(await as('editor', 'right'), 200)
      assert.equal((await ask('GET', '/events', { as: 'editor' })).status, 200)
      assert.equal((await ask('GET', '/events')).status, 200)
      const refused = await ask('GET', '/events', { headers: { authorization: 'Bearer alm_guessed' } })
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '600'])
      clock.now += 600
      assert.deepEqual([await as('author', 'right too'), await as('editor', 'wrong again')], [200, 401])
    }))

  test('all /64 networks of an IPv6 /48 network together have the failed logins of four', () =>
    onServer(
      async ({ ask }) => {
        let attempt = 0
        const from = async (address: string) => {
          attempt += 1
          const headers = { 'x-forwarded-for': address, authorization: `Bearer alm_${attempt}` }
          return (await ask('GET', '/events', { headers })).status
        }
        for (let network = 0; network < 12; network += 1) assert.equal(await from(`2001:db8:0:${network}::1`), 401)
        assert.equal(await from('2001:db8:0:ff::1'), 429)
        assert.equal(await from('2001:db8:1::1'), 401)
      },
      { trustProxy: 1 },
    ))
})

test('only 16 different passwords of one address are checked at the same time', async () => {
  const counters = createRateLimitCounters(createRateLimitPolicies({ ...RATES, failedLogins: 0 }))
  const { limitCheck } = createFailedLoginLimit(counters.failedLogins, () => TEST_NOW)
  const { promise: allStarted, resolve: finishChecks } = Promise.withResolvers<void>()
  const checks = Array.from({ length: 40 }, (_, number) => limitCheck('192.0.2.1', `Basic ${number}`, () => allStarted))
  const again = limitCheck('192.0.2.1', 'Basic 0', () => allStarted)
  const elsewhere = limitCheck('192.0.2.2', 'Basic 16', () => allStarted)
  finishChecks()
  const results = await Promise.allSettled(checks)
  const refused = results.flatMap((result, number) =>
    result.status === 'rejected' ? [[number, result.reason.code]] : [],
  )
  assert.deepEqual(
    refused,
    Array.from({ length: 24 }, (_, index) => [index + 16, 'rest_too_busy']),
  )
  await Promise.all([again, elsewhere])
  counters.stop()
})

test('the processes of a server share their counts', async () => {
  const listeners = new Set<Parameters<PeerProcesses['onReceive']>[0]>()
  const messages: unknown[] = []
  const peer = (): PeerProcesses => {
    const own: Parameters<PeerProcesses['onReceive']>[0][] = []
    return {
      send(message) {
        messages.push(message)
        for (const listener of listeners) if (!own.includes(listener)) listener(structuredClone(message))
      },
      onReceive(listener) {
        own.push(listener)
        listeners.add(listener)
      },
    }
  }
  const [one, other] = [peer(), peer()].map((peers) =>
    createRateLimitCounters(createRateLimitPolicies({ ...RATES, writes: 4 }), peers),
  )
  assert.ok(one && other)
  for (let count = 0; count < 3; count += 1) one.writes.increment('account 1', 6000)
  other.writes.increment('account 1', 6000)
  await eventually(() => messages.length === 2, 'both processes have sent their counts')
  assert.deepEqual(
    [one, other].map(({ writes }) => writes.preview('account 1', 6001)),
    [0, 0].map(() => ({ isExceeded: true, limit: 4, remaining: 0, resetSeconds: 59 })),
  )
  assert.equal(one.writes.preview('account 1', 6060).remaining, 4)
  assert.equal(messages.length, 2)
  for (const counters of [one, other]) counters.stop()
})
