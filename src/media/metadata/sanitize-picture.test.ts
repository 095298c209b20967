import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { readPictureCredit } from './read-picture-credit.ts'
import { type SanitizedPicture, sanitizePicture } from './sanitize-picture.ts'

/** A text in the metadata of test pictures, which no sanitized picture may contain. */
const SECRET = 'SECRET-51.5007N-0.1246W'
const SECRET_BYTES = Buffer.from(SECRET)
const CREDIT = { Artist: 'Ada Person', Copyright: '(c) 2031 Ada' }
const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${SECRET}"><dc:creator><rdf:Seq><rdf:li>Ada &amp; Bo</rdf:li></rdf:Seq></dc:creator><dc:rights><rdf:Alt><rdf:li xml:lang="x-default">CC BY</rdf:li></rdf:Alt></dc:rights></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const plain = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#c04' } })

/** A picture with place, camera, XMP and colour profile. */
const withMetadata = (picture: Sharp, IFD0: Record<string, string> = {}) =>
  picture
    .withExif({ IFD0: { ...IFD0, Model: SECRET }, IFD2: { BodySerialNumber: SECRET }, IFD3: { GPSMapDatum: SECRET } })
    .withXmp(XMP)
    .withIccProfile('p3')

async function sanitized(bytes: Buffer, withCredit = true): Promise<SanitizedPicture> {
  const picture = await sanitizePicture(bytes, { withCredit })
  assert.ok(picture)
  assert.equal(picture.bytes.includes(SECRET_BYTES), false, 'no metadata')
  return picture
}

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const

for (const format of FORMATS) {
  test(`removes EXIF data and XMP from ${format}, not the colour profile`, async () => {
    const original = await withMetadata(plain())[format]().toBuffer()
    assert.ok(original.includes(SECRET_BYTES))
    const { bytes, width, height } = await sanitized(original)
    const { icc, hasProfile } = await sharp(bytes).metadata()
    assert.deepEqual([width, height, hasProfile], [40, 30, true])
    assert.deepEqual(icc, (await sharp(original).metadata()).icc)
  })

  test(`leaves author and copyright of the EXIF data in ${format}, if wanted`, async () => {
    const original = await withMetadata(plain(), CREDIT)[format]().toBuffer()
    const { bytes } = await sanitized(original)
    assert.ok(bytes.includes(CREDIT.Artist) && bytes.includes(CREDIT.Copyright))
    assert.equal((await sanitized(original, false)).bytes.includes('Ada'), false)
  })

  test(`rotates ${format} by its orientation`, async () => {
    const left = await plain(20, 30).composite([
      { input: await plain(10, 30).negate().png().toBuffer(), left: 0, top: 0 },
    ])
    const original = await withMetadata(left)[format]().withMetadata({ orientation: 6 }).toBuffer()
    const { bytes, width, height } = await sanitized(original)
    const { orientation = 1 } = await sharp(bytes).metadata()
    if (format === 'avif') return assert.equal(orientation, 1)
    assert.deepEqual([width, height, orientation], [30, 20, 1])
    const pixels = await sharp(bytes).removeAlpha().raw().toBuffer()
    const isNegative = (x: number, y: number) => (pixels[(y * width + x) * 3] ?? 0) < 128
    assert.deepEqual([isNegative(15, 2), isNegative(15, 17)], [true, false], 'what was left is above')
    const before = await sharp(original).autoOrient().removeAlpha().raw().toBuffer()
    const differences = pixels.map((value, at) => Math.abs(value - (before[at] as number)))
    assert.ok(differences.reduce((sum, each) => sum + each, 0) / pixels.length < 4, 'the same colours')
  })
}

for (const text of ['© Ärmel', '©']) {
  test(`reads "${text}" from EXIF data in UTF-8 and in Latin-1, and writes it as UTF-8`, async () => {
    const jpeg = await plain().jpeg().toBuffer()
    for (const encoding of ['utf8', 'latin1'] as const) {
      const { bytes } = await sanitized(inserted(jpeg, 2, segment(0xe1, exifWith(Buffer.from(`${text}\0`, encoding)))))
      assert.ok(bytes.includes(text), encoding)
    }
  })
}

