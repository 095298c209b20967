import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { storePicture } from '../../src/media/picture-store.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { startServer, type TestServer } from '../kit/server/server.ts'

let PNG: Buffer

forEachEngine('pictures of events', (engine) => {
  let server: TestServer
  let make: ReturnType<typeof makersOf>
  let web: Server
  let address: string
  /** Paths that the server under test has fetched. */
  const fetched: string[] = []
  before(async () => {
    PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c04' } })
      .png()
      .toBuffer()
    server = await startServer(await engine.open())
    make = makersOf(server)
    web = createServer(({ url = '' }, response) => {
      fetched.push(url)
      const isThere = url !== '/none.png'
      response.writeHead(isThere ? 200 : 404, { 'content-type': url.endsWith('.png') ? 'image/png' : 'text/html' })
      response.end(PNG)
    })
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  })
  after(async () => {
    web.close()
    await server.close()
  })

  const write = (body: unknown, as: TestCaller = 'editor', path = '/events') => server.ask('POST', path, { as, body })

  test('a picture is set by id, as number or text, or by its URL on this server, and removed by false', async () => {
    const about = { mimeType: 'image/png', extension: 'png', width: 40, height: 30 }
    const picture = { bytes: PNG, name: 'a.png', authorId: server.ids.author, ...about }
    const { id, file_name } = await server.db.transaction((tx) => storePicture(tx, picture, server.clock.now))
    const event = await make.event()
    for (const image of [id, String(id), `http://localhost/media/${file_name}`]) {
      const shown = (await write({ image }, 'editor', `/events/${event.id}`)).body.image
      assert.deepEqual({ ...shown, id, extension: 'png', width: 40, height: 30, filesize: PNG.length }, shown)
      assert.equal((await write({ title: 'x' }, 'editor', `/events/${event.id}`)).body.image.id, id)
      assert.equal((await write({ image: false }, 'editor', `/events/${event.id}`)).body.image, false)
    }
    assert.equal((await write({ ...EVENT, image: id }, 'contributor')).body.image.id, id)
    // A URL needs the right to add pictures, also the URL of a picture on this server.
    const byUrl = await write({ ...EVENT, image: `http://localhost/media/${file_name}` }, 'contributor')
    assert.deepEqual([byUrl.status, Object.keys(byUrl.body.data.params)], [400, ['image']])
  })

  test('a picture URL is fetched once, for callers who may upload', async () => {
    const image = `${address}/once.png`
    assert.deepEqual(Object.keys((await write({ ...EVENT, image }, 'contributor')).body.data.params), ['image'])
    assert.deepEqual(fetched.splice(0), [])
    const first = await make.event({ image }, { as: 'author' })
    const second = await make.event({ image })
    assert.equal(first.image.id, second.image.id)
    assert.deepEqual(fetched.splice(0), ['/once.png'])
  })

  for (const path of ['/none.png', '/page.html']) {
    test(`an event with an invalid picture is refused: ${path}`, async () => {
      const before = (await server.ask('GET', '/events?status=any', { as: 'editor' })).body.total
      const { status, body } = await write({ ...EVENT, image: address + path })
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['image']])
      assert.equal((await server.ask('GET', '/events?status=any', { as: 'editor' })).body.total, before)
    })
  }
})
