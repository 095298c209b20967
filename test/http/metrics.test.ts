import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createSiteMetrics } from '../../src/cli/serving/site-metrics.ts'
import { parseConfig } from '../../src/config/config.ts'
import { readEnv } from '../../src/config/env.ts'
import { formatPrometheus } from '../../src/core/prometheus-format.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine, type TestEngine } from '../kit/engines/engines.ts'
import { parseExposition, sumOf } from '../kit/formats/prometheus.ts'
import { ADMIN, eventually, runToEnd, type Served, scratchFolder, serve } from '../kit/processes/serve.ts'

const TOKEN = 'a-token-of-the-monitoring'
const LISTING = '/cal/events/v1/events'

interface Watched extends Served {
  /** Of the listener for figures alone. */
  figures: string
  scrape(): Promise<ReturnType<typeof parseExposition>>
}

/** A server that tells its figures at a port of their own. */
async function watched(env: Record<string, string>): Promise<Watched> {
  const served = await serve({ METRICS_PORT: '0', ...env })
  const figures = () => /Metrics for Prometheus: (\S+)/.exec(served.said())?.[1]
  await eventually(() => figures() !== undefined, 'the server says where its figures are')
  const address = figures() as string
  return {
    ...served,
    figures: address,
    async scrape() {
      const answer = await fetch(address)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
      return parseExposition(await answer.text())
    },
  }
}

const stop = async ({ child, ended }: Served) => {
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
}

const ask = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, { ...init, headers: { connection: 'close', ...init.headers } })
  await answer.arrayBuffer()
  return answer.status
}

