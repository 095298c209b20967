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
 * Number of errors in one record after which the rest of the record is skipped: behind some errors, such as `<!` without
 * CDATA, the parser finds one at each character until the end of the file.
 */
const ERRORS_PER_RECORD_MAX = 100
/** Matches the position before the beginning of a record. */
const BEFORE_RECORD = /(?=<(?:item|wp:term|wp:tag)>)/
/** Length of the longest beginning of a record, `<wp:term>`. */
const BEGINNING_LENGTH = 9

/**
 * Reads the records of an export file of WordPress (WXR). The memory needed does not depend on its length. Invalid XML
 * is reported, and the rest of the file is read from the next record on.
 */
export async function* readWxrRecords(content: SourceContent): AsyncGenerator<WxrRecord | WxrDamage> {
  const found: (WxrRecord | WxrDamage)[] = []
  const reader = createRecordReader(found)
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const chunk of content.open()) {
    const text = rest + decoder.decode(chunk as Buffer, { stream: true })
    // The end of the text may be the first part of the beginning of a record.
    const last = text.lastIndexOf('<')
    const end = last === -1 || last <= text.length - BEGINNING_LENGTH ? text.length : last
    for (const part of text.slice(0, end).split(BEFORE_RECORD)) reader.write(part)
    rest = text.slice(end)
    yield* found.splice(0)
  }
  for (const part of (rest + decoder.decode()).split(BEFORE_RECORD)) reader.write(part)
  reader.close()
  yield* found.splice(0)
}

/** Thrown when the rest of a record is skipped. */
class SkippedRecordError extends Error {}

/** The beginning of an export, before its first record. */
const BEGINNING = '<rss><channel>'

/**
 * Creates a reader of parts of a file. If the XML before the beginning of a record is invalid, a new parser reads that
 * record, because the old one may not find the end of what is invalid.
 * @param found list to which the reader adds records and invalid places
 */
function createRecordReader(found: (WxrRecord | WxrDamage)[]) {
  let line = 1
  let damages = 0
  let errors = 0
  const onError = (message: string, at: number) => {
    errors += 1
    damages += 1
    if (damages <= DAMAGES_MAX) found.push({ name: 'damage', line: at, message })
    if (errors >= ERRORS_PER_RECORD_MAX) throw new SkippedRecordError()
  }
  let parser = createParser(found, 1, onError)
  const skipping = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof SkippedRecordError)) throw error
    }
  }
  return {
    write(text: string) {
      const isRecord = BEFORE_RECORD.test(text.slice(0, BEGINNING_LENGTH))
      if (isRecord && errors > 0) {
        errors = 0
        parser = createParser(found, line, onError).write(BEGINNING)
      }
      if (errors < ERRORS_PER_RECORD_MAX) skipping(() => parser.write(text))
      line += text.split('\n').length - 1
    },
    close: () => errors < ERRORS_PER_RECORD_MAX && skipping(() => parser.close()),
  }
}

interface OpenRecord extends WxrRecord {
  fields: Map<string, string>
  meta: Map<string, string[]>
  terms: { domain: string; slug: string; name: string }[]
}

function addMetaValue(meta: OpenRecord['meta'], key: string, value: string): void {
  const values = meta.get(key)
  if (values) values.push(value)
  else meta.set(key, [value])
}

/**
 * Creates an XML parser that collects posts, categories and tags.
 * @param found list to which the parser adds records
 * @param firstLine number of the line at which its text begins
 */
function createParser(
  found: (WxrRecord | WxrDamage)[],
  firstLine: number,
  onError: (message: string, line: number) => void,
): SaxesParser {
  const parser = new SaxesParser()
  const line = () => firstLine + parser.line - 1
  let record: OpenRecord | undefined
  let text = ''
  let metaKey = ''
  const addText = (more: string) => {
    if (record) text += more
  }
  parser.on('error', ({ message }) => onError(message.replace(/^\d+:\d+: |\.$/g, ''), line()))
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    // If a record element begins inside another record element, the end tag of the outer one is missing.
    if (RECORDS.includes(name)) {
      record = { name: name as WxrRecord['name'], line: line(), fields: new Map(), meta: new Map(), terms: [] }
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
    else if (name === 'wp:meta_value') addMetaValue(record.meta, metaKey, text)
    else if (name === 'category' && term) term.name = text
    else record.fields.set(name, text.trim())
  })
  return parser
}
