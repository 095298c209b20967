import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { sanitizePicture } from '../../src/media/metadata/sanitize-picture.ts'
import { ORIGINAL_BYTES_MAX } from '../../src/media/validate-picture.ts'
import { type Outcome, type TrialOptions, timeLimitMs } from '../trial.ts'

/** A copy in time that is not linear takes minutes. */
const LIMIT_MS = 3000

/** An empty `tEXt` chunk: length, name and checksum. */
const EMPTY_CHUNK = Buffer.concat([Buffer.alloc(4), Buffer.from('tEXt'), Buffer.alloc(4)])
EMPTY_CHUNK.writeUInt32BE(crc32('tEXt'), 8)

/** Parts without content, the format whose files may have them, and where they can be inserted. */
const EMPTY_PARTS = [
  ['fill bytes of a JPEG', 'jpeg', [0xff]],
  ['empty segments of a JPEG', 'jpeg', [0xff, 0xfe, 0, 2]],
  ['restart markers of a JPEG', 'jpeg', [0xff, 0xd0]],
  ['empty chunks of a PNG', 'png', [...EMPTY_CHUNK]],
  ['empty blocks of a GIF', 'gif', [0x21, 0xfe, 0]],
] as const

const positionIn = {
  jpeg: () => 2,
  png: () => 33,
  /** Behind the table of colours, whose size is in the header. */
  gif: (bytes: Buffer) => 13 + 3 * 2 ** (((bytes[10] as number) & 7) + 1),
}

/** Measures the removal of metadata from pictures of the largest length that consist of empty parts. */
export async function measurePictures(options: TrialOptions): Promise<Outcome> {
  const violations: string[] = []
  let slowest = 0
  for (const [what, format, part] of EMPTY_PARTS) {
    const small = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c04' } })
      [format]()
      .toBuffer()
    const count = Math.floor((ORIGINAL_BYTES_MAX - small.length) / part.length)
    const at = positionIn[format](small)
    const parts = Buffer.alloc(count * part.length, Buffer.from(part))
    const large = Buffer.concat([small.subarray(0, at), parts, small.subarray(at)])
    const before = process.threadCpuUsage()
    await sanitizePicture(large, { withCredit: true })
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1000
    slowest = Math.max(slowest, ms)
    if (ms > timeLimitMs(LIMIT_MS, options)) violations.push(`A picture full of ${what} takes ${ms} ms`)
  }
  return { figures: { 'slowest picture, ms': Math.round(slowest) }, violations }
}