const create = (origin: string, body: object) =>
  ask(origin + LISTING, {
    method: 'POST',
    headers: { authorization: ADMIN, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

forEachEngine('figures for Prometheus', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  describe('of one process', () => {
    let server: Watched
    const backups = join(folder, 'backups')
    before(async () => {
      mkdirSync(backups)
      writeFileSync(join(backups, 'almanac-2031-05-01T18-00-00Z.backup'), '')
      server = await watched({ DATA_DIR: folder, DATABASE_URL: await engine.url(), BACKUP_DIR: backups })
    })
    after(() => stop(server))

    test('count requests by pattern, method and class of status, kept answers too', async () => {
      const { origin } = server
      assert.equal(await create(origin, EVENT), 201)
      assert.equal(await create(origin, { title: 'no date' }), 400)
      for (let nth = 0; nth < 4; nth += 1) await ask(`${origin}${LISTING}?start_date=2030-01-01`)
      const { headers } = await fetch(`${origin}${LISTING}?start_date=2030-01-01`)
      await ask(`${origin}${LISTING}?start_date=2030-01-01`, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      })
      await ask(`${origin}${LISTING}?start_date=2030-01-01`, { method: 'HEAD' })
      for (const path of ['/cal/events/v1/events/99999', '/nowhere/7', '/nowhere/8?x="', '/de/events/month/']) {
        await ask(origin + path)
      }
      const figures = await server.scrape()
      const requests = (labels: Record<string, string>) => sumOf(figures, 'almanac_http_requests_total', labels)
      const route = '/api/events'
      assert.equal(requests({ route, method: 'POST', status: '2xx' }), 1)
      assert.equal(requests({ route, method: 'POST', status: '4xx' }), 1)
      assert.equal(requests({ route, method: 'GET', status: '2xx', kept: 'no' }), 1)
      assert.equal(requests({ route, method: 'GET', status: '2xx', kept: 'yes' }), 4)
      assert.equal(requests({ route, method: 'GET', status: '3xx', kept: 'yes' }), 1)
      assert.equal(requests({ route, method: 'HEAD', kept: 'yes' }), 1)
      assert.equal(requests({ route: '/api/events/:id', status: '4xx' }), 1)
      assert.equal(requests({ route: 'none', status: '4xx' }), 2)
      assert.equal(sumOf(figures, 'almanac_kept_answer_hits_total'), 6)
      assert.ok(sumOf(figures, 'almanac_kept_answer_bytes') > 1000)
      const durations = figures.get('almanac_http_request_duration_seconds')
      const counted = durations?.samples.filter(({ name }) => name.endsWith('_count')) ?? []
      assert.equal(
        counted.reduce((sum, { value }) => sum + value, 0),
        requests({ kept: 'no' }),
      )
    })

    test('tell of the database, its records, the process, the backup and the version', async () => {
      const figures = await server.scrape()
      assert.equal(sumOf(figures, 'almanac_database_up'), 1)
      assert.equal(sumOf(figures, 'almanac_records', { collection: 'events', status: 'publish' }), 1)
      assert.equal(sumOf(figures, 'almanac_records', { collection: 'tags' }), 0)
      assert.equal(sumOf(figures, 'almanac_build_info', { engine: engine.name }), 1)
      assert.ok(sumOf(figures, 'almanac_database_reads_total', { queue: 'quick' }) > 0)
      assert.ok(sumOf(figures, 'almanac_database_transactions_total') >= 1)
      assert.equal(sumOf(figures, 'almanac_database_transactions_waiting'), 0)
      assert.equal(sumOf(figures, 'almanac_database_transactions_running'), 0)
      assert.equal(sumOf(figures, 'almanac_backup_last_timestamp_seconds'), Date.UTC(2031, 4, 1, 18) / 1000)
      for (const name of [
        'process_cpu_seconds_total',
        'process_resident_memory_bytes',
        'process_start_time_seconds',
        'nodejs_heap_size_used_bytes',
        'nodejs_eventloop_lag_p99_seconds',
      ])
        assert.ok(figures.has(name), name)
    })

    test('have as many labels however many addresses are asked', async () => {
      const size = async () => (await server.scrape()).get('almanac_http_requests_total')?.samples.length
      await ask(`${server.origin}/odd/0`)
      const before = await size()
      for (let nth = 1; nth < 30; nth += 1) {
        await ask(`${server.origin}/odd/${nth}`)
        await ask(`${server.origin}${LISTING}/${nth}000`)
      }
      assert.equal(await size(), before)
    })

    test('are not at the public address, nor anything else beside them', async () => {
      assert.equal(await ask(`${server.origin}/metrics`), 404)
      for (const path of ['/', '/health', LISTING, '/metrics/x']) {
        assert.equal(await ask(new URL(path, server.figures).href), 404)
      }
      assert.equal(await ask(server.figures, { method: 'POST' }), 404)
    })
  })

  test('say that the database does not answer', async () => {
    const db = await engine.open()
    const figures = createSiteMetrics(db, parseConfig(readEnv({})))
    const scrape = async () => parseExposition(formatPrometheus(await figures()))
    assert.deepEqual([...(await scrape()).keys()], ['almanac_build_info', 'almanac_database_up', 'almanac_records'])
    await db.close()
    const after = await scrape()
    assert.deepEqual([...after.keys()], ['almanac_build_info', 'almanac_database_up'])
    assert.equal(sumOf(after, 'almanac_database_up'), 0)
  })

  test('count what was turned away', async () => {
    const url = await engine.url()
    const server = await watched({ DATA_DIR: folder, DATABASE_URL: url, RATE_LIMIT_SEARCHES: '2' })
    try {
      const statuses: number[] = []
      for (const word of ['one', 'two', 'three']) statuses.push(await ask(`${server.origin}${LISTING}?search=${word}`))
      assert.deepEqual(statuses, [200, 200, 429])
      const figures = await server.scrape()
      assert.equal(sumOf(figures, 'almanac_http_requests_total', { route: 'turned-away', status: '4xx' }), 1)
    } finally {
      await stop(server)
    }
  })

  test('are of all workers in one scrape, wherever it is asked for', { timeout: 120_000 }, async () => {
    const server = await watched({
      ...{ DATA_DIR: folder, DATABASE_URL: await engine.url(), WORKERS: '2', METRICS_TOKEN: TOKEN },
    })
    const bearer = { authorization: `Bearer ${TOKEN}` }
    try {
      const scrapes = async () => {
        const texts = await Promise.all(
          [server.figures, `${server.origin}/metrics`].map(async (url) => {
            const answer = await fetch(url, { headers: { ...bearer, connection: 'close' } })
            assert.equal(answer.status, 200)
            return answer.text()
          }),
        )
        return texts.map(parseExposition)
      }
      for (let nth = 0; nth < 40; nth += 1) assert.equal(await ask(`${server.origin}${LISTING}/${nth + 1}000`), 404)
      for (const figures of await scrapes()) {
        const labels = { route: '/api/events/:id', status: '4xx' }
        assert.equal(sumOf(figures, 'almanac_http_requests_total', labels), 40)
        const workers = figures.get('process_resident_memory_bytes')?.samples.map(({ labels }) => labels.worker)
        assert.deepEqual(workers?.sort(), ['1', '2', 'primary'])
        assert.equal(figures.get('almanac_build_info')?.samples.length, 1)
        assert.equal(figures.get('almanac_database_up')?.samples.length, 1)
      }
    } finally {
      await stop(server)
    }
  })
})

forEachEngine('the token for figures', (engine: TestEngine) => {
  const { folder, remove } = scratchFolder()
  after(remove)
  let server: Served
  before(async () => {
    server = await serve({ DATA_DIR: folder, DATABASE_URL: await engine.url(), METRICS_TOKEN: TOKEN })
  })
  after(() => stop(server))

  test('opens them at the public address', async () => {
    const answer = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
    assert.equal(answer.headers.get('etag'), null)
    parseExposition(await answer.text())
  })

  test('is missed by nobody: without it the answer is that of an address where nothing is', async () => {
    const told = async (path: string, headers: Record<string, string>, method = 'GET') => {
      const answer = await fetch(server.origin + path, { method, headers })
      const { date: _, 'x-request-id': __, ...others } = Object.fromEntries(answer.headers)
      return [answer.status, others, await answer.text()]
    }
    for (const headers of [
      {},
      { accept: 'text/html' },
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: `Basic ${btoa(`admin:${TOKEN}`)}` },
      { authorization: ADMIN },
      { authorization: 'Bearer' },
    ] as Record<string, string>[]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
        const name = `${method} ${JSON.stringify(headers)}`
        assert.deepEqual(await told('/metrics', headers, method), await told('/metricz', headers, method), name)
      }
    }
  })
})

test('a port that is taken is named', async () => {
  const { folder, remove } = scratchFolder()
  const { createServer } = await import('node:net')
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const { port } = other.address() as { port: number }
    const { code, err } = await runToEnd({ DATA_DIR: folder, METRICS_PORT: String(port) }, ['serve'])
    assert.equal(code, 1)
    assert.match(err, /METRICS_PORT: .*EADDRINUSE/)
  } finally {
    other.close()
    remove()
  }
})
