import { currencyCodeFromSymbol } from '../../../core/cost/currency-codes.ts'
import { type Cost, lowestAndHighestPrice, parseCost } from '../../../core/cost/parse-and-format-cost.ts'
import { memoize } from '../../../core/generic/memoize.ts'
import { memoizeParser } from '../../../core/generic/memoize-parser.ts'
import type { Settings } from '../../../settings/site-settings.ts'
import type { Admission, AdmissionColumns, Offer } from './admission-columns.ts'

/** The number of decimals of prices in a currency. @param currency ISO 4217; '' for an unknown one */
export const currencyDecimals = (currency: string): number => (currency === '' ? 2 : formOf(currency).decimals)

/**
 * Finds out the number of decimals and the sign of a currency. Cached, because creating a `NumberFormat` takes longer
 * than all other work of reading an event.
 */
const formOf = memoize((currency: string) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  return { decimals: format.resolvedOptions().maximumFractionDigits ?? 2, symbol }
})

const parseRange = memoizeParser(parseCost)

/** The prices of offers, without those on request. */
export const pricesOf = (offers: readonly Offer[]): number[] =>
  offers.flatMap(({ price }) => (price === null ? [] : [Number(price)]))

/**
 * The cost of an event that has offers but no cost of its own: the price of the offers, or the lowest and the highest
 * price.
 * @returns undefined if no offer has a price
 */
export function costOfOffers(offers: readonly Offer[], site: Settings): Cost | undefined {
  const prices = [...new Set(pricesOf(offers))].sort((one, other) => one - other)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (lowest === undefined || highest === undefined) return undefined
  if (highest === 0) return parseRange('Free')
  const range = lowest === highest ? [lowest] : [lowest, highest]
  return parseRange(range.map((price) => formatPrice(price, offers[0]?.currency ?? '', site)).join(' – '))
}

/** A price as people write it, e.g. `€12.50` or `€9`; without a currency if that is the site's. */
function formatPrice(price: number, currency: string, site: Settings): string {
  const decimals = currencyDecimals(currency)
  const number = Number.isInteger(price) ? String(price) : price.toFixed(decimals)
  if (currency === '' || currency === site.currency_code) return number
  const { symbol } = formOf(currency)
  return site.currency_position === 'postfix' ? `${number}${symbol}` : `${symbol}${number}`
}

/**
 * Computes the columns by which lists filter events by price. They are computed from the prices of the offers; if no
 * offer has a price, from `is_free`; if that is not stated either, from the cost. Offers without charge beside offers
 * whose price is on request do not say whether the event is free, so `is_free` says it.
 */
export function computePriceColumns(
  { offers = [], registration = [], is_free }: Admission,
  cost: Cost,
  site: Settings,
): Omit<AdmissionColumns, 'admission' | 'is_accessible'> {
  const hasAddress = offers.some(({ url }) => url !== '') || registration.some(({ type }) => type === 'link')
  const is_ticketed = Number(hasAddress)
  const prices = pricesOf(offers)
  if (prices.length > 0) {
    const isPaid = prices.some((price) => price > 0)
    const isFree = isPaid || prices.length === offers.length ? !isPaid : is_free
    return {
      is_ticketed,
      is_free: isFree === undefined ? null : Number(isFree),
      price_min: Math.min(...prices),
      price_currency: offers[0]?.currency ?? '',
    }
  }
  const range = is_free === true ? { low: 0, high: 0 } : lowestAndHighestPrice(cost)
  const isFree = is_free ?? (range && range.high === 0)
  return {
    is_ticketed,
    is_free: isFree === undefined ? null : Number(isFree),
    price_min: range?.low ?? null,
    price_currency: currencyOf(cost, site),
  }
}

const currencyOf = ({ symbol, code }: Cost, { currency_symbol }: Settings) =>
  symbol === '' || symbol === currency_symbol ? '' : (code ?? currencyCodeFromSymbol(symbol) ?? symbol)
