import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { createPictureSizeCache } from '../../src/media/picture-size-cache.ts'
import { avifSizesOfPicture, pictureSizes, type SizeName } from '../../src/media/picture-sizes.ts'
import type { PictureRow } from '../../src/media/picture-store.ts'
import { type PictureInfo, validatePicture } from '../../src/media/validate-picture.ts'

const root = mkdtempSync(join(tmpdir(), 'almanac-sizes-'))
after(() => rmSync(root, { recursive: true }))

const newFolder = () => join(mkdtempSync(join(root, 'x-')), 'pictures')

async function pictureOf(bytes: Buffer): Promise<PictureRow> {
  const { mimeType: mime_type, ...inspected } = (await validatePicture(bytes)) as PictureInfo
  const texts = {
    author_id: 1,
    title: '',
    alt: '',
    caption: '',
    credit: '',
    alt_texts: '{}',
    focus: 'center' as const,
    source_url: null,
  }
  const file_name = `5-pic.${inspected.extension}`
  return { id: 5, ...texts, file_name, mime_type, ...inspected, size_bytes: bytes.length, created_at: 7, version: 1 }
}

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c04' } })

const sizeOf = (picture: PictureRow, name: SizeName) => {
  const size = pictureSizes(picture).find((size) => size.name === name)
  assert.ok(size)
  return size
}

for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
  test(`makes ${format} of the announced dimensions`, async () => {
    const original = await plain(1100, 500)[format]().toBuffer()
    const picture = await pictureOf(original)
    const cache = createPictureSizeCache(newFolder())
    for (const size of pictureSizes(picture)) {
      const made = (await cache.read(picture, size, async () => original)) as Buffer
      assert.deepEqual(await validatePicture(made), {
        mimeType: picture.mime_type,
        extension: picture.extension,
        width: size.width,
        height: size.height,
      })
    }
  })
}

for (const format of ['jpeg', 'png'] as const) {
  test(`makes AVIF copies of ${format} of the announced dimensions, also of the whole picture`, async () => {
    const original = await plain(401, 1)[format]().toBuffer()
    const picture = await pictureOf(original)
    const cache = createPictureSizeCache(newFolder())
    const sizes = avifSizesOfPicture(picture)
    assert.deepEqual(
      sizes.map(({ width }) => width),
      [300, 401],
    )
    for (const { width, height, ...size } of sizes) {
      const made = (await cache.read(picture, { ...size, width, height }, async () => original)) as Buffer
      assert.deepEqual(await validatePicture(made), { mimeType: 'image/avif', extension: 'avif', width, height })
    }
  })
}

test('rotates a picture by its EXIF orientation', async () => {
  const white = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  // White on the left; turned a quarter clockwise it is white at the top.
  const original = await plain(600, 100)
    .composite([{ input: white, left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const picture = await pictureOf(original)
  assert.deepEqual([picture.width, picture.height], [100, 600])
  const made = (await createPictureSizeCache(newFolder()).read(
    picture,
    sizeOf(picture, 'medium'),
    async () => original,
  )) as Buffer
  const { data, info } = await sharp(made).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [50, 300])
  assert.ok((data[1] as number) > 240 && (data.at(-2) as number) < 40)
})

test('a thumbnail shows the middle of the picture', async () => {
  const middle = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const original = await plain(600, 200)
    .composite([{ input: middle, left: 200, top: 0 }])
    .png()
    .toBuffer()
  const picture = await pictureOf(original)
  const made = (await createPictureSizeCache(newFolder()).read(
    picture,
    sizeOf(picture, 'thumbnail'),
    async () => original,
  )) as Buffer
  assert.ok((await sharp(made).stats()).channels.every(({ mean }) => mean > 250))
})

test('concurrent requests create a size once, and it is cached', async () => {
  const original = await plain(400, 300).png().toBuffer()
  const picture = await pictureOf(original)
  const medium = sizeOf(picture, 'medium')
  const folder = newFolder()
  let asked = 0
  const content = async () => {
    asked += 1
    return original
  }
  const cache = createPictureSizeCache(folder)
  const made = await Promise.all(Array.from({ length: 5 }, () => cache.read(picture, medium, content)))
  assert.equal(asked, 1)
  assert.ok(made.every((bytes) => bytes === made[0]))

  // Another process, or this one after a restart, finds the cached file.
  assert.deepEqual(await createPictureSizeCache(folder).read(picture, medium, content), made[0])
  assert.equal(asked, 1)
  assert.equal(readdirSync(folder).length, 1)

  // A picture with the same id in another database is not the same picture.
  await cache.read({ ...picture, created_at: 8 }, medium, content)
  assert.equal(asked, 2)
})

test('creates lost or empty files again', async () => {
  const original = await plain(400, 300).png().toBuffer()
  const picture = await pictureOf(original)
  const medium = sizeOf(picture, 'medium')
  const folder = newFolder()
  const cache = createPictureSizeCache(folder)
  const made = await cache.read(picture, medium, async () => original)
  truncateSync(join(folder, readdirSync(folder)[0] as string))
  assert.deepEqual(await cache.read(picture, medium, async () => original), made)
  rmSync(folder, { recursive: true })
  assert.deepEqual(await cache.read(picture, medium, async () => original), made)
})

test('returns a copy although it cannot be cached', async () => {
  const folder = newFolder()
  writeFileSync(folder, 'a file where the folder should be')
  const original = await plain(400, 300).png().toBuffer()
  const picture = await pictureOf(original)
  const failures: unknown[] = []
  const cache = createPictureSizeCache(folder, (error) => failures.push(error))
  const made = await cache.read(picture, sizeOf(picture, 'medium'), async () => original)
  assert.equal((await validatePicture(made as Buffer))?.width, 300)
  assert.equal(failures.length, 1)
})

test('returns undefined without an original, and deletes the copies of a removed picture', async () => {
  const original = await plain(400, 300).png().toBuffer()
  const picture = await pictureOf(original)
  const folder = newFolder()
  const cache = createPictureSizeCache(folder)
  const medium = sizeOf(picture, 'medium')
  assert.equal(await cache.read(picture, medium, async () => undefined), undefined)
  await assert.rejects(
    cache.read(picture, medium, async () => {
      throw new Error('no database')
    }),
    /no database/,
  )
  await cache.read(picture, medium, async () => original)
  await cache.remove(picture)
  assert.deepEqual(readdirSync(folder), [])
})

test('decodes two originals at a time', async () => {
  const original = await plain(3000, 2000).png().toBuffer()
  const picture = await pictureOf(original)
  const cache = createPictureSizeCache(newFolder())
  let open = 0
  let most = 0
  const content = async () => {
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setTimeout(resolve, 20))
    open -= 1
    return original
  }
  const sizes = pictureSizes(picture)
  assert.equal(sizes.length, 6)
  await Promise.all(sizes.map((size) => cache.read(picture, size, content)))
  assert.ok(most <= 2)
})
