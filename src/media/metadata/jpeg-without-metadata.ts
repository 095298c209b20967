import { createWriterOfPartialFileCopy } from './copy-file-parts.ts'

/** Marker codes of JPEG (ITU-T T.81, table B.1) and of its application segments. */
const MARKER = { tem: 0x01, soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee }
/**
 * Markers of segments that the decoder needs: frame headers and tables of codes (C0 to CF, without the reserved C8),
 * quantization tables, number of lines and restart interval.
 */
const DECODED = new Set([
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf],
  ...[0xdb, 0xdc, 0xdd],
])
/** Markers of segments that may be part of the picture: JFIF, colour profile and colour conversion of Adobe. */
const APPLICATION = new Set([MARKER.app0, MARKER.app2, MARKER.app14])
const JFIF = Buffer.from('JFIF\0')
/**
 * Length in bytes of a JFIF segment without the thumbnail at its end. The last two of these bytes are the dimensions of
 * the thumbnail.
 */
const JFIF_BYTES = 14
const ADOBE = Buffer.from('Adobe')
const ADOBE_BYTES = 12
const ICC_PROFILE = Buffer.from('ICC_PROFILE\0')
const EXIF = Buffer.from('Exif\0\0')
/**
 * The maximum number of scans. Programs write about ten; a decoder needs time for each scan of a large picture, even
 * for an empty one.
 */
const SCANS_MAX = 64
const NO_THUMBNAIL = Buffer.from([0, 0])
const EMPTY = Buffer.alloc(0)
/** Length in bytes of the marker and the length field that begin a segment. */
const SEGMENT_HEADER_BYTES = 4

/**
 * Copies a JPEG without metadata: only segments that decoding or colours need. Everything after the end of the picture,
 * where cameras append previews (Multi-Picture Format), is omitted.
 * @param newExif EXIF data to insert (a TIFF file); undefined for none
 * @throws {RangeError} when the file ends too early, its segments overlap or it has too many scans
 */
export function copyJpegWithoutMetadata(bytes: Buffer, newExif: Buffer | undefined): Buffer {
  const out = createWriterOfPartialFileCopy(bytes, SEGMENT_HEADER_BYTES + EXIF.length + (newExif?.length ?? 0))
  out.copy(0, 2)
  if (newExif) out.write(buildSegment(MARKER.app1, EXIF, newExif))
  let [at, scans] = [2, 0]
  for (;;) {
    const marker = nextMarker(bytes, at)
    const code = bytes[marker + 1] as number
    if (code === MARKER.eoi) {
      out.copy(marker, marker + 2)
      return out.result()
    }
    if (code === MARKER.soi) throw new RangeError('a second picture begins before the end of the first')
    if (code === MARKER.tem || isRestart(code)) {
      at = marker + 2
      continue
    }
    at = segmentEnd(bytes, marker)
    if (code === MARKER.sos) {
      scans += 1
      if (scans > SCANS_MAX) throw new RangeError('the picture has too many scans')
      at = scanEnd(bytes, at)
      out.copy(marker, at)
    } else if (DECODED.has(code)) out.copy(marker, at)
    else if (APPLICATION.has(code)) out.write(cleanApplicationSegment(bytes, marker, at))
  }
}

/** The part of an application segment to copy; empty if the segment contains only metadata. */
function cleanApplicationSegment(bytes: Buffer, marker: number, end: number): Buffer {
  const code = bytes[marker + 1] as number
  const payload = bytes.subarray(marker + SEGMENT_HEADER_BYTES, end)
  const begins = (text: Buffer, length: number) =>
    payload.length >= length && payload.subarray(0, text.length).equals(text)
  if (code === MARKER.app2 && begins(ICC_PROFILE, ICC_PROFILE.length)) return bytes.subarray(marker, end)
  if (code === MARKER.app14 && begins(ADOBE, ADOBE_BYTES)) return buildSegment(code, payload.subarray(0, ADOBE_BYTES))
  if (code === MARKER.app0 && begins(JFIF, JFIF_BYTES))
    return buildSegment(code, payload.subarray(0, JFIF_BYTES - NO_THUMBNAIL.length), NO_THUMBNAIL)
  return EMPTY
}

const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7

/** The position of the next marker. Fill bytes, and bytes that belong to no segment, are skipped, as decoders do. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] !== 0xff && bytes[at + 1] !== 0) return at
  }
  throw new RangeError('the file ends too early')
}

function segmentEnd(bytes: Buffer, marker: number): number {
  const length = bytes.readUInt16BE(marker + 2)
  const end = marker + 2 + length
  if (length < 2 || end > bytes.length) throw new RangeError('the length of a segment is wrong')
  return end
}

/** The position after the compressed data of a scan: that of the next marker that is not a restart marker. */
function scanEnd(bytes: Buffer, from: number): number {
  let marker = nextMarker(bytes, from)
  while (isRestart(bytes[marker + 1] as number)) marker = nextMarker(bytes, marker + 2)
  return marker
}

function buildSegment(code: number, ...parts: Buffer[]): Buffer {
  const payload = Buffer.concat(parts)
  const header = Buffer.from([0xff, code, 0, 0])
  header.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([header, payload])
}
