import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import sharp from 'sharp'
import { createAdministratorIfMissing } from '../../src/accounts/create-administrator-if-missing.ts'
import { listAuditEntries } from '../../src/audit/list-audit-entries.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { removeMetadataOfStoredPictures } from '../../src/media/metadata/remove-metadata-of-stored-pictures.ts'
import { storePicture } from '../../src/media/picture-store.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { COMMAND_NOW, runHere } from '../kit/processes/command.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const PLACE = 'SECRET-51.5007N'
const AUTHOR = 'Ada Person'

/** A photo with place, camera and author. */
const photo = (format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg', width = 400) =>
  sharp({ create: { width, height: 300, channels: 3, background: '#c04' } })
    [format]()
    .withExif({ IFD0: { Artist: AUTHOR, Model: PLACE }, IFD3: { GPSMapDatum: PLACE } })
    .toBuffer()

forEachEngine('metadata of pictures', (engine) => {
  const server = withListeningServer(engine)

  /** The bytes of a picture and of its sizes. */
  async function servedFiles(url: string, sizes: Record<string, { url: string }>): Promise<Buffer[]> {
    const urls = [url, ...Object.values(sizes).map((size) => size.url)]
    assert.ok(urls.length > 1)
    const files = await Promise.all(urls.map((each) => server.send('GET', `host:${new URL(each).pathname}`)))
    assert.ok(files.every(({ status }) => status === 200))
    return files.map(({ bytes }) => bytes)
  }

  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    test(`an uploaded ${format} is served without place and camera, but with its author`, async () => {
      const bytes = await photo(format)
      assert.ok(bytes.includes(PLACE))
      const headers = { 'content-type': `image/${format}` }
      const { status, body } = await server.send('POST', '/media', {
        as: 'author',
        headers,
        body: new Uint8Array(bytes),
      })
      assert.equal(status, 201)
      const [original, ...sizes] = await servedFiles(body.url, body.sizes)
      assert.ok(original?.includes(AUTHOR))
      assert.equal(original?.length, body.filesize)
      for (const file of [original, ...sizes]) assert.equal(file?.includes(PLACE), false)
    })
  }

  test('with picture_credits = false, the author is removed too', async () => {
    const set = (picture_credits: boolean) =>
      server.send('POST', '/settings', { as: 'administrator', body: { picture_credits } })
    await set(false)
    const sent = { headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(await photo()) }
    const { body } = await server.send('POST', '/media', { as: 'author', ...sent })
    await set(true)
    for (const file of await servedFiles(body.url, body.sizes)) assert.equal(file.includes(AUTHOR), false)
  })

  test('a picture fetched by URL is served without place and camera', async () => {
    const bytes = await photo()
    const host = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes),
    )
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const image = `http://127.0.0.1:${(host.address() as AddressInfo).port}/photo.jpg`
    const { body } = await server.send('POST', '/events', { as: 'author', body: { ...EVENT, image } })
    host.close()
    for (const file of await servedFiles(body.image.url, body.image.sizes)) assert.equal(file.includes(PLACE), false)
  })
})

forEachEngine('almanac media clean', (engine) => {
  /** A database with pictures that were stored with metadata. */
  async function withOldPictures(...files: Buffer[]) {
    const url = await engine.url()
    const db = await openDatabase(url)
    await createAdministratorIfMissing(db, 'a password', COMMAND_NOW)
    const picture = { name: 'p.jpg', authorId: 1, mimeType: 'image/jpeg', extension: 'jpg', width: 400, height: 300 }
    const ids: number[] = []
    for (const bytes of files) {
      await db.transaction(async (tx) => {
        const { id } = await storePicture(tx, { ...picture, bytes }, COMMAND_NOW)
        await tx.run(sql`INSERT INTO picture_to_clean (picture_id) VALUES (${id})`)
        ids.push(id)
      })
    }
    const stored = () =>
      db.all<{ content: Uint8Array; size_bytes: number; version: number }>(
        sql`SELECT content, size_bytes, version FROM picture ORDER BY id`,
      )
    return { url, db, ids, stored }
  }

  test('removes metadata from stored pictures, once, and reports the others', async () => {
    const plain = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const { url, db, ids, stored } = await withOldPictures(await photo(), plain, Buffer.from('no picture'))
    const { code, out, err } = await runHere({ DATABASE_URL: url }, 'media', 'clean')
    assert.deepEqual([code, err], [1, `almanac: pictures that cannot be decoded: ${ids[2]}`])
    assert.equal(out, 'Cleaned: 1 pictures. Without metadata: 1. Older backups still contain the metadata.')
    const [first, second, third] = await stored()
    assert.equal(Buffer.from(first?.content ?? []).includes(PLACE), false)
    assert.ok(Buffer.from(first?.content ?? []).includes(AUTHOR))
    assert.deepEqual([first?.size_bytes, first?.version], [first?.content.length, 2])
    assert.ok(plain.equals(second?.content ?? Buffer.alloc(0)))
    assert.equal(String(Buffer.from(third?.content ?? [])), 'no picture')
    const { rows } = await listAuditEntries(db, { collection: 'media' }, { page: 1, perPage: 9 })
    assert.deepEqual(
      rows.map(({ action, record_id, fields, title }) => [action, record_id, fields, title]),
      [['updated', ids[0], 'file', '']],
    )
    await db.transaction((tx) => tx.run(sql`DELETE FROM picture WHERE id = ${ids[2]}`))
    const again = await runHere({ DATABASE_URL: url }, 'media', 'clean')
    assert.deepEqual([again.code, again.out.slice(0, 19)], [0, 'Cleaned: 0 pictures'])
    await db.close()
  })

  test('continues after an interruption where it stopped', async () => {
    const { db, stored } = await withOldPictures(await photo(), await photo(), await photo())
    const stopping = new AbortController()
    const actor = { accountId: null, login: 'cli', requestId: '', face: 'cli', now: COMMAND_NOW } as const
    const clean = (onProgress: (done: number) => void) =>
      removeMetadataOfStoredPictures(db, actor, { withCredit: true, signal: stopping.signal, onProgress })
    assert.equal((await clean((done) => done === 1 && stopping.abort())).changed, 2)
    const rest = { withCredit: true, signal: new AbortController().signal, onProgress() {} }
    assert.deepEqual(await removeMetadataOfStoredPictures(db, actor, rest), {
      changed: 1,
      unchanged: 0,
      unreadable: [],
    })
    assert.ok((await stored()).every(({ content }) => !Buffer.from(content).includes(PLACE)))
    await db.close()
  })
})
