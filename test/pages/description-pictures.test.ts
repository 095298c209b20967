import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { withServer } from '../kit/server/with-server.ts'

const DESCRIPTION = [
  '<p>Text <img src="https://img.example/a.png?x=1&amp;y=2" alt="A &quot;quay&quot; &lt;b&gt;" width="40" /></p>',
  '<p><img src="http://img.example/old.png" /></p>',
  '<p><img src="/media/own.png" alt="Own" /> <img src="http://localhost/media/own.png" /></p>',
].join('\n')

const server = withServer('sqlite', {}, async (filled) => {
  const make = makersOf(filled)
  await make.event({ title: 'Jazz', description: DESCRIPTION })
  await make.venue({ venue: 'Hall', description: DESCRIPTION })
  await make.organizer({ organizer: 'Club', description: DESCRIPTION })
})

async function readPage(path: string, pictureHosts: string) {
  const body = { picture_hosts: pictureHosts }
  assert.equal((await server.ask('PATCH', '/settings', { as: 'administrator', body })).status, 200)
  const answer = await server.ask('GET', `host:${path}`)
  assert.equal(answer.status, 200)
  const text = answer.bytes.toString()
  const [, sources] = /img-src ([^;]*);/.exec(String(answer.headers['content-security-policy'])) ?? []
  return { text, sources, loaded: [...text.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src]) => src) }
}

const OWN = ['/media/own.png', 'http://localhost/media/own.png']

for (const path of ['/event/jazz/', '/venue/hall/', '/organizer/club/']) {
  test(`${path}: pictures of other hosts are links by default, and the browser may load none`, async () => {
    const { text, sources, loaded } = await readPage(path, '')
    assert.deepEqual(loaded, OWN)
    assert.equal(sources, "'self' data: http://localhost")
    assert.match(text, /<a class="quiet" href="https:\/\/img\.example\/a\.png\?x=1&#38;y=2" rel="noopener noreferrer">/)
    assert.match(text, />A &#34;quay&#34; &#60;b&#62; \(picture at img\.example\) ↗<\/a>/)
    assert.match(text, /href="http:\/\/img\.example\/old\.png" rel="noopener noreferrer">picture at img\.example ↗/)
  })

  for (const [hosts, source] of [
    ['img.example', 'https://img.example'],
    ['*', 'https:'],
  ] as const) {
    test(`${path}: with picture_hosts "${hosts}" pictures are loaded by HTTPS without referrer`, async () => {
      const { text, sources, loaded } = await readPage(path, hosts)
      assert.deepEqual(loaded, ['https://img.example/a.png?x=1&amp;y=2', ...OWN])
      assert.equal(sources, `'self' data: http://localhost ${source}`)
      assert.match(text, /<img referrerpolicy="no-referrer" src="https:\/\/img\.example/)
      assert.match(text, /<a class="quiet" href="http:\/\/img\.example\/old\.png"/)
    })
  }
}

for (const [hosts, header] of [
  ['', 'img.example'],
  ['img.example', 'img.example'], // the picture by HTTP
] as const) {
  test(`with picture_hosts "${hosts}" the response to a write names hosts whose pictures become links`, async () => {
    await readPage('/', hosts)
    const write = { as: 'editor', body: { title: 'Noted', description: DESCRIPTION } } as const
    const dates = { start_date: '2031-01-01', end_date: '2031-01-01' }
    const { headers, body, status } = await server.ask('POST', '/events', {
      ...write,
      body: { ...write.body, ...dates },
    })
    assert.equal(status, 201)
    assert.equal(headers['x-linked-picture-hosts'], header)
    const own = { as: 'editor', body: { description: '<img src="/media/own.png" />' } } as const
    const changed = await server.ask('PATCH', `/events/${body.id}`, own)
    assert.deepEqual([changed.status, changed.headers['x-linked-picture-hosts']], [200, undefined])
  })
}

test('a picture by HTTPS of an allowed host is not named in the response to a write', async () => {
  await readPage('/', 'img.example')
  const body = {
    venue: 'Noted',
    description: '<img src="https://img.example/a.png" /><img src="https://b.example/" />',
  }
  const { headers } = await server.ask('POST', '/venues', { as: 'editor', body })
  assert.equal(headers['x-linked-picture-hosts'], 'b.example')
})

test('the API and the feeds return the description as stored', async () => {
  const { events } = (await server.ask('GET', '/events')).body
  assert.match(events[0].description, /<img src="https:\/\/img\.example\/a\.png/)
})
