import { countEventsByVenue } from '../../collections/events/calendar/events-by-day.ts'
import { loadLinkedVenues, type VenueRow } from '../../collections/venues/store.ts'
import { withFilter } from '../filter.ts'
import { html, type Markup } from '../html-template.ts'
import { type HtmlPage, type PageContext, plainTitle, postHref, viewHref, viewPath } from '../page.ts'
import { noEventsNotice } from '../parts/lists/event-list-by-day.ts'
import { filterBar, viewTabs } from '../parts/lists/filter-bar.ts'
import { viewHeader } from '../parts/lists/period-header.ts'
import { withoutOutliers } from '../parts/places/map-geometry.ts'
import { venueMap } from '../parts/places/venue-map.ts'
import { viewDateRange } from '../view-period.ts'

const VENUES_MAX = 150
const MAP_SIZE = { width: 1000, height: 620 }

interface VenueEvents {
  venue: VenueRow
  /** Number of events at the venue in the next 30 days. */
  events: number
  address: string
}

/** A map and a list of the venues with events in the next 30 days. Venues without `show_map` are only in the list. */
export async function mapPage(context: PageContext): Promise<HtmlPage> {
  const { words, filter, today } = context
  const [shown, bar] = await Promise.all([loadVenueEvents(context), filterBar(context, viewHref(context, 'map'))])
  const places = shown.flatMap(({ venue: { id, geo_lat, geo_lng, show_map, text }, events, address }) =>
    geo_lat === null || geo_lng === null || show_map === 0
      ? []
      : [{ id, name: plainTitle({ text }), latitude: geo_lat, longitude: geo_lng, weight: events, address }],
  )
  const map =
    places.length > 0
      ? venueMap(context, withoutOutliers(places), MAP_SIZE, words.views.map)
      : noEventsNotice(context, words.nothingOnMap)
  return {
    status: 200,
    title: words.views.map,
    description: words.onMap(shown.length),
    bodyClass: 'calendar',
    view: 'map',
    path: withFilter(viewPath('map'), filter),
    main: html`
      ${viewTabs(context, 'map', today)}
      ${bar}
      ${viewHeader(words.views.map, words.onMap(shown.length))}
      ${map}
      <ol class="places">${shown.map((one) => venueItem(context, one))}</ol>
    `,
  }
}

/** Loads the venues with the most events in the next 30 days that match the current filter. */
async function loadVenueEvents(context: PageContext): Promise<VenueEvents[]> {
  const { scope, filter, today } = context
  const { from, to } = viewDateRange('map', undefined, today)
  const window = { from: `${from} 00:00:00`, to: `${to} 23:59:59` }
  const counted = await countEventsByVenue(scope, filter.query, window, VENUES_MAX)
  const counts = new Map(counted.map(({ id, events }) => [id, events]))
  const venues = await loadLinkedVenues(scope, [...counts.keys()])
  return [...counts].flatMap(([id, events]) => {
    const venue = venues.get(id)
    return venue ? [{ venue, events, address: postHref(context, 'venue', venue) }] : []
  })
}

function venueItem({ words, isEmbedded }: PageContext, { venue, events, address }: VenueEvents): Markup {
  const target = isEmbedded && html` target="_top"`
  const street = [venue.address, venue.city].filter((part) => part !== '').join(', ')
  return html`
    <li>
      <a href="${address}"${target}>${plainTitle(venue)}</a>${' '}
      <span class="quiet">${street}</span>${' '}
      <span class="count">${words.events(events)}</span>
    </li>
  `
}
