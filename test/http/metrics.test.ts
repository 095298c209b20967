import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { backupFileName } from '../../src/backup/backup-rotation.ts'
import { createReaderOfSiteMetrics } from '../../src/cli/serving/metrics/site-metrics.ts'
import { parseConfig } from '../../src/config/parse-config.ts'
import { readEnvironmentVariables } from '../../src/config/read-env.ts'
import { formatMetricsForPrometheus } from '../../src/core/prometheus-format.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine, type TestEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { parseExposition, sumOf } from '../kit/formats/prometheus.ts'
import { runHere } from '../kit/processes/command.ts'
import { ADMIN, runToEnd, type Served, scratchFolder, serve } from '../kit/processes/serve.ts'

const TOKEN = 'a-token-of-the-monitoring'
const LISTING = '/cal/events/v1/events'

interface MeteredServer extends Served {
  /** URL of the separate listener for metrics. */
  metricsUrl: string
  scrape(): Promise<ReturnType<typeof parseExposition>>
}

/** Starts a server process with a separate port for metrics. */
async function serveWithMetrics(env: Record<string, string>): Promise<MeteredServer> {
  const served = await serve({ METRICS_PORT: '0', ...env })
  const findUrl = () => /Metrics for Prometheus: (\S+)/.exec(served.said())?.[1]
  await eventually(() => findUrl() !== undefined, 'the server prints the URL of its metrics')
  const metricsUrl = findUrl() as string
  return {
    ...served,
    metricsUrl,
    async scrape() {
      const answer = await fetch(metricsUrl)
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

async function backUpOtherCalendar(engine: TestEngine, file: string): Promise<void> {
  const DATABASE_URL = await engine.url()
  const db = await openDatabase(DATABASE_URL)
  await db.transaction((tx) => tx.run(sql`UPDATE site SET id = ${'b'.repeat(32)}`))
  await db.close()
  assert.equal((await runHere({ DATABASE_URL }, 'backup', file)).err, '')
}

forEachEngine('Prometheus metrics', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  describe('of one process', () => {
    let server: MeteredServer
    const backups = join(folder, 'backups')
    const startedAt = Math.floor(Date.now() / 1000) - 60
    before(async () => {
      mkdirSync(backups)
      await backUpOtherCalendar(engine, join(backups, backupFileName(startedAt)))
      writeFileSync(join(backups, 'almanac-2999-01-01T18-00-00Z.backup'), '')
      server = await serveWithMetrics({ DATA_DIR: folder, DATABASE_URL: await engine.url(), BACKUP_DIR: backups })
    })
    after(() => stop(server))

    test('count requests by route, method and status class, cache hits too', async () => {
      const { origin } = server
      assert.equal(await create(origin, EVENT), 201)
      assert.equal(await create(origin, { title: 'no date' }), 400)
      for (let nth = 0; nth < 4; nth += 1) await ask(`${origin}${LISTING}?start_date=2030-01-01`)
      const { headers } = await fetch(`${origin}${LISTING}?start_date=2030-01-01`)
      await ask(`${origin}${LISTING}?start_date=2030-01-01`, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      })
      await ask(`${origin}${LISTING}?start_date=2030-01-01`, { method: 'HEAD' })
      for (const path of [
        '/cal/events/v1/events/99999',
        '/nowhere/7',
        '/nowhere/8?x="',
        '/de/events/month/',
        '/admin/users/7',
      ]) {
        await ask(origin + path)
      }
      const metrics = await server.scrape()
      const requests = (labels: Record<string, string>) => sumOf(metrics, 'almanac_http_requests_total', labels)
      const route = '/api/events'
      assert.equal(requests({ route, method: 'POST', status: '2xx' }), 1)
      assert.equal(requests({ route, method: 'POST', status: '4xx' }), 1)
      assert.equal(requests({ route, method: 'GET', status: '2xx', cached: 'no' }), 1)
      assert.equal(requests({ route, method: 'GET', status: '2xx', cached: 'yes' }), 4)
      assert.equal(requests({ route, method: 'GET', status: '3xx', cached: 'yes' }), 1)
      assert.equal(requests({ route, method: 'HEAD', cached: 'yes' }), 1)
      assert.equal(requests({ route: '/api/events/:id', status: '4xx' }), 1)
      assert.equal(requests({ route: '/admin/users/:id', status: '3xx' }), 1)
      assert.equal(requests({ route: 'none', status: '4xx' }), 2)
      assert.equal(sumOf(metrics, 'almanac_response_cache_hits_total'), 6)
      assert.ok(sumOf(metrics, 'almanac_response_cache_bytes') > 1000)
      const durations = metrics.get('almanac_http_request_duration_seconds')
      const counted = durations?.samples.filter(({ name }) => name.endsWith('_count')) ?? []
      assert.equal(
        counted.reduce((sum, { value }) => sum + value, 0),
        requests({ cached: 'no' }),
      )
    })

    test('describe the database, its records, the process, the backup and the version', async () => {
      const metrics = await server.scrape()
      assert.equal(sumOf(metrics, 'almanac_database_up'), 1)
      assert.equal(sumOf(metrics, 'almanac_records', { collection: 'events', status: 'publish' }), 1)
      assert.equal(sumOf(metrics, 'almanac_records', { collection: 'tags' }), 0)
      assert.equal(sumOf(metrics, 'almanac_build_info', { engine: engine.name }), 1)
      assert.ok(sumOf(metrics, 'almanac_database_reads_total', { queue: 'quick' }) > 0)
      assert.ok(sumOf(metrics, 'almanac_database_transactions_total') >= 1)
      assert.equal(sumOf(metrics, 'almanac_database_transactions_waiting'), 0)
      assert.equal(sumOf(metrics, 'almanac_database_transactions_running'), 0)
      assert.equal(sumOf(metrics, 'almanac_backup_last_timestamp_seconds'), startedAt, 'not of the future')
      assert.equal(sumOf(metrics, 'almanac_backup_mismatches'), 1)
      for (const name of [
        'process_cpu_seconds_total',
        'process_resident_memory_bytes',
        'process_start_time_seconds',
        'nodejs_heap_size_used_bytes',
        'nodejs_eventloop_lag_p99_seconds',
      ])
        assert.ok(metrics.has(name), name)
    })

    test('have a bounded number of labels however many addresses are requested', async () => {
      const size = async () => (await server.scrape()).get('almanac_http_requests_total')?.samples.length
      await ask(`${server.origin}/odd/0`)
      const before = await size()
      for (let nth = 1; nth < 30; nth += 1) {
        await ask(`${server.origin}/odd/${nth}`)
        await ask(`${server.origin}${LISTING}/${nth}000`)
      }
      assert.equal(await size(), before)
    })

    test('are not served at the public address, and their port serves nothing else', async () => {
      assert.equal(await ask(`${server.origin}/metrics`), 404)
      for (const path of ['/', '/health', LISTING, '/metrics/x']) {
        assert.equal(await ask(new URL(path, server.metricsUrl).href), 404)
      }
      assert.equal(await ask(server.metricsUrl, { method: 'POST' }), 404)
    })
  })

  test('report that the database is down', async () => {
    const db = await engine.open()
    const metrics = createReaderOfSiteMetrics(db, parseConfig(readEnvironmentVariables({})), { env: {}, now: () => 0 })
    const scrape = async () => parseExposition(formatMetricsForPrometheus(await metrics()))
    assert.deepEqual(
      [...(await scrape()).keys()],
      [
        'almanac_build_info',
        'almanac_database_up',
        'almanac_records',
        'almanac_repeats_behind',
        'almanac_subscriptions_failing',
      ],
    )
    await db.close()
    const after = await scrape()
    assert.deepEqual([...after.keys()], ['almanac_build_info', 'almanac_database_up'])
    assert.equal(sumOf(after, 'almanac_database_up'), 0)
  })

  test('count refused requests', async () => {
    const url = await engine.url()
    const server = await serveWithMetrics({ DATA_DIR: folder, DATABASE_URL: url, RATE_LIMIT_SEARCHES: '2' })
    try {
      const statuses: number[] = []
      for (const word of ['one', 'two', 'three']) statuses.push(await ask(`${server.origin}${LISTING}?search=${word}`))
      assert.deepEqual(statuses, [200, 200, 429])
      const metrics = await server.scrape()
      assert.equal(sumOf(metrics, 'almanac_http_requests_total', { route: 'refused', status: '4xx' }), 1)
    } finally {
      await stop(server)
    }
  })

  test('of all workers are in one scrape, at either address', async () => {
    const server = await serveWithMetrics({
      ...{ DATA_DIR: folder, DATABASE_URL: await engine.url(), WORKERS: '2', METRICS_TOKEN: TOKEN },
    })
    const bearer = { authorization: `Bearer ${TOKEN}` }
    try {
      const scrapes = async () => {
        const texts = await Promise.all(
          [server.metricsUrl, `${server.origin}/metrics`].map(async (url) => {
            const answer = await fetch(url, { headers: { ...bearer, connection: 'close' } })
            assert.equal(answer.status, 200)
            return answer.text()
          }),
        )
        return texts.map(parseExposition)
      }
      for (let nth = 0; nth < 40; nth += 1) assert.equal(await ask(`${server.origin}${LISTING}/${nth + 1}000`), 404)
      for (const metrics of await scrapes()) {
        const labels = { route: '/api/events/:id', status: '4xx' }
        assert.equal(sumOf(metrics, 'almanac_http_requests_total', labels), 40)
        const workers = metrics.get('process_resident_memory_bytes')?.samples.map(({ labels }) => labels.worker)
        assert.deepEqual(workers?.sort(), ['1', '2', 'primary'])
        assert.equal(metrics.get('almanac_build_info')?.samples.length, 1)
        assert.equal(metrics.get('almanac_database_up')?.samples.length, 1)
      }
    } finally {
      await stop(server)
    }
  })
})

forEachEngine('the metrics token', (engine: TestEngine) => {
  const { folder, remove } = scratchFolder()
  after(remove)
  let server: Served
  before(async () => {
    server = await serve({ DATA_DIR: folder, DATABASE_URL: await engine.url(), METRICS_TOKEN: TOKEN })
  })
  after(() => stop(server))

  test('gives access to metrics at the public address', async () => {
    const answer = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
    assert.equal(answer.headers.get('etag'), null)
    parseExposition(await answer.text())
  })

  test('is required: without it the response is that of an unknown address', async () => {
    const responseTo = async (path: string, headers: Record<string, string>, method = 'GET') => {
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
        assert.deepEqual(
          await responseTo('/metrics', headers, method),
          await responseTo('/metricz', headers, method),
          name,
        )
      }
    }
  })
})

test('an occupied port is named in the error', async () => {
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
