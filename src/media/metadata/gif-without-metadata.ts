import { createWriterOfPartialFileCopy } from './copy-file-parts.ts'

/** Bytes that begin blocks of a GIF (GIF89a, appendix A). */
const BLOCK = { extension: 0x21, image: 0x2c, trailer: 0x3b }
const EXTENSION = { graphicControl: 0xf9, application: 0xff }
const HEADER_BYTES = 13
const IMAGE_DESCRIPTOR_BYTES = 10
const GRAPHIC_CONTROL_BYTES = 8
/** Number of bytes before the data of an application extension: introducer, label, length and name. */
const APPLICATION_BYTES = 14
const LOOP_BYTES = APPLICATION_BYTES + 5
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']
const COLOUR_PROFILE = 'ICCRGBG1012'

/**
 * Copies a GIF without metadata: only pictures, their timing, the number of repetitions and the colour profile.
 * Comments, other extensions and everything after the last complete block are omitted.
 * @throws {RangeError} when the file ends in its header
 */
export function copyGifWithoutMetadata(bytes: Buffer): Buffer {
  const out = createWriterOfPartialFileCopy(bytes, 1)
  let at = HEADER_BYTES + colourTableBytes(bytes.readUInt8(10))
  out.copy(0, at)
  for (;;) {
    const end = blockEnd(bytes, at)
    if (end === undefined) break
    const copied = bytes[at] === BLOCK.image ? end - at : copiedExtensionBytes(bytes, at, end)
    out.copy(at, at + copied)
    // Only the first data block of an extension is copied, so the byte that ends the extension is written here.
    if (copied > 0) out.result()[out.length() - 1] = 0
    at = end
  }
  out.write(Buffer.of(BLOCK.trailer))
  return out.result()
}

const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * The position after the block that begins at `at`; undefined if the block is the trailer, of unknown type or
 * incomplete.
 */
function blockEnd(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] === BLOCK.extension) return dataEnd(bytes, at + 2)
  if (bytes[at] !== BLOCK.image) return undefined
  const flags = bytes[at + IMAGE_DESCRIPTOR_BYTES - 1] ?? 0
  const codeSizeBytes = 1
  return dataEnd(bytes, at + IMAGE_DESCRIPTOR_BYTES + colourTableBytes(flags) + codeSizeBytes)
}

/** The position after a sequence of sub-blocks; undefined if it is incomplete. */
function dataEnd(bytes: Buffer, from: number): number | undefined {
  let at = from
  while (at < bytes.length) {
    const length = bytes[at] as number
    at += 1 + length
    if (length === 0) return at
  }
  return undefined
}

/** The number of bytes of an extension to copy; 0 if the extension is omitted. */
function copiedExtensionBytes(bytes: Buffer, at: number, end: number): number {
  const label = bytes[at + 1]
  if (label === EXTENSION.graphicControl)
    return end - at >= GRAPHIC_CONTROL_BYTES && bytes[at + 2] === 4 ? GRAPHIC_CONTROL_BYTES : 0
  if (label !== EXTENSION.application) return 0
  const name = bytes.toString('latin1', at + 3, at + APPLICATION_BYTES)
  if (name === COLOUR_PROFILE) return end - at
  const isLoop = LOOPS.includes(name) && end - at >= LOOP_BYTES && bytes[at + APPLICATION_BYTES] === 3
  return isLoop ? LOOP_BYTES : 0
}
