import { isDeepStrictEqual } from 'node:util'
import { RECURRENCE_LIMITS } from '../../../core/recurrence/index.ts'
import type { ItemDate, RecordItem, SourceEntry } from '../../import-item-types.ts'
import { formatRecurrenceDate } from '../imported-recurrence-field.ts'
import { parseWordpressInstant } from '../wordpress/wordpress-dates.ts'
import { FIRST_DATE_ID } from '../wordpress/wordpress-id-and-region.ts'
import { convertTecEventToItem, fetchTecEventDetails, readTecRecordIfAllowed } from './fetch-tec-event-details.ts'
import type { SiteJson } from './find-tec-site-api.ts'
import { orderPicturesFirst, type TecReading } from './tec-event-entries.ts'
import { languageInTecRecordAddress } from './tec-site-languages.ts'
import { DATE_ADDRESS, isTecDateOfRepeatedEvent, readTecRecordList } from './tec-site-lists.ts'

/**
 * Reads the dates of repeated events from a site, and joins the dates of each event to one item.
 * @param cursor the position after these dates
 */
export async function* readRepeatedTecEvents(reading: TecReading, cursor: string): AsyncGenerator<SourceEntry> {
  const { site, languages, language, media, listed } = reading
  if (listed.isWhole && !listed.hasDates) return
  const bySlug = new Map<string, SiteJson[]>()
  for await (const { records } of readTecRecordList(site, 'event')) {
    for (const date of records.filter(isTecDateOfRepeatedEvent)) {
      if (languages && languageInTecRecordAddress(languages, date) !== language) continue
      const slug = DATE_ADDRESS.exec(String(date.url))?.[1] ?? String(date.slug)
      bySlug.set(slug, [...(bySlug.get(slug) ?? []), date])
    }
  }
  for (const [slug, dates] of bySlug) {
    const item = { ...(await joinedItem(reading, slug, dates, cursor)), ...(language && { language }) }
    yield* orderPicturesFirst(
      [...media.take({ cursor }, dates[0]?.image, String(item.fields.description)), item],
      cursor,
    )
  }
}

/**
 * Makes the item of a repeated event from its dates, which become RDATE lines, because the API of the site does not
 * return the recurrence rule.
 */
async function joinedItem(
  { site, authorOf }: TecReading,
  slug: string,
  all: readonly SiteJson[],
  cursor: string,
): Promise<RecordItem> {
  const ordered = all.toSorted((one, other) => (String(one.start_date) < String(other.start_date) ? -1 : 1))
  const dates = ordered.slice(0, RECURRENCE_LIMITS.dates)
  const first: SiteJson = { ...dates[0], slug }
  const { json: event } = await readTecRecordIfAllowed(site, `tribe/events/v1/events/by-slug/${slug}`, false)
  const id = Number(event?.id) < FIRST_DATE_ID ? Number(event?.id) : undefined
  const placing = { place: `event ${slug}`, cursor, author: authorOf(first) }
  const item = convertTecEventToItem(
    await fetchTecEventDetails(site, { ...first, ...(id !== undefined && { id }) }),
    placing,
  )
  const starts = dates.map(({ start_date }) => formatRecurrenceDate(String(start_date), first.all_day === true))
  const rest = ordered.length - dates.length
  return {
    ...item,
    id,
    path: undefined,
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

/** The fields in which a date may differ from the other dates of its event. */
const DATE_FIELDS = ['title', 'description', 'excerpt', 'cost', 'featured', 'hide_from_listings']

/** Finds the fields in which a date of the site differs from the first date of the same event. */
function changesOfDate(date: SiteJson, first: SiteJson): ItemDate[] {
  const [own, common] = [displayedFields(date), displayedFields(first)]
  const changed = DATE_FIELDS.filter((name) => name in own && !isDeepStrictEqual(own[name], common[name]))
  const fields = {
    ...Object.fromEntries(changed.map((name) => [name, own[name]])),
    ...(lengthOf(date) !== lengthOf(first) && { start_date: date.start_date, end_date: date.end_date }),
  }
  return Object.keys(fields).length > 0 ? [{ start: String(date.start_date), fields }] : []
}

const displayedFields = (record: SiteJson): SiteJson =>
  convertTecEventToItem(
    { record, written: undefined, eventStatus: undefined, hasPassword: false, isIncomplete: false, timezone: 'UTC' },
    { place: '', cursor: '' },
  ).fields

const lengthOf = ({ start_date, end_date }: SiteJson) =>
  (parseWordpressInstant(end_date) ?? 0) - (parseWordpressInstant(start_date) ?? 0)
