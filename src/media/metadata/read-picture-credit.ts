import type { Metadata } from 'sharp'
import { printableLine } from '../../core/text/printable-text.ts'
import { type Credit, readExifCredit } from './exif-credit.ts'
import { readXmpCredit } from './xmp-credit.ts'

/** The maximum length of author and copyright in characters; longer texts are cut. */
const TEXT_MAX = 500
/** Keywords of the text chunks of PNG (W3C PNG, 11.3.3.2). */
const PNG_KEYWORDS = { artist: 'Author', copyright: 'Copyright' }

/**
 * Reads author and copyright of a picture from its EXIF data or, if these contain none, from XMP, or from the text
 * chunks of a PNG.
 */
export function readPictureCredit({ exif, xmpAsString, comments }: Metadata): Credit {
  const inExif = exif ? readExifCredit(exif) : {}
  const inXmp = xmpAsString ? readXmpCredit(xmpAsString) : {}
  const read = (name: keyof Credit) => {
    const inText = comments?.find(({ keyword }) => keyword === PNG_KEYWORDS[name])?.text
    const text = inExif[name] || inXmp[name] || inText
    return text === undefined ? undefined : printableLine(text.replaceAll('\0', ' ').slice(0, TEXT_MAX))
  }
  return { artist: read('artist'), copyright: read('copyright') }
}