/** EXIF data in little-endian order with a copyright. */
function exifWith(copyright: Buffer): Buffer {
  const [header, entry] = [Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0', 'latin1'), Buffer.alloc(16)]
  entry.writeUInt16LE(0x8298)
  entry.writeUInt16LE(2, 2)
  entry.writeUInt32LE(copyright.length, 4)
  if (copyright.length <= 4) copyright.copy(entry, 8)
  else entry.writeUInt32LE(26, 8)
  return Buffer.concat([header, entry, copyright])
}

test('reads author and copyright from XMP', async () => {
  for (const format of FORMATS) {
    const original = await plain().withXmp(XMP)[format]().toBuffer()
    const { bytes } = await sanitized(original)
    assert.deepEqual(
      readPictureCredit(await sharp(bytes).metadata()),
      { artist: 'Ada & Bo', copyright: 'CC BY' },
      format,
    )
  }
})

for (const format of ['jpeg', 'png', 'webp'] as const) {
  test(`copies ${format} without loss, and a second time without any change`, async () => {
    const original = await plain()[format]().toBuffer()
    assert.ok((await sanitized(original)).bytes.equals(original))
    const rich = await withMetadata(plain(), CREDIT)[format]().toBuffer()
    const { bytes } = await sanitized(rich)
    assert.ok((await sanitized(bytes)).bytes.equals(bytes))
    assert.ok((await sharp(bytes).raw().toBuffer()).equals(await sharp(rich).raw().toBuffer()))
  })
}

const segment = (code: number, payload: string | Buffer) => {
  const data = Buffer.from(payload)
  return Buffer.concat([Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
}
const chunk = (name: string, data: string | Buffer) => {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(data)])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(body.length - 4)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}
const subBlocks = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text), Buffer.from([0])])
const inserted = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])

