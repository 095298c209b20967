import { countEventsByVenue } from '../../collections/events/calendar/events-by-day.ts'
import { loadVenuesById, type VenueRow } from '../../collections/venues/venue-store.ts'
import { html, type Markup } from '../html-template.ts'
import { type HtmlPage, hrefOfPost, hrefOfView, type PageContext, plainTitleOfRecord } from '../page-context.ts'
import { pathOfView } from '../page-paths.ts'
import { addFilterToAddress } from '../parse-event-filter-of-page.ts'
import { renderNoEventsNoticeWithLinks } from '../parts/lists/active-filters.ts'
import { renderFilterBar, renderViewTabs } from '../parts/lists/filter-bar.ts'
import { renderViewHeader } from '../parts/lists/period-header.ts'
import { type MapPlace, removeOutlyingPlaces } from '../parts/places/map-geometry.ts'
import { attributesOfMovableMap } from '../parts/places/movable-map-attributes.ts'
import { renderVenueMap } from '../parts/places/venue-map.ts'
import { viewDateRange } from '../period-of-view.ts'

const VENUES_MAX = 150
/**
 * Width and height of the map in pixels, and the estimated width of a letter of its labels. The labels are large,
 * because phones show the map at about half its size.
 */
const MAP_SIZE = { width: 600, height: 480, letter: 11.4 }

interface VenueEvents {
  venue: VenueRow
  /** Number of events at the venue in the next 30 days. */
  events: number
  address: string
  /** The place of the venue on the map; undefined for a venue that the map does not show. */
  place: MapPlace | undefined
}

/** A map and a list of the venues with events in the next 30 days. Venues without `show_map` are only in the list. */
export async function mapPage(context: PageContext): Promise<HtmlPage> {
  const { words, filter, today } = context
  const own = hrefOfView(context, 'map')
  const [shown, bar] = await Promise.all([loadVenueEvents(context), renderFilterBar(context, own)])
  const places = shown.flatMap(({ place }) => place ?? [])
  const map =
    places.length > 0
      ? drawnMap(context, removeOutlyingPlaces(places))
      : await renderNoEventsNoticeWithLinks(context, words.nothingOnMap, own)
  return {
    status: 200,
    title: words.views.map,
    description: words.onMap(shown.length),
    bodyClass: 'calendar',
    view: 'map',
    path: addFilterToAddress(pathOfView('map'), filter),
    main: html`
      ${renderViewTabs(context, 'map', today)}
      ${bar}
      ${renderViewHeader(words.views.map, words.onMap(shown.length))}
      <div class="atlas">
        ${map}
        <ol class="places">${shown.map((one) => venueItem(context, one))}</ol>
      </div>
    `,
  }
}

const drawnMap = (context: PageContext, places: readonly MapPlace[]) =>
  renderVenueMap(context, places, MAP_SIZE, context.words.views.map, attributesOfMovableMap(context, places))

/** Loads the venues with the most events of the next 30 days that match the filter, and the counts of these events. */
async function loadVenueEvents(context: PageContext): Promise<VenueEvents[]> {
  const { scope, filter, today } = context
  const { from, to } = viewDateRange('map', undefined, today)
  const window = { from: `${from} 00:00:00`, to: `${to} 23:59:59` }
  const counted = await countEventsByVenue(scope, filter.query, window, VENUES_MAX)
  const counts = new Map(counted.map(({ id, events }) => [id, events]))
  const venues = await loadVenuesById(scope, [...counts.keys()])
  return [...counts].flatMap(([id, events]) => {
    const venue = venues.get(id)
    if (venue === undefined) return []
    const address = hrefOfPost(context, 'venue', venue)
    return [{ venue, events, address, place: placeOf(venue, events, address) }]
  })
}

function placeOf(venue: VenueRow, weight: number, address: string): MapPlace | undefined {
  const { id, geo_lat: latitude, geo_lng: longitude, show_map } = venue
  if (latitude === null || longitude === null || show_map === 0) return undefined
  return { id, name: plainTitleOfRecord(venue), latitude, longitude, weight, address }
}

function venueItem({ words, isEmbedded }: PageContext, { venue, events, address, place }: VenueEvents): Markup {
  const target = isEmbedded && html` target="_top"`
  const street = [venue.address, venue.city].filter((part) => part !== '').join(', ')
  return html`
    <li${place && html` data-position="${place.longitude} ${place.latitude}" data-events="${events}"`}>
      <a href="${address}"${target} dir="auto">${plainTitleOfRecord(venue)}</a>${' '}
      <span class="quiet" dir="auto">${street}</span>${' '}
      <span class="count">${words.events(events)}</span>
    </li>
  `
}
