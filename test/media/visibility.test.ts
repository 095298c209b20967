import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_NOW, type TestServer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const KINDS = [
  ['/events', EVENT],
  ['/venues', { venue: 'Hall' }],
  ['/organizers', { organizer: 'Club' }],
] as const

forEachEngine('who sees a picture, as time passes', (engine) => {
  const server = withServer(engine)

  /** The statuses of the addresses of a picture for an anonymous visitor; they must agree. */
  async function seen({ id, fileName }: Awaited<ReturnType<typeof storePixel>>): Promise<number> {
    const paths = [`/media/${id}`, `host:/wp-json/wp/v2/media/${id}`, `host:/media/${fileName}`]
    const statuses = await Promise.all(paths.map(async (path) => (await server.ask('GET', path)).status))
    assert.equal(new Set(statuses).size, 1, String(statuses))
    return statuses[0] as number
  }

  const write = (path: string, body: unknown) => server.ask('POST', path, { as: 'editor', body })

  for (const [path, fields] of KINDS) {
    /** A record of this kind with an image, and the image. */
    const withPicture = async (more: Record<string, unknown>) => {
      const picture = await storePixel(server, 'Poster')
      const { body } = await write(path, { ...fields, ...more, image: String(picture.id) })
      return { picture, record: `${path}/${body.id}` }
    }

    test(`a picture that is taken off a hidden record stays hidden (${path})`, async () => {
      for (const status of ['draft', 'pending', 'private']) {
        const { picture, record } = await withPicture({ status })
        assert.equal(await seen(picture), 404, status)
        assert.equal((await write(record, { image: false })).status, 200)
        assert.equal(await seen(picture), 404, status)
      }
      const scheduled = await withPicture({ status: 'publish', date: '2030-06-15 13:00:00' })
      await write(scheduled.record, { image: false })
      assert.equal(await seen(scheduled.picture), 404)
    })

    test(`the picture of a hidden record that is deleted for good stays hidden (${path})`, async () => {
      const { picture, record } = await withPicture({ status: 'private' })
      assert.equal((await server.ask('DELETE', `${record}?force=true`, { as: 'editor' })).status, 200)
      assert.equal(await seen(picture), 404)
      assert.equal((await server.ask('GET', `/media/${picture.id}`, { as: 'author' })).status, 404)
      await write('/events', { ...EVENT, image: String(picture.id) })
      assert.equal(await seen(picture), 200, 'a public record shows it')
    })

    test(`a picture that is taken off a public record stays public (${path})`, async () => {
      const { picture, record } = await withPicture({})
      await write(record, { image: false })
      assert.equal(await seen(picture), 200)
    })

    test(`a picture becomes public with its record, and is hidden with it (${path})`, async () => {
      const { picture, record } = await withPicture({ status: 'publish', date: '2030-06-15 13:00:00' })
      assert.equal(await seen(picture), 404)
      server.clock.now = TEST_NOW + 3600
      assert.equal(await seen(picture), 200)
      await server.ask('DELETE', record, { as: 'editor' })
      assert.equal(await seen(picture), 404)
      server.clock.now = TEST_NOW
    })
  }

  test('authors list their own pictures and those that they may see, with exact totals', async () => {
    const hidden = await storePixel(server, 'Secret')
    await write('/events', { ...EVENT, status: 'private', image: String(hidden.id) })
    const shown = await storePixel(server, 'Shown')
    await write('/events', { ...EVENT, image: String(shown.id) })
    for (const [as, expected] of [
      ['author', [shown.id]],
      ['editor', [shown.id, hidden.id]],
    ] as const) {
      assert.deepEqual(await listed(server, as, [hidden.id, shown.id]), expected)
    }
  })
})

/** Those of the given pictures that a caller lists, newest first. Checks that all lists agree and count correctly. */
async function listed(server: TestServer, as: 'author' | 'editor', ids: number[]): Promise<number[]> {
  const lists = []
  for (const face of FACES) {
    const { media, total } = (await server.ask('GET', '/media?per_page=50', { as, face })).body
    assert.equal(media.length, total)
    lists.push(media.map(({ id }: { id: number }) => id))
  }
  const { body, headers } = await server.ask('GET', 'host:/wp-json/wp/v2/media?per_page=50', { as })
  lists.push(body.map(({ id }: { id: number }) => id))
  assert.equal(headers['x-wp-total'], String(body.length))
  for (const list of lists) assert.deepEqual(list, lists[0])
  return lists[0].filter((id: number) => ids.includes(id))
}