test('removes all other segments of a JPEG, its thumbnail, and the pictures after its end', async () => {
  const jpeg = await plain().jpeg().toBuffer()
  const thumbnail = Buffer.concat([Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01'), Buffer.from('abc')])
  const original = inserted(
    Buffer.concat([jpeg, jpeg, SECRET_BYTES]),
    2,
    segment(0xe0, thumbnail),
    segment(0xe0, `JFXX\0${SECRET}`),
    segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${SECRET}`),
    segment(0xe2, `MPF\0${SECRET}`),
    segment(0xed, `Photoshop 3.0\x008BIM${SECRET}`),
    segment(0xee, `Adobe\0\x64\0\0\0\0\x01${SECRET}`),
    segment(0xef, SECRET),
    segment(0xfe, SECRET),
    SECRET_BYTES,
  )
  const { bytes } = await sanitized(original)
  assert.equal(bytes.includes('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'), true)
  assert.equal(bytes.includes('abc'), false)
  assert.equal(bytes.indexOf(Buffer.from([0xff, 0xd9])), bytes.length - 2)
})

test('rejects a JPEG with many scans before it is decoded', async () => {
  const jpeg = await plain().jpeg({ progressive: true }).toBuffer()
  const lastScan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scans = Buffer.concat(Array(100).fill(jpeg.subarray(lastScan, -2)))
  assert.ok(await sanitized(jpeg))
  assert.equal(await sanitizePicture(inserted(jpeg, lastScan, scans), { withCredit: true }), undefined)
})

test('removes all chunks of a PNG that the picture does not need, and what follows its end', async () => {
  const png = await plain().png().toBuffer()
  const names = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'prVt', 'caBX']
  const original = inserted(
    Buffer.concat([png, SECRET_BYTES]),
    33,
    ...names.map((name) => chunk(name, `Title\0${SECRET}`)),
  )
  assert.deepEqual((await sanitized(original)).bytes, png)
})

test('reads author and copyright from the texts of a PNG', async () => {
  const original = inserted(
    await plain().png().toBuffer(),
    33,
    chunk('tEXt', 'Author\0Ada'),
    chunk('tEXt', `Copyright\0CC0`),
  )
  const { exif } = await sharp((await sanitized(original)).bytes).metadata()
  assert.ok(exif?.includes('Ada') && exif.includes('CC0'))
})

const animation = async (format: 'gif' | 'webp') => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((background) => frame(background)))
  return sharp(frames, { join: { animated: true } })
    [format]({ loop: 3, delay: [100, 200, 300] })
    .toBuffer()
}
const frame = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()

test('removes comments and foreign extensions from a GIF, not its frames, times and repetitions', async () => {
  const gif = await animation('gif')
  const firstBlock = 13 + 3 * 2 ** (((gif[10] as number) & 7) + 1) * Number((gif[10] as number) >> 7)
  const foreign = Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('XMP DataXMP'), subBlocks(SECRET)])
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), subBlocks(SECRET)])
  const { bytes } = await sanitized(Buffer.concat([inserted(gif, firstBlock, comment, foreign), SECRET_BYTES]))
  assert.deepEqual(bytes, gif)
  const { pages, loop, delay } = await sharp(bytes).metadata()
  assert.deepEqual([pages, loop, delay], [3, 3, [100, 200, 300]])
})

test('removes EXIF data, XMP and unknown chunks from an animated WebP, not its frames', async () => {
  const webp = await animation('webp')
  const unknown = Buffer.concat([
    Buffer.from('SECR'),
    Buffer.from([SECRET.length + 1, 0, 0, 0]),
    SECRET_BYTES,
    Buffer.of(0),
  ])
  const original = inserted(webp, 30, unknown)
  original.writeUInt32LE(original.length - 8, 4)
  const { bytes } = await sanitized(Buffer.concat([original, SECRET_BYTES]))
  assert.deepEqual(bytes, webp)
})

test('rejects a WebP with frames that are too short for their header', async () => {
  const webp = await animation('webp')
  const original = inserted(webp, 30, Buffer.alloc(8 * 1000, 'ANMF\0\0\0\0'))
  original.writeUInt32LE(original.length - 8, 4)
  assert.equal(await sanitizePicture(original, { withCredit: true }), undefined)
})

test('makes a CMYK picture upright in the colours of the screen', async () => {
  const upsideDown = 'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x03\0\0\0\0\0\0'
  const original = inserted(await plain().toColourspace('cmyk').jpeg().toBuffer(), 2, segment(0xe1, upsideDown))
  const { space, orientation: before } = await sharp(original).metadata()
  assert.deepEqual([space, before], ['cmyk', 3])
  assert.equal((await sharp((await sanitized(original)).bytes).metadata()).space, 'srgb')
})

test('damaged EXIF data is removed like any other', async () => {
  const jpeg = await plain().jpeg().toBuffer()
  for (const exif of [
    'Exif\0\0',
    'Exif\0\0II*\0\xff\xff\xff\xff',
    'Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x3b\0\x02\xff\xff\xff\xff\0\0\0\x08',
  ])
    assert.ok(await sanitized(inserted(jpeg, 2, segment(0xe1, Buffer.from(exif, 'latin1')))))
})

for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
  test(`rejects ${format} that ends too early or with wrong lengths, without an error`, async () => {
    const original = await withMetadata(plain(8, 6))[format]().toBuffer()
    for (let length = 0; length < original.length - 2; length += 7)
      assert.equal(await sanitizePicture(original.subarray(0, length), { withCredit: true }), undefined, String(length))
    for (let at = 0; at < Math.min(original.length, 700); at += 5) {
      const damaged = Buffer.from(original)
      damaged.fill(0xff, at, Math.min(at + 4, original.length))
      const picture = await sanitizePicture(damaged, { withCredit: false })
      assert.ok(picture === undefined || picture.bytes.length <= damaged.length + 100)
    }
  })
}
