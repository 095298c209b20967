import { join, raw, sql } from '../../db/database.ts'
import type { Scope } from '../scope.ts'
import { createTermComparator, loadTermsById } from '../terms/load-terms.ts'
import { chooseDisplayText, createTextsParser, type WithTexts } from '../texts/record-texts.ts'
import type { EventColumns, EventLine } from './event-row.ts'
import { SCHEDULE_COLUMNS } from './event-schedule.ts'
import { decodeLinkIds, pickRowsByIds } from './links/load-links.ts'
import { pagePathOfDate } from './repeat/page-path-of-date.ts'
import { parseOverrides } from './repeat/repeated-event-columns-and-overrides.ts'
import {
  mergeLinksOfDateAndRepeatedEvent,
  setSlugsOfDateToThoseOfRepeatedEvent,
} from './repeat/values-shared-by-dates.ts'

const OWN_COLUMNS = [
  ...['id', 'status', 'published_at', 'original_language'],
  ...SCHEDULE_COLUMNS,
  ...['event_status', 'sold_out', 'attendance_mode', 'featured'],
] as const

const COLUMNS = join(
  [
    ...OWN_COLUMNS.map((column) => `p.${column}`),
    ...['p.texts AS texts_json', 'p.links AS links_json', 'p.repeat_id', 'p.original_start', 'p.overrides'],
    ...['m.start_local AS repeat_start', 'm.texts AS repeat_texts', 'm.links AS repeat_links'],
  ].map((column) => raw(column)),
)

/** A row of the table `event`; for a date of a repeated event, with some columns of that event. */
type StoredLine = Pick<EventColumns, 'links_json' | 'repeat_id' | 'original_start' | 'overrides'> &
  Omit<EventLine, 'text' | 'links' | 'page_path'> &
  WithTexts & { repeat_start: string | null; repeat_texts: string | null; repeat_links: string | null }

/**
 * Loads the values of events that calendars show in one line, in no particular order: half of the columns, and of the
 * linked records only categories. A month has some two hundred events, for which `loadEvents` takes twice as long.
 */
export async function loadEventsShownInOneLine(scope: Scope, ids: readonly number[]): Promise<EventLine[]> {
  if (ids.length === 0) return []
  const { db } = scope
  const rows = await db.all<StoredLine>(sql`
    SELECT ${COLUMNS} FROM event p LEFT JOIN event m ON m.id = p.repeat_id WHERE ${db.dialect.inList(sql`p.id`, ids)}`)
  const lines = rows.map((row) => (row.repeat_id === null ? row : withValuesOfRepeatedEvent(row)))
  const linked = lines.map(({ links_json }) => decodeLinkIds(links_json).category)
  const categories = await loadTermsById(scope, 'category', [...new Set(linked.flat())])
  const compare = createTermComparator(categories)
  const parse = createTextsParser()
  return lines.flatMap((line, index) => {
    const texts = parse(line.texts_json)
    if (texts === undefined) return []
    return Object.assign(line, {
      text: chooseDisplayText(scope, { texts, original_language: line.original_language }),
      links: { categories: pickRowsByIds(categories, linked[index] ?? [], compare) },
    })
  })
}

/**
 * Replaces the texts and links of a date by those of the repeated event, except texts and links that the date
 * overrides.
 */
function withValuesOfRepeatedEvent(date: StoredLine): StoredLine & Pick<EventLine, 'page_path'> {
  const { start_local, original_start, repeat_start, repeat_texts, repeat_links } = date
  const overrides = new Set(parseOverrides(date.overrides))
  return Object.assign(date, {
    texts_json: overrides.has('texts')
      ? setSlugsOfDateToThoseOfRepeatedEvent(date.texts_json, repeat_texts)
      : repeat_texts,
    links_json: mergeLinksOfDateAndRepeatedEvent(date.links_json, repeat_links ?? '', overrides),
    page_path: pagePathOfDate({
      original_start: original_start ?? start_local,
      repeat: { start_local: repeat_start ?? start_local },
    }),
  })
}
