import { isObject } from '../../../core/generic/is-object.ts'
import { SourceRequestError } from '../../errors.ts'
import type { SourceEntry } from '../../item.ts'
import { readEvent, readOptional } from './events.ts'
import { listPages } from './pages.ts'
import { allEventsQuery, EVENT_STATUSES, eventEntries, finishPage, type TecReading, unreadablePage } from './reading.ts'
import { isDateOfEvent } from './repeated-events.ts'
import type { Json, TecSite } from './site.ts'

/**
 * Reads events that are hidden from listings: only the newer API lists them, and only with credentials all of them.
 * @param cursor the position after them
 */
export async function* readHiddenEvents(reading: TecReading, cursor: string): AsyncGenerator<SourceEntry> {
  const { site } = reading
  if (!site.hasCredentials || !site.namespaces.has('tec/v1')) return
  try {
    const listed = await listedIds(reading)
    for await (const page of listPages(site, 'tec/v1/events', { status: EVENT_STATUSES, per_page: 100 })) {
      const hidden = page.records.filter((record) => !listed.has(record.id) && !isDateOfEvent(record))
      const records = await Promise.all(hidden.map((record) => readHiddenEvent(site, record)))
      const events = await Promise.all(records.map((record) => readEvent(site, record)))
      yield* finishPage(eventEntries(reading, events, cursor), cursor)
    }
  } catch (error) {
    if (!(error instanceof SourceRequestError)) throw error
    yield {
      ...unreadablePage('hidden events', { number: 1, failure: error }, cursor),
      severity: 'warning',
    } as SourceEntry
  }
}

async function listedIds({ site, listed }: TecReading): Promise<ReadonlySet<unknown>> {
  if (listed.isWhole) return listed.ids
  for await (const { records } of listPages(site, 'tribe/events/v1/events', allEventsQuery(site))) {
    for (const { id } of records) listed.ids.add(id)
  }
  return listed.ids
}

/** The event as `tribe/events/v1` describes it, read on its own, or made from its description in `tec/v1`. */
async function readHiddenEvent(site: TecSite, record: Json): Promise<Json> {
  const route = `tribe/events/v1/events/${record.id}`
  const { json } = await readOptional(site, route, false)
  const found = json ?? (await readOptional(site, route, true)).json
  return found ?? { ...fromNewerApi(record), hide_from_listings: true }
}

const rendered = (field: unknown) => (isObject(field) ? String(field.rendered ?? '') : '')

const byId = (ids: unknown) => (Array.isArray(ids) ? ids.map((id) => ({ id })) : [])

function fromNewerApi(record: Json): Json {
  const { title, content, excerpt, date_gmt, modified_gmt, venues, organizers, featured_media, link } = record
  return {
    ...record,
    title: rendered(title),
    description: rendered(content),
    // Without an own excerpt, WordPress makes one from the text.
    excerpt: rendered(excerpt) === rendered(content) ? '' : rendered(excerpt),
    date_utc: date_gmt,
    modified_utc: modified_gmt,
    url: link,
    website: link,
    venue: venues,
    organizer: organizers,
    categories: byId(record.tribe_events_cat),
    tags: byId(record.tags),
    image: Number(featured_media) > 0 ? { id: featured_media } : false,
  }
}
