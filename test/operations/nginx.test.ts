import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ORIGINAL_BYTES_MAX } from '../../src/media/validate-picture.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { EVENT } from '../kit/processes/consistency.ts'
import { ADMIN, logOf, type Served, scratchFolder, serve } from '../kit/processes/serve.ts'
import { freePort, nginxSkipReason, startNginx } from '../kit/proxies/nginx.ts'

const PUBLIC_URL = 'https://calendar.example'
const DAY = 'start_date=2031-05-01&end_date=2031-05-01'
const API = '/cal/events/v1'
/** As long as the longest feeds that are sent as a whole; longer ones are streamed. */
const DESCRIPTION = 'x'.repeat(100_000)

describe('the nginx configuration of docs/operations.md', { skip: nginxSkipReason() }, () => {
  const { folder, remove } = scratchFolder()
  after(remove)
  let served: Served
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let log: ReturnType<typeof logOf>
  before(async () => {
    const PORT = String(await freePort())
    served = await serve({ PORT, DATA_DIR: join(folder, 'data'), PUBLIC_URL, TRUST_PROXY: '1', LOG_LEVEL: 'debug' })
    log = logOf(served.child)
    mkdirSync(join(folder, 'nginx'))
    nginx = await startNginx(join(folder, 'nginx'), `http://127.0.0.1:${PORT}`)
  })
  after(async () => {
    await nginx.close()
    served.child.kill('SIGTERM')
    assert.equal(await served.ended, 0)
  })
  const authorized = (type: string) => ({ authorization: ADMIN, 'content-type': type })

  test('nginx starts without warnings', () => assert.equal(nginx.errors(), ''))

  test('writes, pages and feeds of any length pass, with links to the public address', async () => {
    for (let at = 1; at <= 15; at += 1) {
      const event = { ...EVENT, title: `Jazz ${at}`, description: DESCRIPTION }
      const headers = authorized('application/json')
      const { status } = await nginx.send(
        `${API}/events`,
        { method: 'POST', headers },
        Buffer.from(JSON.stringify(event)),
      )
      assert.equal(status, 201)
    }
    const list = await nginx.send(`${API}/events?${DAY}&per_page=1`)
    assert.equal(JSON.parse(String(list.body)).events[0].url.startsWith(`${PUBLIC_URL}/`), true)
    const feed = await nginx.send(`${API}/events.ics?${DAY}`)
    assert.equal(String(feed.body).match(/BEGIN:VEVENT/g)?.length, 15)
    assert.match(String(feed.body), /END:VCALENDAR\r\n$/)
    const headers = { 'if-none-match': String(list.headers.etag) }
    assert.equal((await nginx.send(`${API}/events?${DAY}&per_page=1`, { headers })).status, 304)
    assert.match(String((await nginx.send('/events/list/')).headers['content-type']), /^text\/html/)
  })

  test('a picture of 20 MiB can be uploaded; larger ones are refused by Almanac or nginx with 413', async () => {
    const upload = (bytes: number) => {
      const body = Buffer.concat([PIXEL, Buffer.alloc(bytes - PIXEL.length)])
      const headers = { ...authorized('image/png'), 'content-disposition': 'attachment; filename="a.png"' }
      return nginx.send(`${API}/media`, { method: 'POST', headers }, body)
    }
    assert.equal((await upload(ORIGINAL_BYTES_MAX)).status, 201)
    assert.equal((await upload(ORIGINAL_BYTES_MAX + 1)).status, 413)
  })

  test('the log has the address of the client, and a client cannot forge it', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    }
    const answer = await nginx.send(`${API}/events?page=1`, { headers })
    assert.doesNotMatch(String(answer.body), /evil\.example/)
    assert.equal(await log.addressOf(answer.headers['x-request-id']), '127.0.0.1')
  })
})
