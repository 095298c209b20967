import { escapeHtml } from '../../core/text/html.ts'
import type { Credit } from './exif-credit.ts'

/** Names of the properties for creator and rights (ISO 16684-1, 8.3). */
const PROPERTIES = { artist: 'dc:creator', copyright: 'dc:rights' }
/** Number of characters of a property in which its text is searched. */
const PROPERTY_LENGTH_MAX = 10_000
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/**
 * Reads author and copyright from XMP: the first of several authors, and the copyright in the first of several
 * languages.
 */
export const readXmpCredit = (xmp: string): Credit => ({
  artist: readProperty(xmp, PROPERTIES.artist),
  copyright: readProperty(xmp, PROPERTIES.copyright),
})

function readProperty(xmp: string, property: string): string | undefined {
  const start = xmp.indexOf(`<${property}>`)
  const end = xmp.indexOf(`</${property}>`, start)
  if (start === -1 || end === -1) return undefined
  const value = /<rdf:li[^<>]*>([^<>]*)</.exec(xmp.slice(start, Math.min(end, start + PROPERTY_LENGTH_MAX)))?.[1]
  return value && decodeReferences(value)
}

const decodeReferences = (text: string) =>
  text
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])

/** Builds XMP with author and copyright only. @returns undefined if there is neither */
export function buildXmpWithCredit({ artist, copyright }: Credit): string | undefined {
  if (!artist && !copyright) return undefined
  const creator = artist && `<dc:creator><rdf:Seq><rdf:li>${escapeHtml(artist)}</rdf:li></rdf:Seq></dc:creator>`
  const rights =
    copyright &&
    `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeHtml(copyright)}</rdf:li></rdf:Alt></dc:rights>`
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${creator ?? ''}${rights ?? ''}</rdf:Description>
</rdf:RDF></x:xmpmeta>`
}
