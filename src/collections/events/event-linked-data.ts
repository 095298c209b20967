import { currencyCodeFromSymbol } from '../../core/cost/currency-codes.ts'
import { type Cost, lowestAndHighestPrice } from '../../core/cost/parse-and-format-cost.ts'
import { schemaOrgAttendanceMode, schemaOrgStatus } from '../../core/event-status.ts'
import type { LinkedPostKind } from '../../core/kinds.ts'
import { schedulesLinkedData } from '../../core/recurrence/index.ts'
import { htmlToText } from '../../core/text/html.ts'
import { formatEventTimes, formatTimeWithOffset } from '../../core/time/event-times.ts'
import { localToInstant } from '../../core/time/instant.ts'
import type { LocalTime } from '../../core/time/local-time.ts'
import { organizerLinkedData } from '../organizers/present-organizer.ts'
import type { PostColumns, PostContent } from '../posts/load-posts.ts'
import { postPageUrl } from '../posts/present-post.ts'
import type { Scope } from '../scope.ts'
import { embeddedSeriesLinkedData } from '../series/present-series.ts'
import { venueLinkedData } from '../venues/present-venue.ts'
import { offersLinkedData } from './admission/offers-linked-data.ts'
import type { EventRow } from './event-row.ts'
import { parseRecurrenceOfEvent } from './repeat/parse-and-describe-recurrence-of-event.ts'
import {
  isDateOfRepeatedEvent,
  isRepeatedEvent,
  parseOverrides,
  type Repeat,
} from './repeat/repeated-event-columns-and-overrides.ts'

type LinkedData = Record<string, unknown>

/** Values from the JSON of an event that its JSON-LD also contains. */
interface Presented {
  url: string
  image: boolean | { url: string }
  /** The description as plain text. Default: the whole description or, if it is empty, the excerpt. */
  description?: string | undefined
}

/** The event in JSON-LD, as a schema.org Event. Properties without a value are left out. */
export function eventLinkedData(scope: Scope, event: EventRow, cost: Cost, { url, image, description }: Presented) {
  const { text, links } = event
  const addressOf = (kind: LinkedPostKind, post: PostColumns & PostContent) =>
    postPageUrl(scope, kind, post)(scope.urls, post.text)
  const places = links.venues.map((venue) => venueLinkedData(venue, addressOf('venue', venue)))
  const hosts = links.organizers.map((one) => organizerLinkedData(one, addressOf('organizer', one)))
  const superEvents = [
    ...repeatedEventNodes(scope, event),
    ...links.series.map((series) => embeddedSeriesLinkedData(scope, series)),
  ]
  const described = description ?? (htmlToText(text.description) || htmlToText(text.excerpt))
  const keywords = [...links.categories, ...links.tags].map((term) => htmlToText(term.text.title))
  const { start, end } = formatEventTimes({
    start: event.start_local,
    end: event.end_local,
    startAt: event.start_at,
    endAt: event.end_at,
    isAllDay: event.all_day === 1,
  })
  return {
    '@context': 'https://schema.org',
    '@type': isRepeatedEvent(event) ? 'EventSeries' : 'Event',
    '@id': url,
    name: htmlToText(text.title),
    url,
    ...(described && { description: described }),
    ...(typeof image === 'object' && { image: [image.url] }),
    startDate: start,
    endDate: isRepeatedEvent(event) ? lastDayOf(event) : end,
    ...(isRepeatedEvent(event) && scheduleOf(event.repeat)),
    eventStatus: schemaOrgStatus(event.status === 'trash' ? 'cancelled' : event.event_status),
    ...(event.previous_start !== null && { previousStartDate: previousStart(event, event.previous_start) }),
    ...locationOf(event, url, places),
    ...(hosts.length > 0 && { organizer: oneOrAll(nodesOf(hosts)) }),
    ...(offersLinkedData(scope, event, event.website || url) ??
      offersOf(cost, currencyOf(cost, scope.site), event.website || url, event.sold_out === 1)),
    ...(event.is_free !== null && { isAccessibleForFree: event.is_free === 1 }),
    ...(event.website && { sameAs: event.website }),
    ...(superEvents.length > 0 && { superEvent: oneOrAll(superEvents) }),
    ...(keywords.length > 0 && { keywords }),
    inLanguage: text.language,
  }
}

/** The JSON-LD of the repeated event to which a date belongs; an empty list for other events. */
function repeatedEventNodes(scope: Scope, event: EventRow): LinkedData[] {
  if (!isDateOfRepeatedEvent(event)) return []
  const page = { ...event, id: event.repeat_id, page_path: undefined }
  const url = postPageUrl(scope, 'event', page)(scope.urls, event.text)
  const hasOwnTitle = parseOverrides(event.overrides).includes('texts')
  return [{ '@type': 'EventSeries', '@id': url, ...(!hasOwnTitle && { name: htmlToText(event.text.title) }), url }]
}

/** The last day of a repeated event; undefined if it repeats without end. */
const lastDayOf = ({ repeat, dates }: EventRow & { repeat: Repeat }): string | undefined =>
  repeat.is_endless === 1 ? undefined : dates?.last_start?.slice(0, 'YYYY-MM-DD'.length)

function scheduleOf(repeat: Repeat): LinkedData {
  const schedules = schedulesLinkedData(parseRecurrenceOfEvent(repeat), repeat.end_local)
  return schedules.length > 0 ? { eventSchedule: oneOrAll(schedules) } : {}
}

const previousStart = ({ timezone, all_day }: EventRow, local: LocalTime): string =>
  all_day === 1 ? local.slice(0, 'YYYY-MM-DD'.length) : formatTimeWithOffset(local, localToInstant(local, timezone))

/**
 * The JSON-LD properties for how people attend an event, and where: at its venues, online, or both. The venue of an
 * event that takes place only online is left out, because people should not go there.
 */
function locationOf({ attendance_mode, online_url }: EventRow, url: string, places: LinkedData[]) {
  const online = { '@type': 'VirtualLocation', url: online_url || url }
  const location = attendance_mode === 'online' ? [] : nodesOf(places)
  if (attendance_mode !== 'offline') location.push(online)
  if (location.length === 0) return {}
  return { eventAttendanceMode: schemaOrgAttendanceMode(attendance_mode), location: oneOrAll(location) }
}

/** The JSON-LD of venues or organizers inside the event, without `@context`, because they inherit the event's. */
const nodesOf = (records: LinkedData[]): object[] => records.map(({ '@context': _, ...node }) => node)

const oneOrAll = (nodes: object[]): object => (nodes.length === 1 ? (nodes[0] as object) : nodes)

/**
 * The ISO 4217 code of the currency of a price: the one that was stated, or the site's `currency_code` if the price is
 * in the site's currency, else the code of its symbol if that means only one currency.
 */
function currencyOf({ symbol, code }: Cost, { currency_symbol, currency_code }: Scope['site']): string | undefined {
  const isSiteCurrency = symbol === '' || symbol === currency_symbol
  return code ?? ((isSiteCurrency && currency_code) || currencyCodeFromSymbol(symbol || currency_symbol))
}

function offersOf(cost: Cost, currency: string | undefined, url: string, isSoldOut: boolean) {
  const range = lowestAndHighestPrice(cost)
  if (range === undefined) return {}
  const { low, high } = range
  const shared = {
    ...(currency !== undefined && { priceCurrency: currency }),
    url,
    ...(isSoldOut && { availability: 'https://schema.org/SoldOut' }),
  }
  const offer =
    low === high
      ? { '@type': 'Offer', price: low, ...shared }
      : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high, ...shared }
  return { offers: offer }
}
