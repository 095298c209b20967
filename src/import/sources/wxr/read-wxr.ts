import { SaxesParser } from 'saxes'
import type { SourceContent } from '../source-content.ts'

/** A record in an export file of WordPress: a post, category or tag. */
export interface WxrRecord {
  name: 'item' | 'wp:term' | 'wp:tag'
  /** Number of the line in the file at which the record begins, from 1. */
  line: number
  /** The texts of the XML element's children, by name, e.g. `wp:post_id`. */
  fields: ReadonlyMap<string, string>
  /** The post meta: the values of each key. */
  meta: ReadonlyMap<string, readonly string[]>
  /** The categories and tags of a post. */
  terms: readonly { domain: string; slug: string; name: string }[]
}

/** The text of a child element of a record; `''` if there is none with this name. */
export const wxrFieldText = ({ fields }: WxrRecord, name: string) => fields.get(name) ?? ''

/** The first value of a key in the post meta of a record; `''` if there is none. */
export const wxrMetaValue = ({ meta }: WxrRecord, name: string) => meta.get(name)?.[0] ?? ''

/** A place at which an export file is not valid XML. */
export interface WxrDamage {
  name: 'damage'
  line: number
  message: string
}

const RECORDS = ['item', 'wp:term', 'wp:tag']

/** Maximum number of places with invalid XML that are reported. */
const DAMAGES_MAX = 20

/**
 * Reads the records of an export file of WordPress (WXR). The memory needed does not depend on its length. Invalid XML
 * is reported, and the rest of the file is read.
 */
export async function* readWxrRecords(content: SourceContent): AsyncGenerator<WxrRecord | WxrDamage> {
  const found: (WxrRecord | WxrDamage)[] = []
  const parser = createParser(found)
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of content.open()) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }))
    yield* found.splice(0)
  }
  parser.close()
  yield* found.splice(0)
}

interface OpenRecord extends WxrRecord {
  fields: Map<string, string>
  meta: Map<string, string[]>
  terms: { domain: string; slug: string; name: string }[]
}

/**
 * Creates an XML parser that collects posts, categories and tags.
 * @param found list to which the parser adds records and invalid places
 */
function createParser(found: (WxrRecord | WxrDamage)[]): SaxesParser {
  const parser = new SaxesParser()
  let damages = 0
  let record: OpenRecord | undefined
  let text = ''
  let metaKey = ''
  const addText = (more: string) => {
    if (record) text += more
  }
  parser.on('error', (error) => {
    damages += 1
    if (damages <= DAMAGES_MAX) found.push({ name: 'damage', line: parser.line, message: error.message })
  })
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    // If a record element begins inside another record element, the end tag of the outer one is missing.
    if (RECORDS.includes(name)) {
      record = { name: name as WxrRecord['name'], line: parser.line, fields: new Map(), meta: new Map(), terms: [] }
    } else if (record && name === 'category') {
      record.terms.push({ domain: attributes.domain ?? '', slug: attributes.nicename ?? '', name: '' })
    }
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    if (record === undefined) return
    const term = record.terms.at(-1)
    if (name === record.name) {
      found.push(record)
      record = undefined
    } else if (name === 'wp:meta_key') metaKey = text
    else if (name === 'wp:meta_value') record.meta.set(metaKey, [...(record.meta.get(metaKey) ?? []), text])
    else if (name === 'category' && term) term.name = text
    else record.fields.set(name, text.trim())
  })
  return parser
}
