import { LINKED_KINDS } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { join, type Reader, raw, type Sql, sql } from '../../../db/database.ts'
import type { PostColumns } from '../../posts/load-posts.ts'
import { encodeTextsColumn, parseTextsOfRows, type WithTexts } from '../../texts/record-texts.ts'
import type { EventColumns } from '../event-row.ts'
import { SCHEDULE_COLUMNS } from '../event-schedule.ts'
import { decodeLinkIds, encodeLinkIds } from '../links/load-links.ts'
import { pagePathOfDate } from './page-path-of-date.ts'
import {
  linkFieldNameOfKind,
  overrideNameOfEventColumn,
  parseOverrides,
  type Repeat,
} from './repeated-event-columns-and-overrides.ts'

/** An event as stored: a row of the table `event` with the column of `repeatedEventValuesColumnSql`. */
type StoredEvent = PostColumns & EventColumns & WithTexts & { repeat_json: string | null }

const SHARED = ['image_id', 'cost', 'website', 'show_map', 'show_map_link'] as const

/** The columns of a repeated event that its dates have too, unless they override them. */
interface StoredRepeat extends Repeat, Pick<StoredEvent, 'texts_json' | 'links_json' | (typeof SHARED)[number]> {
  is_hidden: number
}

/** The keys of a `StoredRepeat` with their columns in the tables `event m` and `event_repeat r`. */
const STORED = [
  ...['id', ...SHARED, 'version', 'created_at', 'modified_at'].map((name) => [name, `m.${name}`] as const),
  ...SCHEDULE_COLUMNS.map((name) => [name, name.endsWith('_local') ? `CAST(m.${name} AS text)` : `m.${name}`] as const),
  ['texts_json', 'm.texts'],
  ['links_json', 'm.links'],
  ...['lines', 'is_endless', 'expanded_until', 'is_hidden'].map((name) => [name, `r.${name}`] as const),
] as const

const STORED_COLUMNS = join(STORED.map(([, column]) => raw(column)))

/**
 * SQL for a column with the values of the repeated event, as JSON, in the rows of its dates and in its own; NULL in
 * other rows. So reading dates takes as many statements as reading single events. The table `event` has the alias `p`.
 */
export const repeatedEventValuesColumnSql = ({ dialect }: Reader): Sql => {
  const stored = sql`event_repeat r JOIN event m ON m.id = r.event_id WHERE r.event_id = coalesce(p.repeat_id, p.id)`
  // A row that is not hidden from lists is not a repeated event, because all repeated events are stored as hidden.
  return sql`CASE WHEN p.repeat_id IS NOT NULL OR p.hide_from_listings = 1
    THEN ${dialect.jsonRows(STORED_COLUMNS, stored)} END AS repeat_json`
}

/**
 * Adds to dates the values of their repeated events, such as texts, links and price, and adds the rules to repeated
 * events.
 */
export function addRepeatedEventValuesToDates(events: StoredEvent[]): StoredEvent[] {
  const repeats = new Map<string, StoredRepeat | undefined>()
  const repeatIn = (json: string) => {
    if (!repeats.has(json)) repeats.set(json, parseRepeat(json))
    return repeats.get(json)
  }
  return events.map((event) => {
    const repeat = event.repeat_json === null ? undefined : repeatIn(event.repeat_json)
    if (repeat === undefined) return event
    return event.repeat_id === null
      ? { ...event, repeat, hide_from_listings: repeat.is_hidden }
      : { ...event, repeat, ...sharedValues(event, repeat) }
  })
}

/**
 * Parses the column of `repeatedEventValuesColumnSql`.
 * @returns undefined for an event that is hidden from lists and does not repeat
 */
function parseRepeat(json: string): StoredRepeat | undefined {
  const [values] = JSON.parse(json) as [unknown[]?]
  return values && (Object.fromEntries(STORED.map(([key], index) => [key, values[index]])) as unknown as StoredRepeat)
}

function sharedValues(date: StoredEvent, stored: StoredRepeat) {
  const overrides = new Set(parseOverrides(date.overrides))
  const shared = SHARED.filter((column) => !overrides.has(overrideNameOfEventColumn(column)))
  return {
    ...Object.fromEntries(shared.map((column) => [column, stored[column]])),
    texts_json: overrides.has('texts')
      ? setSlugsOfDateToThoseOfRepeatedEvent(date.texts_json, stored.texts_json)
      : stored.texts_json,
    page_path: pagePathOfDate({ original_start: date.original_start ?? date.start_local, repeat: stored }),
    links_json: mergeLinksOfDateAndRepeatedEvent(date.links_json, stored.links_json, overrides),
    // Version and modification time of a date also change when the repeated event changes.
    version: date.version + stored.version,
    modified_at:
      date.modified_at === null && stored.modified_at === null
        ? null
        : Math.max(date.modified_at ?? 0, stored.modified_at ?? 0),
  }
}

/**
 * Merges two encoded lists of linked records: the ids of the date for the kinds of records that the date overrides, and
 * the ids of the repeated event for the other kinds.
 */
export function mergeLinksOfDateAndRepeatedEvent(own: string, shared: string, overrides: ReadonlySet<string>): string {
  const kinds = LINKED_KINDS.filter((kind) => overrides.has(linkFieldNameOfKind(kind)))
  if (kinds.length === 0) return shared
  const ids = decodeLinkIds(own)
  return encodeLinkIds(Object.fromEntries(kinds.map((kind) => [kind, ids[kind]])), shared)
}

/**
 * Replaces the slugs in the encoded texts of a date by the slugs of the repeated event, because they are part of the
 * address of the date.
 */
export function setSlugsOfDateToThoseOfRepeatedEvent(own: string | null, shared: string | null): string {
  const slugs = parseTextsOfRows([{ texts_json: shared }]).flatMap(({ texts }) => texts)
  const slugIn = (language: Language) => (slugs.find((text) => text.language === language) ?? slugs[0])?.slug ?? ''
  const texts = parseTextsOfRows([{ texts_json: own }]).flatMap((row) => row.texts)
  return encodeTextsColumn(texts.map((text) => ({ ...text, slug: slugIn(text.language) })))
}
