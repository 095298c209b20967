import { presentEventLinkedData } from '../../collections/events/present-event.ts'
import { sortRowsInOrderOfIds } from '../../collections/posts/load-posts.ts'
import { listVenueIdsOfSeries } from '../../collections/series/events-of-series.ts'
import type { SeriesRow } from '../../collections/series/series-store.ts'
import { loadVenuesById } from '../../collections/venues/venue-store.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../html-template.ts'
import { loadEventListOfPage } from '../load-event-list.ts'
import { formatPageDate, type HtmlPage, type PageContext, plainTitleOfRecord } from '../page-context.ts'
import { dateOfLocalTime, formatDateRange } from '../page-dates.ts'
import { websiteLink } from '../parts/website-link.ts'
import { type DateRange, viewDateRange } from '../period-of-view.ts'
import { recordSharePicture, sharePicturePath } from '../share-pictures/share-picture.ts'
import { defaultPostPage } from './default-post-page.ts'
import type { RecordPageData } from './record-page-data.ts'

/** Maximum number of events in the JSON-LD of the page. */
const LINKED_EVENTS_MAX = 50

/**
 * The page of a series or festival: first and last day, description, and its events by day, which visitors can limit to
 * one venue.
 */
export async function seriesPage(
  context: PageContext,
  series: SeriesRow,
  page: number,
  data: RecordPageData,
): Promise<HtmlPage> {
  const { words, filter } = context
  const range = programmeRange(context, series)
  const [choices, linkedData] = await Promise.all([
    venueChoices(context, series, data.own),
    linkedDataWithEvents(context, series, range, data.linkedData),
  ])
  return defaultPostPage(
    context,
    'series',
    series,
    page,
    { ...data, linkedData },
    {
      facts: factList(context, series),
      label: series.kind === 'festival' ? words.festival : undefined,
      events: { heading: words.programme, range, venue: filter.query.venue, choices },
    },
  )
}

/**
 * The range of dates of the events that the page of a series lists. A festival lists all its events; a series, which
 * may have gone on for years, those from today on or, if all are past, all.
 */
function programmeRange({ today }: PageContext, { kind, programme }: SeriesRow): DateRange {
  const { first_start, last_start } = programme
  if (first_start === null || last_start === null) return viewDateRange('list', undefined, today)
  const whole = { from: dateOfLocalTime(first_start), to: dateOfLocalTime(last_start) }
  return kind === 'festival' || whole.to < today ? whole : { from: today, to: whole.to }
}

/** The first and last day of a series and its website, as a `<dl>`; undefined if it has neither. */
function factList(context: PageContext, { programme, website }: SeriesRow): Markup | undefined {
  const { words } = context
  const [days, link] = [formatDaysOfSeries(context, programme), websiteLink(website)]
  if (days === undefined && !link) return undefined
  return html`
    <dl>
      ${days !== undefined && html`<dt>${words.when}</dt><dd>${days}</dd>`}
      ${link && html`<dt>${words.website}</dt><dd>${link}</dd>`}
    </dl>
  `
}

/** The first and last day of a series as a range, or its only day; undefined if it has no events. */
function formatDaysOfSeries(context: PageContext, { first_start, last_start }: SeriesRow['programme']) {
  if (first_start === null || last_start === null) return undefined
  const [first, last] = [dateOfLocalTime(first_start), dateOfLocalTime(last_start)]
  return first === last ? formatPageDate(context, 'date', first) : formatDateRange(context.language, first, last)
}

/** Links that limit the events of a series to one venue; undefined if all events are at the same venue. */
async function venueChoices(context: PageContext, { id }: SeriesRow, own: string): Promise<Markup | undefined> {
  const { scope, words, filter } = context
  const ids = await listVenueIdsOfSeries(scope.db, id)
  const venues = sortRowsInOrderOfIds(ids, [...(await loadVenuesById(scope, ids)).values()])
  if (venues.length < 2) return undefined
  const [chosen] = filter.query.venue ?? []
  const choice = (name: string, venue?: number) => {
    const mark = venue === chosen && html` aria-current="true"`
    return html`<li><a class="chip" href="${appendQueryToUrl(own, { venue })}"${mark}>${name}</a></li>`
  }
  return html`
    <ul class="chosen" aria-label="${words.where}">
      ${choice(words.allVenues)}
      ${venues.map((venue) => choice(plainTitleOfRecord(venue), venue.id))}
    </ul>
  `
}

/** Adds the first events to the JSON-LD of the series, which is the first object in `linkedData`. */
async function linkedDataWithEvents(
  context: PageContext,
  series: SeriesRow,
  { from, to }: DateRange,
  [own, ...others]: readonly object[],
): Promise<object[]> {
  const query = { series: [series.id], start_date: from, end_date: to, per_page: LINKED_EVENTS_MAX }
  const { rows } = await loadEventListOfPage(context, query)
  const subEvent = rows.flatMap((event) => {
    const linked = presentEventLinkedData(context.scope, event)
    if (linked === undefined) return []
    const { '@type': type, '@id': id, name, url, startDate, endDate, eventStatus, location } = linked
    return [{ '@type': type, '@id': id, name, url, startDate, endDate, eventStatus, ...(location && { location }) }]
  })
  // Search engines show only events with a place and a picture.
  const location = distinctPlaces(subEvent.flatMap((event) => event.location ?? []))
  const places = location.length > 0 && { location: location.length === 1 ? location[0] : location }
  const picture = recordSharePicture(context, 'series', series)
  const image = [`${context.scope.urls.origin}${sharePicturePath(context, picture)}`]
  return [{ image, ...own, ...places, ...(subEvent.length > 0 && { subEvent }) }, ...others]
}

/** Maximum number of places in the JSON-LD of a series. */
const PLACES_MAX = 10

/** The first distinct places of events, as schema.org nodes. */
const distinctPlaces = (nodes: readonly object[]): object[] =>
  [...new Map(nodes.map((node) => [JSON.stringify(node), node])).values()].slice(0, PLACES_MAX)
