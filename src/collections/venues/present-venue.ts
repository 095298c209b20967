import { htmlToText } from '../../core/text/html.ts'
import {
  presentGlobalIdFields,
  presentImageOfPost,
  presentLanguagesOfPost,
  presentPost,
  withoutEmptyFields,
} from '../posts/present-post.ts'
import type { Scope } from '../scope.ts'
import type { VenueRow } from './venue-store.ts'

/**
 * Converts a venue to JSON.
 * @param isSingle whether to include JSON-LD, as in responses that contain only one record
 */
export function presentVenue(scope: Scope, venue: VenueRow, isSingle = false) {
  const post = presentPost(scope, 'venue', venue)
  return {
    id: venue.id,
    ...post,
    venue: venue.text.title,
    slug: venue.text.slug,
    ...withoutEmptyFields({
      description: venue.text.description,
      excerpt: venue.text.excerpt,
      image: presentImageOfPost(scope, venue),
      address: venue.address,
      city: venue.city,
      country: venue.country,
      province: venue.province,
      state: venue.state,
      zip: venue.zip,
      phone: venue.phone,
      website: venue.website,
      stateprovince: stateOrProvinceOfVenue(venue),
      geo_lat: venue.geo_lat,
      geo_lng: venue.geo_lng,
    }),
    ...(isSingle && { json_ld: venueLinkedData(venue, post.url) }),
    show_map: venue.show_map === 1,
    show_map_link: venue.show_map_link === 1,
    ...presentGlobalIdFields(scope, venue.id),
    ...presentLanguagesOfPost(scope, 'venue', venue),
  }
}

/**
 * State or province, whichever the venue has. The API contract has this field in addition to `state` and `province`.
 */
export const stateOrProvinceOfVenue = (venue: VenueRow) => venue.stateprovince || venue.province || venue.state

/** The venue in JSON-LD, as a schema.org Place. @param url address of its page */
export function venueLinkedData(venue: VenueRow, url: string) {
  const address = withoutEmptyFields({
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: stateOrProvinceOfVenue(venue),
    postalCode: venue.zip,
    addressCountry: venue.country,
  })
  return {
    '@context': 'https://schema.org',
    '@type': 'Place',
    name: htmlToText(venue.text.title),
    url,
    ...withoutEmptyFields({
      description: htmlToText(venue.text.description),
      telephone: venue.phone,
      sameAs: venue.website,
    }),
    ...(Object.keys(address).length > 0 && { address: { '@type': 'PostalAddress', ...address } }),
    ...(venue.geo_lat !== null &&
      venue.geo_lng !== null && {
        geo: { '@type': 'GeoCoordinates', latitude: venue.geo_lat, longitude: venue.geo_lng },
      }),
  }
}
