import type { VenueRow } from '../../collections/venues/store.ts'
import { withQuery } from '../../core/urls.ts'
import { html, type Markup } from '../markup.ts'
import { type PageContext, plainTitle, postHref } from '../page.ts'
import { venueMap } from './venue-map.ts'

const MAP_SIZE = { width: 360, height: 200 }

/**
 * A venue with its address, a small map and a link to OpenStreetMap.
 * @param isOwnPage whether the page is that of the venue itself, so that the link to it is left out
 */
export function venueDetails(context: PageContext, venue: VenueRow, isOwnPage = false): Markup {
  const { words } = context
  const town = [venue.zip, venue.city].filter((part) => part !== '').join(' ')
  const lines = [venue.address, town, venue.country].filter((line) => line !== '')
  const { id, geo_lat: latitude, geo_lng: longitude } = venue
  const name = plainTitle(venue)
  const address = postHref(context, 'venue', venue)
  const place =
    latitude === null || longitude === null ? undefined : { id, name, latitude, longitude, weight: 3, address }
  const openStreetMap = place
    ? withQuery('https://www.openstreetmap.org/', { mlat: place.latitude, mlon: place.longitude, zoom: 17 })
    : withQuery('https://www.openstreetmap.org/search', {
        query: [name, ...lines].filter((part) => part !== '').join(', '),
      })
  return html`
    ${!isOwnPage && html`<a href="${address}">${name}</a>`}
    <address>${lines.map((line) => html`${line}<br>`)}</address>
    ${place && venueMap(context, [place], MAP_SIZE, words.location(name))}
    <a class="quiet" href="${openStreetMap}" rel="noopener">${words.directions} ↗</a>
  `
}
