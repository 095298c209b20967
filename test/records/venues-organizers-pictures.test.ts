import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { TEC } from '../../src/core/faces.ts'
import { storePicture } from '../../src/media/picture-store.ts'
import { LINKED_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'

let PNG: Buffer

forEachEngine('pictures of venues and organizers', (engine) => {
  let server: TestServer
  let web: Server
  let address: string
  let fetched = 0
  before(async () => {
    PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c04' } })
      .png()
      .toBuffer()
    server = await startServer(await engine.open())
    web = createServer((request, response) => {
      fetched += 1
      const isPicture = request.url?.endsWith('.png')
      response.writeHead(isPicture ? 200 : 404, { 'content-type': isPicture ? 'image/png' : 'text/plain' }).end(PNG)
    })
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  })
  after(async () => {
    web.close()
    await server.close()
  })

  const store = () =>
    server.db.transaction((tx) =>
      storePicture(
        tx,
        {
          bytes: PNG,
          name: 'pic.png',
          authorId: server.ids.editor,
          mimeType: 'image/png',
          extension: 'png',
          width: 40,
          height: 30,
        },
        TEST_NOW,
      ),
    )

  for (const { kind, path } of LINKED_KINDS) {
    const editor = { as: 'editor' } as const
    const make = (fields?: Record<string, unknown>, as: 'editor' | 'author' | 'contributor' = 'editor') =>
      makersOf(server)[kind]({ [kind]: `${kind} ${Math.random()}`, ...fields }, { as })
    const change = (id: number, image: unknown) => server.ask('PUT', `${path}/${id}`, { ...editor, body: { image } })

    test(`a ${kind} accepts the id of a picture as number or text`, async () => {
      const picture = await store()
      for (const image of [picture.id, String(picture.id)]) {
        const made = await make({ image })
        assert.deepEqual(made.image, {
          url: `http://localhost/media/${picture.file_name}`,
          id: picture.id,
          extension: 'png',
          width: 40,
          height: 30,
          filesize: PNG.length,
        })
        const { json_ld, ...read } = (await server.ask('GET', `${path}/${made.id}`)).body
        assert.deepEqual(read, made)
      }
    })

    for (const nothing of [false, '', null]) {
      test(`${JSON.stringify(nothing)} removes the picture of a ${kind}, other updates keep it`, async () => {
        const picture = await store()
        const made = await make({ image: picture.id })
        const renamed = await server.ask('PUT', `${path}/${made.id}`, { ...editor, body: { phone: '1' } })
        assert.equal(renamed.body.image.id, picture.id)
        assert.equal('image' in (await change(made.id, nothing)).body, false)
        assert.equal('image' in (await make({ image: nothing })), false)
      })
    }

    test(`a ${kind} accepts the URL of a picture, which is fetched once`, async () => {
      const url = `${address}/${kind}.png`
      const made = await make({ image: url }, 'author')
      assert.deepEqual([made.image.width, made.image.height, made.image.extension], [40, 30, 'png'])
      const before = fetched
      assert.equal((await make({ image: url })).image.id, made.image.id)
      assert.equal(fetched, before)
    })

    test(`a ${kind} with a picture that cannot be fetched is refused`, async () => {
      const refusal = { status: 400, code: 'rest_invalid_param', params: ['image'] }
      const image = `${address}/nothing`
      assertRefused(await server.ask('POST', path, { ...editor, body: { [kind]: 'Pictureless', image } }), refusal)
      const found = await server.ask('GET', `${path}?search=pictureless`, editor)
      assert.equal(found.body.total, 0)
      assertRefused(await change((await make()).id, image), refusal)
    })

    test(`no picture is fetched for a caller who may not upload or may not write a ${kind}`, async () => {
      const before = fetched
      const body = { [kind]: 'X', image: `${address}/secret.png` }
      for (const as of ['guest', 'subscriber', 'contributor'] as const) {
        const refusal = { status: 400, code: 'rest_invalid_param', params: ['image'] }
        assertRefused(await server.ask('POST', path, { as, body }), refusal)
      }
      const { id } = await make()
      assertRefused(await server.ask('PUT', `${path}/${id}`, { as: 'author', body }), {
        status: 403,
        code: 'rest_forbidden',
      })
      assert.equal(fetched, before)
    })

    test(`an existing record that an inline record links keeps its picture`, async () => {
      const made = await make({ image: (await store()).id })
      const url = `${address}/${kind}-unused.png`
      const again = await server.ask('POST', path, { ...editor, body: { [kind]: made[kind], image: url }, face: TEC })
      assert.deepEqual([again.body.id, again.body.image.id], [made.id, made.image.id])
    })
  }
})
