import { isObject } from '../../../core/generic/is-object.ts'
import { SourceRequestError } from '../../import-errors.ts'
import type { SourceEntry } from '../../import-item-types.ts'
import { fetchTecEventDetails, readTecRecordIfAllowed } from './fetch-tec-event-details.ts'
import type { SiteJson, TecSite } from './find-tec-site-api.ts'
import { readTecListPages } from './read-tec-list-pages.ts'
import { makeEntriesOfTecEvent, orderPicturesFirst, type TecReading, unreadablePageEntry } from './tec-event-entries.ts'
import { isTecDateOfRepeatedEvent, readTecRecordList, SITE_EVENT_STATUSES } from './tec-site-lists.ts'

/**
 * Reads the events that the site hides from its lists. Only its API `tec/v1` lists them, and it lists all of them only
 * with credentials.
 * @param cursor the position after these events
 */
export async function* readHiddenTecEvents(reading: TecReading, cursor: string): AsyncGenerator<SourceEntry> {
  const { site } = reading
  if (!site.hasCredentials || !site.namespaces.has('tec/v1')) return
  try {
    const listed = await listedIds(reading)
    for await (const page of readTecListPages(site, 'tec/v1/events', { status: SITE_EVENT_STATUSES, per_page: 100 })) {
      const hidden = page.records.filter((record) => !listed.has(record.id) && !isTecDateOfRepeatedEvent(record))
      // The ids of these events are added to those that were read, because the lists in other languages may contain the
      // events again.
      for (const { id } of hidden) listed.add(id)
      const records = await Promise.all(hidden.map((record) => readHiddenEvent(site, record)))
      const events = await Promise.all(records.map((record) => fetchTecEventDetails(site, record)))
      yield* orderPicturesFirst(await makeEntriesOfTecEvent(reading, events, cursor), cursor)
    }
  } catch (error) {
    if (!(error instanceof SourceRequestError)) throw error
    yield {
      ...unreadablePageEntry('hidden events', { number: 1, failure: error }, cursor),
      severity: 'warning',
    } as SourceEntry
  }
}

async function listedIds({ site, listed }: TecReading): Promise<Set<unknown>> {
  if (listed.isWhole) return listed.ids
  for await (const { records } of readTecRecordList(site, 'event')) {
    for (const { id } of records) listed.ids.add(id)
  }
  return listed.ids
}

/**
 * Reads a hidden event through `tribe/events/v1`. If the site refuses that, the event is converted from the form in
 * which `tec/v1` listed it.
 */
async function readHiddenEvent(site: TecSite, record: SiteJson): Promise<SiteJson> {
  const route = `tribe/events/v1/events/${record.id}`
  const { json } = await readTecRecordIfAllowed(site, route, false)
  const found = json ?? (await readTecRecordIfAllowed(site, route, true)).json
  return found ?? { ...fromNewerApi(record), hide_from_listings: true }
}

const rendered = (field: unknown) => (isObject(field) ? String(field.rendered ?? '') : '')

const byId = (ids: unknown) => (Array.isArray(ids) ? ids.map((id) => ({ id })) : [])

function fromNewerApi(record: SiteJson): SiteJson {
  const { title, content, excerpt, date_gmt, modified_gmt, venues, organizers, featured_media, link } = record
  return {
    ...record,
    title: rendered(title),
    description: rendered(content),
    // For an event without an excerpt, WordPress makes one from the description. It is not imported.
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
