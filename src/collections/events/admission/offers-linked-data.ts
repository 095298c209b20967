import { currencyCodeFromSymbol } from '../../../core/cost/currency-codes.ts'
import { formatTimeWithOffset } from '../../../core/time/event-times.ts'
import { localToInstant } from '../../../core/time/instant.ts'
import type { Scope } from '../../scope.ts'
import { chooseTranslation } from '../../texts/translated-columns.ts'
import type { EventRow } from '../event-row.ts'
import { type Availability, decodeAdmission, type Offer } from './admission-columns.ts'
import { pricesOf } from './price-columns.ts'

/**
 * Maximum number of offers that the JSON-LD of an event lists. For an event with more offers it contains only a
 * summary.
 */
const OFFERS_LISTED_MAX = 5

const AVAILABILITY_NAMES: Record<Availability, string> = {
  available: 'InStock',
  few: 'LimitedAvailability',
  sold_out: 'SoldOut',
  preorder: 'PreOrder',
  door_only: 'InStoreOnly',
}

/**
 * The offers of an event in JSON-LD; undefined if it has none.
 * @param website address of the ticket sale for offers without an address of their own
 */
export function offersLinkedData(scope: Scope, event: EventRow, website: string) {
  const { offers = [] } = decodeAdmission(event.admission)
  if (offers.length === 0) return undefined
  const prices = pricesOf(offers)
  const nodes = offers.map((offer) => offerNode(scope, event, offer, website))
  const summary = {
    '@type': 'AggregateOffer',
    offerCount: offers.length,
    ...(prices.length > 0 && { lowPrice: Math.min(...prices), highPrice: Math.max(...prices) }),
    ...currencyOf(scope, offers[0] as Offer),
    url: website,
  }
  return { offers: nodes.length > OFFERS_LISTED_MAX ? summary : nodes.length === 1 ? nodes[0] : nodes }
}

function offerNode(scope: Scope, event: EventRow, offer: Offer, website: string) {
  const name = chooseTranslation(scope, offer.names, event.original_language)
  const at = (local: string) => formatTimeWithOffset(local, localToInstant(local, event.timezone))
  const isSoldOut = event.sold_out === 1
  return {
    '@type': 'Offer',
    ...(name && { name }),
    ...(offer.price !== null && { price: Number(offer.price) }),
    ...currencyOf(scope, offer),
    availability: `https://schema.org/${AVAILABILITY_NAMES[isSoldOut ? 'sold_out' : offer.availability]}`,
    url: offer.url || website,
    ...(offer.valid_from && { validFrom: at(offer.valid_from) }),
    ...(offer.valid_until && { validThrough: at(offer.valid_until) }),
  }
}

function currencyOf({ site }: Scope, { currency }: Offer) {
  const priceCurrency = currency || site.currency_code || currencyCodeFromSymbol(site.currency_symbol)
  return priceCurrency ? { priceCurrency } : {}
}
