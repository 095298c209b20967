import { isDeepStrictEqual } from 'node:util'
import { RECURRENCE_LIMITS } from '../../../core/recurrence/index.ts'
import type { ItemDate, RecordItem, SourceEntry } from '../../item.ts'
import { formatRecurrenceDate } from '../recurrence-lines.ts'
import { wordpressInstant } from '../wordpress/dates.ts'
import { eventItem, readEvent, readOptional } from './events.ts'
import { listPages } from './pages.ts'
import { allEventsQuery, finishPage, type TecReading } from './reading.ts'
import type { Json } from './site.ts'

/** The ids of dates of repeated events begin here; those of events are smaller. */
const FIRST_DATE_ID = 10_000_000

/** The end of the address of a date: the slug of its event, its day, and its number if the day has several dates. */
const DATE_ADDRESS = /\/([^/]+)\/\d{4}-\d\d-\d\d(?:\/\d+)?\/?$/

/** Whether a record is one date of a repeated event: lists contain these, but not the event or its rule. */
export const isDateOfEvent = ({ id, url, link }: Json): boolean =>
  Number(id) >= FIRST_DATE_ID || DATE_ADDRESS.test(String(url ?? link ?? ''))

/**
 * Reads the dates of repeated events, and joins those of each event.
 * @param cursor the position after them
 */
export async function* readRepeatedEvents(reading: TecReading, cursor: string): AsyncGenerator<SourceEntry> {
  const { site, media, listed } = reading
  if (listed.isWhole && !listed.hasDates) return
  const bySlug = new Map<string, Json[]>()
  for await (const { records } of listPages(site, 'tribe/events/v1/events', allEventsQuery(site))) {
    for (const date of records.filter(isDateOfEvent)) {
      const slug = DATE_ADDRESS.exec(String(date.url))?.[1] ?? String(date.slug)
      bySlug.set(slug, [...(bySlug.get(slug) ?? []), date])
    }
  }
  for (const [slug, dates] of bySlug) {
    const item = await joinedItem(reading, slug, dates, cursor)
    yield* finishPage([...media.take({ cursor }, dates[0]?.image, String(item.fields.description)), item], cursor)
  }
}

/** A repeated event from its dates, which are those of lines RDATE: the API does not tell the rule. */
async function joinedItem(
  { site, authorOf }: TecReading,
  slug: string,
  all: readonly Json[],
  cursor: string,
): Promise<RecordItem> {
  const ordered = all.toSorted((one, other) => (String(one.start_date) < String(other.start_date) ? -1 : 1))
  const dates = ordered.slice(0, RECURRENCE_LIMITS.dates)
  const first: Json = { ...dates[0], slug }
  const { json: event } = await readOptional(site, `tribe/events/v1/events/by-slug/${slug}`, false)
  const id = Number(event?.id) < FIRST_DATE_ID ? Number(event?.id) : undefined
  const placing = { place: `event ${slug}`, cursor, author: authorOf(first) }
  const item = eventItem(await readEvent(site, { ...first, ...(id !== undefined && { id }) }), placing)
  const starts = dates.map(({ start_date }) => formatRecurrenceDate(String(start_date), first.all_day === true))
  const rest = ordered.length - dates.length
  return {
    ...item,
    id,
    externalId: id === undefined ? slug : String(id),
    fields: {
      ...item.fields,
      slug,
      recurrence: [`RDATE${first.all_day === true ? ';VALUE=DATE' : ''}:${starts.join(',')}`],
    },
    dates: dates.slice(1).flatMap((date) => changesOfDate(date, first)),
    warnings: [
      ...(item.warnings ?? []),
      { name: 'recurrence', reason: 'import.dates-without-rule', placeholders: { count: dates.length } },
      ...(rest > 0
        ? [{ name: 'recurrence', reason: 'import.dates-left-out', placeholders: { count: rest } } as const]
        : []),
    ],
  }
}

/** The fields in which a date may differ from its event. */
const DATE_FIELDS = ['title', 'description', 'excerpt', 'cost', 'featured', 'hide_from_listings']

/** What a date has of its own, compared with the first one as the site displays both. */
function changesOfDate(date: Json, first: Json): ItemDate[] {
  const [own, common] = [displayedFields(date), displayedFields(first)]
  const changed = DATE_FIELDS.filter((name) => name in own && !isDeepStrictEqual(own[name], common[name]))
  const fields = {
    ...Object.fromEntries(changed.map((name) => [name, own[name]])),
    ...(lengthOf(date) !== lengthOf(first) && { start_date: date.start_date, end_date: date.end_date }),
  }
  return Object.keys(fields).length > 0 ? [{ start: String(date.start_date), fields }] : []
}

const displayedFields = (record: Json): Json =>
  eventItem({ record, written: undefined, eventStatus: undefined, hasPassword: false }, { place: '', cursor: '' })
    .fields

const lengthOf = ({ start_date, end_date }: Json) =>
  (wordpressInstant(end_date) ?? 0) - (wordpressInstant(start_date) ?? 0)
