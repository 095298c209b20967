import { LINKED_KINDS } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { join, type Reader, raw, sql } from '../../../db/database.ts'
import { mapById, type PostColumns } from '../../posts/read.ts'
import { decodeTexts, encodeTexts, type WithTexts } from '../../texts/texts.ts'
import { decodeLinkIds, encodeLinkIds } from '../links/load-links.ts'
import type { EventColumns } from '../row.ts'
import { datePagePath, linkFieldName, overrideNameOfColumn, parseOverrides, type Repeat, repeatColumns } from './row.ts'

type StoredEvent = PostColumns & EventColumns & WithTexts

/** The columns of a repeated event that its dates have too, unless they override them. */
interface StoredRepeat
  extends Repeat,
    Pick<StoredEvent, 'texts_json' | 'links_json' | 'modified_at' | 'version' | (typeof SHARED)[number]> {
  is_hidden: number
}

const SHARED = ['image_id', 'cost', 'website', 'show_map', 'show_map_link'] as const

/**
 * Fills in what dates of repeated events share with that event, such as texts, links and price, and adds the rules to
 * repeated events. One statement reads this for all rows; none if no row is repeated. Leaves out a date whose repeated
 * event a concurrent transaction has just deleted.
 */
export async function addSharedValues(db: Reader, events: StoredEvent[]): Promise<StoredEvent[]> {
  // A repeated event is stored as hidden from lists.
  const ids = events.flatMap(({ id, repeat_id, hide_from_listings }) =>
    repeat_id !== null ? repeat_id : hide_from_listings === 1 ? id : [],
  )
  if (ids.length === 0) return events
  const repeats = mapById(await readRepeats(db, [...new Set(ids)]))
  return events.flatMap((event) => {
    const stored = repeats.get(event.repeat_id ?? event.id)
    if (stored === undefined) return event.repeat_id === null ? event : []
    return event.repeat_id === null
      ? { ...event, repeat: stored, hide_from_listings: stored.is_hidden }
      : { ...event, repeat: stored, ...sharedValues(event, stored) }
  })
}

const readRepeats = (db: Reader, ids: readonly number[]) =>
  db.all<StoredRepeat>(sql`
    SELECT ${repeatColumns}, ${join(SHARED.map((name) => raw(`p.${name}`)))}, p.texts AS texts_json, p.links AS links_json,
      p.version, p.modified_at, r.is_hidden
    FROM event_repeat r JOIN event p ON p.id = r.event_id WHERE ${db.dialect.inList(sql`r.event_id`, ids)}`)

function sharedValues(date: StoredEvent, stored: StoredRepeat) {
  const overrides = new Set(parseOverrides(date.overrides))
  const shared = SHARED.filter((column) => !overrides.has(overrideNameOfColumn(column)))
  return {
    ...Object.fromEntries(shared.map((column) => [column, stored[column]])),
    texts_json: overrides.has('texts') ? withSlugs(date.texts_json, stored.texts_json) : stored.texts_json,
    page_path: datePagePath({ original_start: date.original_start ?? date.start_local, repeat: stored }),
    links_json: overlaidLinks(date.links_json, stored.links_json, overrides),
    // Both also change when the repeated event changes.
    version: date.version + stored.version,
    modified_at:
      date.modified_at === null && stored.modified_at === null
        ? null
        : Math.max(date.modified_at ?? 0, stored.modified_at ?? 0),
  }
}

/** The ids of linked records, encoded: those of the date for the kinds that it overrides, else those of the repeated event. */
function overlaidLinks(own: string, shared: string, overrides: ReadonlySet<string>): string {
  const kinds = LINKED_KINDS.filter((kind) => overrides.has(linkFieldName(kind)))
  if (kinds.length === 0) return shared
  const ids = decodeLinkIds(own)
  return encodeLinkIds(Object.fromEntries(kinds.map((kind) => [kind, ids[kind]])), shared)
}

/** The texts of a date, encoded, with the slugs of the repeated event: they are part of the address of the date. */
function withSlugs(own: string | null, shared: string | null): string {
  const slugs = decodeTexts([{ texts_json: shared }]).flatMap(({ texts }) => texts)
  const slugIn = (language: Language) => (slugs.find((text) => text.language === language) ?? slugs[0])?.slug ?? ''
  const texts = decodeTexts([{ texts_json: own }]).flatMap((row) => row.texts)
  return encodeTexts(texts.map((text) => ({ ...text, slug: slugIn(text.language) })))
}
