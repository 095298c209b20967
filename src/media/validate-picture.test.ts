import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ORIGINAL_BYTES_MAX, validatePicture } from './validate-picture.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04' }, limitInputPixels: false })

const png = (width: number, height: number) => plain(width, height).png().toBuffer()
const jpeg = (width: number, height: number) => plain(width, height).jpeg().toBuffer()

for (const [format, mimeType, extension] of [
  ['jpeg', 'image/jpeg', 'jpg'],
  ['png', 'image/png', 'png'],
  ['webp', 'image/webp', 'webp'],
  ['gif', 'image/gif', 'gif'],
  ['avif', 'image/avif', 'avif'],
] as const) {
  test(`accepts ${format}`, async () => {
    const bytes = await plain(40, 30)[format]().toBuffer()
    assert.deepEqual(await validatePicture(bytes), { mimeType, extension, width: 40, height: 30 })
  })
}

test('width and height are those after rotation by EXIF orientation', async () => {
  const bytes = await plain(40, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  assert.deepEqual(await validatePicture(bytes), { mimeType: 'image/jpeg', extension: 'jpg', width: 30, height: 40 })
})

test('an animation has the dimensions of one frame', async () => {
  const frames = await Promise.all(['#f00', '#0f0'].map((background) => frame(background)))
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  assert.deepEqual(await validatePicture(bytes), { mimeType: 'image/gif', extension: 'gif', width: 20, height: 10 })
})

const frame = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()

for (const [what, make] of [
  ['nothing', async () => Buffer.alloc(0)],
  ['text', async () => Buffer.from('<!doctype html><p>no picture</p>')],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>')],
  ['TIFF', () => plain(40, 30).tiff().toBuffer()],
  ['half a picture', async () => (await png(200, 200)).subarray(0, 200)],
  ['a header before garbage', async () => Buffer.concat([(await png(200, 200)).subarray(0, 60), Buffer.alloc(500, 7)])],
  ['more than 50 megapixels', () => jpeg(10_000, 5001)],
  ['more than 20 MiB', async () => Buffer.concat([await png(40, 30), Buffer.alloc(ORIGINAL_BYTES_MAX)])],
] as const) {
  test(`rejects ${what}`, async () => assert.equal(await validatePicture(await make()), undefined))
}

test('accepts 50 megapixels', async () => {
  assert.equal((await validatePicture(await jpeg(10_000, 5000)))?.width, 10_000)
})

/** A grey PNG of which every row names a filter that does not exist. */
function pngWithDataErrors(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const numbers = Buffer.alloc(8)
    numbers.writeUInt32BE(data.length)
    numbers.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0])
  const data = deflateSync(Buffer.alloc((width + 1) * height, 120))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

test('accepts a whole PNG with errors in the data, as WordPress does', async () => {
  const bytes = pngWithDataErrors(40, 30)
  assert.equal((await validatePicture(bytes))?.width, 40)
  assert.equal(await validatePicture(bytes.subarray(0, -1)), undefined)
})
