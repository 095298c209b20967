import { hasRight } from '../../core/caller.ts'
import { type Cost, formatCost } from '../../core/cost/parse-and-format-cost.ts'
import { instantToLocal, zoneAbbreviation } from '../../core/time/instant.ts'
import { partsOfLocalTime } from '../../core/time/local-time.ts'
import { presentOrganizer } from '../organizers/present-organizer.ts'
import { displayedPostStatus } from '../posts/load-posts.ts'
import {
  postPageUrl,
  presentGlobalIdFields,
  presentImageOfPost,
  presentLanguagesOfPost,
  presentPost,
} from '../posts/present-post.ts'
import type { Scope } from '../scope.ts'
import { presentEmbeddedSeries } from '../series/present-series.ts'
import { presentEmbeddedCategoryOrTag } from '../terms/present-term.ts'
import { presentVenue } from '../venues/present-venue.ts'
import { presentAdmission, statedCostOrCostOfOffers } from './admission/present-admission.ts'
import { eventLinkedData } from './event-linked-data.ts'
import type { EventRow } from './event-row.ts'
import { presentEventStatus } from './event-status/present-event-status.ts'
import { presentRecurrenceFields } from './repeat/present-recurrence.ts'

/**
 * Converts an event to JSON.
 * @param isSingle whether the response contains only this event; its JSON, and that of its venues and organizers, then
 * includes JSON-LD
 */
export function presentEvent(scope: Scope, event: EventRow, isSingle = false) {
  const post = presentPost(scope, 'event', event)
  const { links } = event
  const cost = statedCostOrCostOfOffers(scope, event)
  const places = links.venues.map((venue) => presentVenue(scope, venue, isSingle))
  const body = {
    id: event.id,
    ...presentGlobalIdFields(scope, event.id),
    ...post,
    rest_url: scope.urls.item('events', event.id),
    title: event.text.title,
    description: event.text.description,
    excerpt: event.text.excerpt,
    slug: event.text.slug,
    image: presentImageOfPost(scope, event),
    all_day: event.all_day === 1,
    ...presentTimes(event),
    ...presentCost(scope, cost),
    website: event.website || post.url,
    show_map: event.show_map === 1,
    show_map_link: event.show_map_link === 1,
    hide_from_listings: event.hide_from_listings === 1,
    sticky: event.sticky === 1,
    featured: event.featured === 1,
    categories: links.categories.map((term) => presentEmbeddedCategoryOrTag(scope, 'category', term)),
    tags: links.tags.map((term) => presentEmbeddedCategoryOrTag(scope, 'tag', term)),
    // The API contract represents one venue as an object, but no venue as an empty list.
    venue: places.length === 1 ? places[0] : places,
    organizer: links.organizers.map((organizer) => presentOrganizer(scope, organizer, isSingle)),
    series: links.series.map((one) => presentEmbeddedSeries(scope, one)),
    ...presentEventStatus(scope, event),
    ...presentAdmission(scope, event),
    custom_fields: [],
    ...presentLanguagesOfPost(scope, 'event', event),
    ...presentRecurrenceFields(scope, event),
  }
  if (!isSingle || !showsLinkedData(scope, post.status)) return body
  const { url, image } = body
  return Object.assign(body, { json_ld: eventLinkedData(scope, event, cost, { url, image }) })
}

/** The Events Calendar shows the JSON-LD of a private event only to callers who may read all private events. */
const showsLinkedData = ({ caller }: Scope, status: string) =>
  status !== 'private' || hasRight(caller, 'posts:edit-others')

/**
 * The JSON-LD of an event alone, equal to the part that `presentEvent` includes in the JSON of the event; undefined if
 * the caller may not see it.
 * @param description plain text instead of the whole description
 */
export function presentEventLinkedData(scope: Scope, event: EventRow, description?: string) {
  if (!showsLinkedData(scope, displayedPostStatus(event, scope.now))) return undefined
  const url = postPageUrl(scope, 'event', event)(scope.urls, event.text)
  return eventLinkedData(scope, event, statedCostOrCostOfOffers(scope, event), {
    url,
    image: presentImageOfPost(scope, event),
    description,
  })
}

function presentTimes(event: EventRow) {
  const utcStart = instantToLocal(event.start_at, 'UTC')
  const utcEnd = instantToLocal(event.end_at, 'UTC')
  return {
    start_date: event.start_local,
    start_date_details: partsOfLocalTime(event.start_local),
    end_date: event.end_local,
    end_date_details: partsOfLocalTime(event.end_local),
    utc_start_date: utcStart,
    utc_start_date_details: partsOfLocalTime(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: partsOfLocalTime(utcEnd),
    timezone: event.timezone,
    timezone_abbr: zoneAbbreviation(event.start_at, event.timezone),
  }
}

/** The price as text, e.g. `$10 – $20`; empty when the event has none. */
export const formatEventCost = (scope: Scope, event: EventRow) =>
  formatCostForSite(scope, statedCostOrCostOfOffers(scope, event))

/** A price as text, e.g. `$10 – $20`, with the currency of the site if it has none of its own. */
export const formatCostForSite = ({ site }: Scope, cost: Cost) =>
  formatCost(cost, { symbol: site.currency_symbol, position: site.currency_position })

function presentCost(scope: Scope, cost: Cost) {
  return {
    cost: formatCostForSite(scope, cost),
    cost_details: {
      currency_symbol: cost.symbol,
      currency_code: cost.code ?? '',
      currency_position: cost.position,
      values: cost.values,
    },
  }
}
