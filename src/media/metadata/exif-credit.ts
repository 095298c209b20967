/** The EXIF tags (CIPA DC-008, 4.6.4) that contain author and copyright as text. */
const TAGS = { artist: 0x013b, copyright: 0x8298 }

/**
 * Author and copyright of a picture, as texts from its metadata. A text that the picture does not contain is undefined.
 */
export interface Credit {
  artist?: string | undefined
  copyright?: string | undefined
}

const ASCII = 2
const ENTRY_BYTES = 12
const HEADER_BYTES = 8
/** Maximum length in bytes of a text that is stored in its directory entry; longer texts are elsewhere in the file. */
const INLINE_BYTES = 4
const PREFIX = 'Exif\0\0'
/** Maximum number of bytes that are read of a text. */
const TEXT_BYTES_MAX = 2000

/**
 * Reads author and copyright from EXIF data.
 * @returns an empty object when the data is damaged
 */
export function readExifCredit(exif: Buffer): Credit {
  const tiff = exif.toString('latin1', 0, PREFIX.length) === PREFIX ? exif.subarray(PREFIX.length) : exif
  try {
    const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II'
    const uint16 = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const uint32 = (at: number) => (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
    const textOf = (tag: number) => {
      const entries = uint32(4) + 2
      for (let at = entries; at < entries + uint16(entries - 2) * ENTRY_BYTES; at += ENTRY_BYTES) {
        if (uint16(at) !== tag) continue
        const length = uint32(at + 4)
        const start = length <= INLINE_BYTES ? at + 8 : uint32(at + 8)
        return decodeText(tiff.subarray(start, start + Math.min(length, TEXT_BYTES_MAX)))
      }
      return undefined
    }
    return { artist: textOf(TAGS.artist), copyright: textOf(TAGS.copyright) }
  } catch {
    return {}
  }
}

/**
 * Decodes a text of EXIF as UTF-8 or, if it is not valid UTF-8, as Latin-1: the encoding is not stated, and programs
 * write both.
 */
function decodeText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text
}

/**
 * Builds EXIF data (a TIFF file without pictures) with author and copyright only.
 * @returns undefined if there is neither
 */
export function buildExifWithCredit({ artist, copyright }: Credit): Buffer | undefined {
  const texts = [
    { tag: TAGS.artist, text: artist },
    { tag: TAGS.copyright, text: copyright },
  ].flatMap(({ tag, text }) => (text ? [{ tag, value: Buffer.from(`${text}\0`) }] : []))
  if (texts.length === 0) return undefined
  const directory = Buffer.alloc(2 + texts.length * ENTRY_BYTES + 4)
  directory.writeUInt16BE(texts.length)
  const values: Buffer[] = []
  let valueAt = HEADER_BYTES + directory.length
  texts.forEach(({ tag, value }, index) => {
    const at = 2 + index * ENTRY_BYTES
    directory.writeUInt16BE(tag, at)
    directory.writeUInt16BE(ASCII, at + 2)
    directory.writeUInt32BE(value.length, at + 4)
    if (value.length <= INLINE_BYTES) value.copy(directory, at + 8)
    else {
      directory.writeUInt32BE(valueAt, at + 8)
      values.push(value)
      valueAt += value.length
    }
  })
  return Buffer.concat([Buffer.from('MM\0*\0\0\0\x08', 'latin1'), directory, ...values])
}
