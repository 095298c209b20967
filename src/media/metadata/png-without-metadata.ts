import { crc32 } from 'node:zlib'
import { createWriterOfPartialFileCopy } from './copy-file-parts.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Number of bytes of a chunk besides its data: length, name and checksum. */
const CHUNK_FRAME_BYTES = 12
/**
 * Names of the chunks that are copied: those that the decoder needs, those about colours and resolution, and those of
 * animations (W3C PNG, 11).
 */
const COPIED = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'tRNS', 'bKGD', 'pHYs'],
  ...['cHRM', 'cICP', 'cLLI', 'gAMA', 'iCCP', 'mDCV', 'sBIT', 'sRGB'],
  ...['acTL', 'fcTL', 'fdAT'],
])
const METADATA_CHUNKS_MAX = 1000

/** The last chunk of a PNG: its length (0), its name and its checksum. */
export const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

/**
 * Copies a PNG without metadata: only the chunks in `COPIED`, and nothing after the last one.
 * @param newExif the EXIF data to insert (a TIFF file); undefined for none
 * @throws {RangeError} when the file ends too early
 */
export function copyPngWithoutMetadata(bytes: Buffer, newExif: Buffer | undefined): Buffer {
  const out = createWriterOfPartialFileCopy(bytes, CHUNK_FRAME_BYTES + (newExif?.length ?? 0))
  out.copy(0, SIGNATURE.length)
  for (const { name, start, end } of chunksOf(bytes)) {
    if (COPIED.has(name)) out.copy(start, end)
    if (name === 'IHDR' && newExif) out.write(buildChunk('eXIf', newExif))
  }
  out.write(PNG_END)
  return out.result()
}

/**
 * Whether a file is a PNG with so many metadata chunks that the library sharp would need seconds to read them, and
 * block the main thread for this time.
 */
export function isPngWithExcessiveMetadata(bytes: Buffer): boolean {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false
  let count = 0
  for (const { name } of chunksOf(bytes)) {
    if (!COPIED.has(name)) count += 1
    if (count > METADATA_CHUNKS_MAX) return true
  }
  return false
}

/** Yields the chunks of a PNG except the last one. @throws {RangeError} when the file ends too early */
function* chunksOf(bytes: Buffer): Generator<{ name: string; start: number; end: number }> {
  let start = SIGNATURE.length
  for (;;) {
    const end = start + CHUNK_FRAME_BYTES + bytes.readUInt32BE(start)
    if (end > bytes.length) throw new RangeError('the file ends too early')
    const name = bytes.toString('latin1', start + 4, start + 8)
    if (name === 'IEND') return
    yield { name, start, end }
    start = end
  }
}

function buildChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(CHUNK_FRAME_BYTES + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(name, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}
