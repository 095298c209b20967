import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { ANONYMOUS, type Role } from '../../src/core/caller.ts'
import { NATIVE } from '../../src/core/faces.ts'
import { createUrlBuilder } from '../../src/core/urls.ts'
import { type Database, sql } from '../../src/db/database.ts'
import type { FetchedPicture } from '../../src/media/fetch-picture.ts'
import {
  checkReferencedImage,
  findOrDownloadReferencedImage,
  storeImageIfDownloaded,
} from '../../src/media/image-field.ts'
import {
  deletePictureRow,
  findPicture,
  findPictureByFileName,
  findPictureBySourceUrl,
  listPictures,
  loadPicturesById,
  type NewPicture,
  type PictureRow,
  readAndLockPicture,
  readPictureContent,
  storePicture,
  updatePicture,
} from '../../src/media/picture-store.ts'
import { validatePicture } from '../../src/media/validate-picture.ts'
import { DEFAULT_SETTINGS } from '../../src/settings/site-settings.ts'
import { forEachEngine, type TestEngine } from '../kit/engines/engines.ts'

const NOW = 1_900_000_000
const URL_A = 'https://example.org/a.png'
const urls = createUrlBuilder({ main: 'https://calendar.example' }, '', NATIVE, ['en'])

const png = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#c04' } })
    .png()
    .toBuffer()

const caller = (role: Role) => ({ ...ANONYMOUS, id: 1, login: role, role })

/** A database with the account 1, and a function that stores pictures in it. */
async function openMedia(engine: TestEngine) {
  const db = await engine.open()
  await db.transaction((tx) =>
    tx.run(
      sql`INSERT INTO account (id, login, display_name, role, created_at) VALUES (1, 'ada', 'Ada', 'author', ${NOW})`,
    ),
  )
  const store = async ({ now = NOW, bytes, ...given }: Partial<NewPicture> & { now?: number } = {}) => {
    const content = bytes ?? (await png())
    const inspected = await validatePicture(content)
    assert.ok(inspected)
    const picture = { bytes: content, name: 'pic.png', authorId: 1, ...inspected, ...given }
    return db.transaction((tx) => storePicture(tx, picture, now))
  }
  return { db, store }
}

forEachEngine('pictures', (engine) => {
  test('are stored completely and read without their content', async () => {
    const { db, store } = await openMedia(engine)
    const bytes = await png()
    const stored = await store({ bytes, name: 'Sommerfest Ä.PNG' })
    assert.deepEqual(
      { ...stored },
      {
        id: stored.id,
        author_id: 1,
        title: 'Sommerfest Ä',
        alt: '',
        caption: '',
        credit: '',
        focus: 'center',
        alt_texts: '{}',
        file_name: `${stored.id}-sommerfest-a.png`,
        mime_type: 'image/png',
        extension: 'png',
        width: 40,
        height: 30,
        size_bytes: bytes.length,
        source_url: null,
        created_at: NOW,
        version: 1,
      },
    )
    assert.deepEqual(await findPicture(db, stored.id), stored)
    const content = await readPictureContent(db, stored.file_name)
    assert.ok(Buffer.isBuffer(content))
    assert.deepEqual(content, bytes)
    assert.equal(await readPictureContent(db, 'other.png'), undefined)
    assert.equal(await findPicture(db, stored.id + 1), undefined)
  })

  test('may be as large as 20 MiB', async () => {
    const { db, store } = await openMedia(engine)
    const head = await png()
    const bytes = Buffer.concat([head, Buffer.alloc(20 * 1024 * 1024 - head.length, 0xa7)])
    const { file_name } = await store({ bytes })
    assert.ok((await readPictureContent(db, file_name))?.equals(bytes))
  })

  test('are found by ids, by source and by file name', async () => {
    const { db, store } = await openMedia(engine)
    const small = await store({ title: 'Small', alt: 'A dot', sourceUrl: URL_A })
    const large = await store({ bytes: await png(400, 300) })
    assert.deepEqual([small.title, small.alt], ['Small', 'A dot'])

    const found = await loadPicturesById(db, [large.id, small.id, 99_999])
    assert.deepEqual(found, new Map([small, large].map((row) => [row.id, row])))
    assert.equal((await loadPicturesById(db, [])).size, 0)
    assert.deepEqual(await findPictureBySourceUrl(db, URL_A), small)
    assert.equal(await findPictureBySourceUrl(db, 'https://example.org/b.png'), undefined)

    const named = async (fileName: string) => {
      const served = await findPictureByFileName(db, fileName)
      return served && [served.picture.id, served.size?.name]
    }
    assert.deepEqual(await named(large.file_name), [large.id, undefined])
    assert.deepEqual(await named(`${large.id}-pic-300x225.png`), [large.id, 'medium'])
    for (const wrong of [`${large.id}-pic-300x226.png`, `${large.id}-other.png`, `${small.id}-pic-150x150.png`, 'x']) {
      assert.equal(await named(wrong), undefined, wrong)
    }
  })

  test('are listed newest first, in pages', async () => {
    const { db, store } = await openMedia(engine)
    const ids: number[] = []
    const page = async (number: number) => {
      const { rows, total } = await listPictures(db, caller('editor'), NOW, { page: number, perPage: 2 })
      return [rows.map(({ id }) => id), total]
    }
    assert.deepEqual(await page(1), [[], 0])
    for (const now of [NOW, NOW + 1, NOW + 1]) ids.push((await store({ now })).id)
    assert.deepEqual(await page(1), [[ids[2], ids[1]], 3])
    assert.deepEqual(await page(2), [[ids[0]], 3])
    assert.deepEqual(await page(3), [[], 3])
  })

  test('have a title and an alternative text that change separately', async () => {
    const { db, store } = await openMedia(engine)
    const { id } = await store({ title: 'One', alt: 'First' })
    const update = (texts: { title?: string; alt?: string }) =>
      db.transaction(async (tx) => updatePicture(tx, (await readAndLockPicture(tx, id)) as PictureRow, texts))
    for (const [sent, title, alt, version] of [
      [{ title: 'Two' }, 'Two', 'First', 2],
      [{ alt: '' }, 'Two', '', 3],
      [{}, 'Two', '', 4],
    ] as const) {
      const changed = await update(sent)
      assert.deepEqual([changed.title, changed.alt, changed.version], [title, alt, version])
      assert.deepEqual(await findPicture(db, id), changed)
    }
    assert.equal(await db.transaction((tx) => readAndLockPicture(tx, id + 1)), undefined)
  })

  test('can be removed only once', async () => {
    const { db, store } = await openMedia(engine)
    const { id, file_name } = await store()
    const remove = () => db.transaction((tx) => deletePictureRow(tx, id))
    assert.deepEqual([await remove(), await remove()], [true, false])
    assert.equal(await readPictureContent(db, file_name), undefined)
  })
})

