import type { OrganizerRow } from '../../../../collections/organizers/organizer-store.ts'
import type { PostColumns, PostContent } from '../../../../collections/posts/load-posts.ts'
import { presentLanguagesOfPost } from '../../../../collections/posts/present-post.ts'
import type { Scope } from '../../../../collections/scope.ts'
import type { LinkedSeriesRow } from '../../../../collections/series/series-store.ts'
import { stateOrProvinceOfVenue } from '../../../../collections/venues/present-venue.ts'
import type { VenueRow } from '../../../../collections/venues/venue-store.ts'
import type { PostKind } from '../../../../core/kinds.ts'
import {
  type PostOptions,
  presentFieldsOfAllWordpressPostTypes,
} from '../../wordpress/present-fields-of-all-post-types.ts'
import { keepNamedFieldsOfResources } from '../../wordpress/send-and-link-wordpress-resource.ts'

export const presentTecV1Venue = (scope: Scope, venue: VenueRow, options?: PostOptions) => ({
  ...presentSelected(scope, 'venue', venue, options),
  address: venue.address,
  country: venue.country,
  city: venue.city,
  state_province: stateOrProvinceOfVenue(venue),
  state: venue.state,
  province: venue.province,
  zip: venue.zip,
  phone: venue.phone,
  directions_link: directionsTo(venue),
  website: venue.website,
  ...presentLanguagesOfPost(scope, 'venue', venue),
})

/**
 * URL of a Google Maps search for the address of a venue, as in The Events Calendar; '' without an address. Escaped for
 * HTML.
 */
function directionsTo(venue: VenueRow): string {
  const { address, city, zip, country } = venue
  const place = [address, city, stateOrProvinceOfVenue(venue), zip, country].filter((part) => part !== '').join(' ')
  if (place === '') return ''
  const query = encodeURIComponent(place.toWellFormed()).replaceAll('%20', '+')
  return `https://maps.google.com/maps?f=q&#038;source=s_q&#038;hl=en&#038;geocode=&#038;q=${query}`
}

export const presentTecV1Organizer = (scope: Scope, organizer: OrganizerRow, options?: PostOptions) => ({
  ...presentSelected(scope, 'organizer', organizer, options),
  phone: organizer.phone,
  website: organizer.website,
  email: organizer.email,
  ...presentLanguagesOfPost(scope, 'organizer', organizer),
})

export const presentTecV1Series = (scope: Scope, series: LinkedSeriesRow, options?: PostOptions) => ({
  ...presentSelected(scope, 'series', series, options),
  kind: series.kind,
  website: series.website,
  ...presentLanguagesOfPost(scope, 'series', series),
})

/**
 * Returns the field `link` and those fields common to all posts that the parameter `_fields` selects. Inside an event,
 * `_fields` does not limit the other fields of a venue, organizer or series, as in The Events Calendar.
 */
function presentSelected(scope: Scope, kind: PostKind, post: PostColumns & PostContent, options?: PostOptions) {
  const form = presentFieldsOfAllWordpressPostTypes(scope, kind, post, options)
  return options?.fields === undefined
    ? form
    : { ...(keepNamedFieldsOfResources(form, options.fields) as object), link: form.link }
}
