import type { EventRow } from '../../../collections/events/event-row.ts'
import type { VenueRow } from '../../../collections/venues/venue-store.ts'
import { appendQueryToUrl } from '../../../core/urls.ts'
import { html, type Markup } from '../../html-template.ts'
import { hrefOfPost, type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import { contactLines } from '../contact-details.ts'
import { directionAttribute } from '../language-and-direction-attributes.ts'
import { renderVenueMap } from './venue-map.ts'

const MAP_SIZE = { width: 360, height: 200, letter: 7.6 }

/** Whether a venue has an address or coordinates, so that it can be found on a map. */
export const isLocated = ({ address, city, zip, geo_lat, geo_lng }: VenueRow): boolean =>
  `${address}${city}${zip}` !== '' || (geo_lat !== null && geo_lng !== null)

/**
 * A venue with its address, a small map and a link to OpenStreetMap. Map and link are left out if the fields `show_map`
 * and `show_map_link` of the venue say so, or those of the event.
 * @param event the event that takes place there; undefined on the page of the venue itself, which has no link to itself
 */
export function renderVenueDetails(context: PageContext, venue: VenueRow, event?: EventRow): Markup {
  const { words } = context
  const town = [venue.zip, venue.city].filter((part) => part !== '').join(' ')
  const lines = [venue.address, town, venue.country].filter((line) => line !== '')
  const { id, geo_lat: latitude, geo_lng: longitude } = venue
  const name = plainTitleOfRecord(venue)
  const address = hrefOfPost(context, 'venue', venue)
  const place =
    latitude === null || longitude === null ? undefined : { id, name, latitude, longitude, weight: 3, address }
  const openStreetMap = place
    ? appendQueryToUrl('https://www.openstreetmap.org/', { mlat: place.latitude, mlon: place.longitude, zoom: 17 })
    : appendQueryToUrl('https://www.openstreetmap.org/search', {
        query: [name, ...lines].filter((part) => part !== '').join(', '),
      })
  const showsOn = (flag: 'show_map' | 'show_map_link') =>
    venue[flag] === 1 && (event === undefined || event[flag] === 1)
  const arrow = html`<span aria-hidden="true">↗</span>`
  const mapLink = html`<a class="quiet" href="${openStreetMap}" rel="noopener">${words.directions} ${arrow}</a>`
  return html`
    ${event && html`<a href="${address}">${name}</a>`}
    <address${directionAttribute(lines.join(' '), context.language)}>${lines.map((line) => html`${line}<br>`)}</address>
    ${event && contactLines(venue)}
    ${showsOn('show_map') && place && renderVenueMap(context, [place], MAP_SIZE, words.location(name))}
    ${showsOn('show_map_link') && isLocated(venue) && mapLink}
  `
}
