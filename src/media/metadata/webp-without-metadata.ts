import { type CopyWriter, createWriterOfPartialFileCopy } from './copy-file-parts.ts'

/** Length in bytes of the file header: `RIFF`, the size of the rest, and `WEBP`. */
const FILE_HEADER_BYTES = 12
/** Length in bytes of the name and the size field that begin a chunk. */
const CHUNK_HEADER_BYTES = 8
/** Length in bytes of the header of a frame: position, size, duration and flags. */
const FRAME_HEADER_BYTES = 16
/** Names of the chunks that are copied: pictures, colour profile and animations (RFC 9649). */
const COPIED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ICCP'])
const FRAME = 'ANMF'
/** Bits in the first byte of the chunk `VP8X`. */
const FLAG = { xmp: 0x04, exif: 0x08 }

/**
 * Copies a WebP without metadata.
 * @param newExif the EXIF data to insert (a TIFF file); undefined for none. Files without the chunk `VP8X` cannot
 *    contain any
 * @throws {RangeError} when the file ends too early
 */
export function copyWebpWithoutMetadata(bytes: Buffer, newExif: Buffer | undefined): Buffer {
  const out = createWriterOfPartialFileCopy(bytes, CHUNK_HEADER_BYTES + 1 + (newExif?.length ?? 0))
  out.copy(0, FILE_HEADER_BYTES)
  copyChunks(bytes, FILE_HEADER_BYTES, CHUNK_HEADER_BYTES + bytes.readUInt32LE(4), out)
  const isExtended = bytes.toString('latin1', FILE_HEADER_BYTES, FILE_HEADER_BYTES + 4) === 'VP8X'
  if (isExtended && newExif) out.write(buildChunk('EXIF', newExif))
  const copy = out.result()
  copy.writeUInt32LE(copy.length - CHUNK_HEADER_BYTES, 4)
  if (isExtended) {
    const flagsAt = FILE_HEADER_BYTES + CHUNK_HEADER_BYTES
    const others = copy.readUInt8(flagsAt) & ~(FLAG.xmp | FLAG.exif)
    copy.writeUInt8(newExif ? others | FLAG.exif : others, flagsAt)
  }
  return copy
}

/** Copies the chunks from `start` up to `end` that contain no metadata. */
function copyChunks(bytes: Buffer, start: number, end: number, out: CopyWriter): void {
  let at = start
  while (at + CHUNK_HEADER_BYTES <= end) {
    const name = bytes.toString('latin1', at, at + 4)
    const data = at + CHUNK_HEADER_BYTES
    const dataEnd = data + bytes.readUInt32LE(at + 4)
    // The data of a chunk has a padding byte if its size is odd. At the end of a file it may be missing.
    const next = dataEnd + ((dataEnd - data) % 2)
    if (dataEnd > end) throw new RangeError('the size of a chunk is wrong')
    if (name === FRAME) copyFrame(bytes, at, dataEnd, out)
    else if (COPIED.has(name)) {
      out.copy(at, dataEnd)
      if (next > dataEnd) out.write(PADDING)
    }
    at = next
  }
}

const PADDING = Buffer.from([0])

/** Copies a frame of an animation. A frame consists of chunks too, and those that may contain metadata are left out. */
function copyFrame(bytes: Buffer, at: number, end: number, out: CopyWriter): void {
  const frame = out.length()
  const chunks = at + CHUNK_HEADER_BYTES + FRAME_HEADER_BYTES
  if (chunks > end) throw new RangeError('the size of a frame is wrong')
  out.copy(at, chunks)
  copyChunks(bytes, chunks, end, out)
  out.result().writeUInt32LE(out.length() - frame - CHUNK_HEADER_BYTES, frame + 4)
}

function buildChunk(name: string, data: Buffer): Buffer {
  const header = Buffer.alloc(CHUNK_HEADER_BYTES)
  header.write(name, 'latin1')
  header.writeUInt32LE(data.length, 4)
  return Buffer.concat([header, data, PADDING.subarray(0, data.length % 2)])
}
