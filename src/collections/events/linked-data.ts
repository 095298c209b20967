import { type Cost, priceRange } from '../../core/cost.ts'
import { currencyCodeFromSymbol } from '../../core/currency-codes.ts'
import { htmlToText } from '../../core/text/html.ts'
import { formatEventTimes } from '../../core/time/event-times.ts'
import type { Scope } from '../collection.ts'
import type { EventRow } from './row.ts'

/** Values of the event's JSON body that its JSON-LD repeats. */
interface Presented {
  url: string
  image: boolean | { url: string }
  places: { json_ld?: object }[]
  hosts: { json_ld?: object }[]
}

/** The event in JSON-LD, as a schema.org Event. Properties without a value are left out. */
export function eventLinkedData(
  { site }: Scope,
  event: EventRow,
  cost: Cost,
  { url, image, places, hosts }: Presented,
) {
  const { text, links } = event
  const description = htmlToText(text.description) || htmlToText(text.excerpt)
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
    '@type': 'Event',
    '@id': url,
    name: htmlToText(text.title),
    url,
    ...(description && { description }),
    ...(typeof image === 'object' && { image: [image.url] }),
    startDate: start,
    endDate: end,
    eventStatus: `https://schema.org/${event.status === 'trash' ? 'EventCancelled' : 'EventScheduled'}`,
    ...(places.length > 0 && {
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: oneOrAll(places),
    }),
    ...(hosts.length > 0 && { organizer: oneOrAll(hosts) }),
    ...offersOf(cost, currencyOf(cost, site), event.website || url),
    ...(event.website && { sameAs: event.website }),
    ...(keywords.length > 0 && { keywords }),
    inLanguage: text.language,
  }
}

/**
 * The JSON-LD of venues or organizers inside the event, as one object or a list. Their `@context` is dropped, because
 * they inherit the event's.
 */
function oneOrAll(nodes: { json_ld?: object }[]): object {
  const inner = nodes.map(({ json_ld }) => {
    const { '@context': _, ...node } = (json_ld ?? {}) as Record<string, unknown>
    return node
  })
  return inner.length === 1 ? (inner[0] as object) : inner
}

/**
 * The ISO 4217 code of the currency of a price: the site's `currency_code` if the price is in the site's currency, else
 * the code of its symbol if that means only one currency.
 */
function currencyOf({ symbol }: Cost, { currency_symbol, currency_code }: Scope['site']): string | undefined {
  const isSiteCurrency = symbol === '' || symbol === currency_symbol
  return (isSiteCurrency && currency_code) || currencyCodeFromSymbol(symbol || currency_symbol)
}

function offersOf(cost: Cost, currency: string | undefined, url: string) {
  const range = priceRange(cost)
  if (range === undefined) return {}
  const { low, high } = range
  const priceCurrency = currency === undefined ? {} : { priceCurrency: currency }
  const offer =
    low === high
      ? { '@type': 'Offer', price: low, ...priceCurrency, url }
      : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high, ...priceCurrency, url }
  return { isAccessibleForFree: high === 0, offers: offer }
}