forEachEngine('the image of a record', (engine) => {
  let db: Database
  let store: Awaited<ReturnType<typeof openMedia>>['store']
  before(async () => {
    ;({ db, store } = await openMedia(engine))
  })

  /** A fetcher that returns `bytes` for every URL and counts its calls. */
  const source = (bytes: Buffer | undefined) => {
    const fetched: string[] = []
    const fetchPicture = async (url: string): Promise<FetchedPicture | undefined> => {
      fetched.push(url)
      return bytes && { bytes, name: 'far-away.png' }
    }
    return { fetched, fetchPicture }
  }

  test('must be an existing picture, or a URL if the caller may upload pictures', async () => {
    const { id, file_name } = await store()
    const own = { url: urls.picture(file_name) }
    for (const [role, reference, reason] of [
      ['contributor', { id }, undefined],
      ['author', { id: id + 1000 }, 'reason.image'],
      ['author', { url: URL_A }, undefined],
      ['contributor', { url: URL_A }, 'reason.image-right'],
      ['contributor', own, 'reason.image-right'],
      ['author', own, undefined],
      ['contributor', { url: `${own.url}x` }, 'reason.image-right'],
      ['contributor', 'none', undefined],
    ] as const) {
      const found = await checkReferencedImage(db, caller(role), reference, urls, 0)
      assert.equal(found, reason, `${role} ${JSON.stringify(reference)}`)
    }
  })

  test('refers to a stored picture by id or URL without a fetch', async () => {
    const { id, file_name } = await store({ bytes: await png(400, 300) })
    const { fetched, fetchPicture } = source(undefined)
    const prepare = (reference: Parameters<typeof findOrDownloadReferencedImage>[1]) =>
      findOrDownloadReferencedImage({ db, fetchPicture, urls, site: DEFAULT_SETTINGS }, reference)
    assert.deepEqual(await prepare('none'), { id: null })
    assert.deepEqual(await prepare({ id }), { id })
    assert.equal(await prepare({ id: id + 1000 }), undefined)
    assert.deepEqual(await prepare({ url: urls.picture(file_name) }), { id })
    assert.deepEqual(await prepare({ url: urls.picture(`${id}-pic-300x225.png`) }), { id })
    assert.deepEqual(fetched, [])
    assert.equal(await db.transaction((tx) => storeImageIfDownloaded(tx, { id: null }, 1, NOW)), null)
  })

  test('is fetched only once per URL', async () => {
    const url = 'https://example.org/once.png'
    const { fetched, fetchPicture } = source(await png())
    const obtain = async () => {
      const prepared = await findOrDownloadReferencedImage({ db, fetchPicture, urls, site: DEFAULT_SETTINGS }, { url })
      assert.ok(prepared)
      return db.transaction((tx) => storeImageIfDownloaded(tx, prepared, 1, NOW))
    }
    const id = await obtain()
    assert.equal(await obtain(), id)
    assert.deepEqual(fetched, [url])
    const picture = await findPictureBySourceUrl(db, url)
    assert.deepEqual([picture?.id, picture?.title, picture?.author_id], [id, 'far-away', 1])
  })

  test('is stored once for concurrent requests with the same URL', async () => {
    const url = 'https://example.org/race.png'
    const { fetched, fetchPicture } = source(await png())
    const prepared = await Promise.all(
      Array.from({ length: 6 }, () =>
        findOrDownloadReferencedImage({ db, fetchPicture, urls, site: DEFAULT_SETTINGS }, { url }),
      ),
    )
    assert.equal(fetched.length, 6)
    const ids = await Promise.all(
      prepared.map((one) => db.transaction((tx) => storeImageIfDownloaded(tx, one as NonNullable<typeof one>, 1, NOW))),
    )
    assert.equal(new Set(ids).size, 1)
    assert.equal((await findPictureBySourceUrl(db, url))?.id, ids[0])
  })

  test('is rejected when the fetch fails or returns no picture', async () => {
    for (const bytes of [undefined, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
      const { fetched, fetchPicture } = source(bytes)
      assert.equal(
        await findOrDownloadReferencedImage(
          { db, fetchPicture, urls, site: DEFAULT_SETTINGS },
          { url: 'https://example.org/x.svg' },
        ),
        undefined,
      )
      assert.equal(fetched.length, 1)
    }
  })
})
