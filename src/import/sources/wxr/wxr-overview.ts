import { unserialize } from 'php-serialize'
import type { Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { UnreadableSourceError } from '../../import-errors.ts'
import type { PictureItem, RecordItem, SourceEntry } from '../../import-item-types.ts'
import { canIdBeKept } from '../../items/keep-record-ids-of-source.ts'
import type { SourceContent } from '../source-content.ts'
import type { Join } from '../translations/record-in-one-language.ts'
import { wordpressSiteIdOfAddress } from '../wordpress/wordpress-site-id-of-address.ts'
import { findWordpressUploadPathsInHtml, uploadPathInWordpressAddress } from '../wordpress/wordpress-upload-paths.ts'
import { readWxrRecords, type WxrRecord, wxrFieldText, wxrMetaValue } from './read-wxr.ts'
import { createWxrLanguageCollector, type WxrLanguages } from './wxr-languages.ts'

/** The data about an export that are collected when the file is read for the first time. */
export interface WxrOverview {
  damages: SourceEntry[]
  /** External ids of categories and tags, by taxonomy (`domain`) and slug. */
  termIds: ReadonlyMap<string, string>
  terms: RecordItem[]
  /** The attachments (uploaded files) that posts use. */
  pictures: WxrPicture[]
  /** Ids of the series by title, because events refer to their series by title. */
  seriesIds: ReadonlyMap<string, string>
  /** The highest id that a post in the export has. */
  highestId: number
  /** Time zone of the local times in the export, such as dates of drafts. */
  timezone: string
  /** The languages of the records; undefined if all records are in one language. */
  languages: WxrLanguages | undefined
}

/** Options for reading a WordPress export (WXR). */
export interface WxrReadOptions {
  /** Time zone of the WordPress site. */
  timezone: string
  /** The languages of this calendar, the default language first. */
  languages: readonly Language[]
  /** Records that the owner has confirmed as translations of each other, although the export does not connect them. */
  joins?: readonly Join[] | undefined
}

type WxrPicture = Omit<PictureItem, 'cursor' | 'load'> & { path: string }

/** For each taxonomy of events (attribute `domain`), the kind of record that its terms become. */
const DOMAINS = { tribe_events_cat: 'category', post_tag: 'tag' } as const

/** For each post type that is imported, the kind of record that it becomes. */
const POST_KINDS: Readonly<Record<string, Kind>> = {
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
  tribe_event_series: 'series',
  tribe_events: 'event',
}

/**
 * Reads an export of WordPress for the first time, and collects data that the second reading needs, which makes the
 * items.
 * @throws {UnreadableSourceError} if the file is not an export of WordPress
 */
export async function readWxrOverview(
  content: SourceContent,
  { timezone, languages, joins = [] }: WxrReadOptions,
): Promise<WxrOverview> {
  const collector = createWxrLanguageCollector(languages, joins, await readHomeAddress(content))
  const damages: SourceEntry[] = []
  const terms = new Map<string, WxrTerm>()
  const attachments = new Map<string, WxrPicture>()
  const used = { ids: new Set<string>(), paths: new Set<string>() }
  const series = new Map<string, string>()
  const named = new Set<string>()
  let count = 0
  let highestId = 0
  for await (const record of readWxrRecords(content)) {
    if (record.name === 'damage') {
      damages.push(damageEntry(record))
      continue
    }
    count += 1
    const id = Number(wxrFieldText(record, 'wp:post_id'))
    if (record.name === 'item' && canIdBeKept(id)) highestId = Math.max(highestId, id)
    if (record.name !== 'item') {
      addTerm(terms, definedTerm(record))
      collector.addTerm(record)
    } else if (wxrFieldText(record, 'wp:post_type') === 'attachment') addAttachment(attachments, record)
    const kind = POST_KINDS[wxrFieldText(record, 'wp:post_type')]
    if (kind === undefined) continue
    collector.addPost(kind, record)
    for (const { domain, slug, name } of record.terms)
      addTerm(terms, { domain, slug, name, id: '', parent: '', description: '' })
    used.ids.add(wxrMetaValue(record, '_thumbnail_id'))
    for (const path of findWordpressUploadPathsInHtml(wxrFieldText(record, 'content:encoded'))) used.paths.add(path)
    for (const title of seriesTitlesOfWxrEvent(record)) named.add(title)
    if (kind === 'series') series.set(wxrFieldText(record, 'title'), wxrFieldText(record, 'wp:post_id'))
  }
  if (count === 0) throw new UnreadableSourceError('this is not an export of WordPress (WXR)')
  const pictures = [...attachments.values()].filter(
    ({ externalId, path }) => used.ids.has(externalId) || used.paths.has(path),
  )
  const items = termItems(terms)
  return {
    damages,
    termIds: new Map([...terms].map(([key, { id, slug }]) => [key, id || slug])),
    terms: items,
    pictures,
    seriesIds: new Map([...series].filter(([title]) => named.has(title))),
    highestId,
    timezone,
    languages: collector.finish(items),
  }
}

const HEADER_BYTES = 65_536

/** Reads the address of the site's home page from the header of an export; `''` if there is none. */
async function readHomeAddress(content: SourceContent): Promise<string> {
  let header = ''
  for await (const chunk of content.open()) {
    header += String(chunk)
    if (header.length >= HEADER_BYTES) break
  }
  const [, address = ''] = /<wp:base_blog_url>\s*([^<\s]+)/.exec(header) ?? []
  return address
}

/** Finds the site of an export: its host and path (see `wordpressSiteIdOfAddress`). */
export const findSiteOfWxrExport = async (content: SourceContent): Promise<string | undefined> =>
  wordpressSiteIdOfAddress(await readHomeAddress(content))

const damageEntry = ({ line, message }: { line: number; message: string }): SourceEntry => ({
  kind: 'unreadable',
  severity: 'warning',
  place: `line ${line}`,
  cursor: '',
  problem: { name: '', reason: 'import.unreadable', placeholders: { value: message } },
})

interface WxrTerm {
  domain: string
  slug: string
  name: string
  id: string
  /** Slug of the parent category; `''` for a category without a parent, and for tags. */
  parent: string
  description: string
}

export const wxrTermKey = (domain: string, slug: string) => `${domain} ${slug}`

function definedTerm(record: WxrRecord): WxrTerm {
  const prefix = record.name === 'wp:tag' ? 'wp:tag' : 'wp:term'
  return {
    domain: record.name === 'wp:tag' ? 'post_tag' : wxrFieldText(record, 'wp:term_taxonomy'),
    slug: wxrFieldText(record, `${prefix}_slug`),
    name: wxrFieldText(record, `${prefix}_name`),
    id: wxrFieldText(record, 'wp:term_id'),
    parent: wxrFieldText(record, 'wp:term_parent'),
    description: wxrFieldText(record, `${prefix}_description`),
  }
}

/**
 * Adds a category or tag unless there is one with its slug. The export defines them before the posts, each of which
 * names its own again.
 */
function addTerm(terms: Map<string, WxrTerm>, term: WxrTerm): void {
  const key = wxrTermKey(term.domain, term.slug)
  if (term.domain in DOMAINS && term.slug !== '' && !terms.has(key)) terms.set(key, term)
}

/** Converts categories and tags to items. A category comes after its parent. */
function termItems(terms: ReadonlyMap<string, WxrTerm>): RecordItem[] {
  const highestId = Math.max(0, ...[...terms.values()].map(({ id }) => Number(id)).filter(canIdBeKept))
  const parentOf = ({ domain, parent }: WxrTerm) => terms.get(wxrTermKey(domain, parent))
  const depth = (term: WxrTerm, seen = new Set<WxrTerm>()): number => {
    const parent = parentOf(term)
    return parent === undefined || seen.has(parent) ? 0 : 1 + depth(parent, seen.add(parent))
  }
  return (
    [...terms.values()]
      // Categories and tags without an id come last: they get new ids, which must not be the ids of others.
      .map((term) => ({ term, level: depth(term) + (term.id === '' ? terms.size : 0) }))
      .sort((one, other) => one.level - other.level)
      .map(({ term }) => {
        const kind = DOMAINS[term.domain as keyof typeof DOMAINS]
        const parent = parentOf(term)
        return {
          kind,
          externalId: term.id || term.slug,
          id: Number(term.id) || undefined,
          highestId,
          place: `${kind} ${term.slug}`,
          cursor: '',
          fields: { name: term.name, slug: term.slug, description: term.description },
          ...(kind === 'category' && { references: { parent: parent ? [parent.id || parent.slug] : [] } }),
        }
      })
  )
}

function addAttachment(attachments: Map<string, WxrPicture>, record: WxrRecord): void {
  const id = wxrFieldText(record, 'wp:post_id')
  const url = wxrFieldText(record, 'wp:attachment_url')
  if (!/\.(?:jpe?g|png|gif|webp|avif)$/i.test(url)) return
  attachments.set(id, {
    kind: 'picture',
    externalId: id,
    id: Number(id) || undefined,
    place: url,
    path: uploadPathInWordpressAddress(url) ?? url,
    title: wxrFieldText(record, 'title'),
    alt: wxrMetaValue(record, '_wp_attachment_image_alt'),
    caption: wxrFieldText(record, 'excerpt:encoded'),
  })
}

/** The titles of the series to which an event of the export belongs. */
export function seriesTitlesOfWxrEvent(record: WxrRecord): string[] {
  const serialized = wxrMetaValue(record, 'series')
  if (serialized === '') return []
  try {
    return Object.values(unserialize(serialized)).map(String)
  } catch {
    return []
  }
}
