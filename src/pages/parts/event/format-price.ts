import type { Scope } from '../../../collections/scope.ts'
import { type Cost, lowestAndHighestPrice } from '../../../core/cost/parse-and-format-cost.ts'
import { memoize } from '../../../core/generic/memoize.ts'
import { LOCALES, type PageLanguage } from '../../../core/language.ts'
import type { Words } from '../../words/en.ts'

interface PriceContext {
  scope: Pick<Scope, 'site'>
  language: PageLanguage
  words: Pick<Words, 'free'>
}

/**
 * Formats a cost as the language of the page does: `€23.50`, `23,50 €`. The currency keeps the sign with which it was
 * typed. A cost that does not consist of prices only is shown as typed, except for `Free` at its beginning.
 */
export function formatPriceOnPage({ scope: { site }, language, words }: PriceContext, cost: Cost): string {
  const range = lowestAndHighestPrice(cost)
  if (range?.high === 0) return words.free
  if (range === undefined) return cost.text
  if (cost.prices.length === 0) return range.low === 0 ? cost.text.replace(/^Free\b/i, words.free) : cost.text
  const { low, high } = range
  const isRange = cost.prices.length > 1
  const sign = cost.symbol || site.currency_symbol
  const digits = [low, high].every(Number.isInteger) ? 0 : 2
  const formatter = priceFormatter(`${language} ${digits} ${WORD.test(sign) ? 'code' : 'narrowSymbol'}`)
  const written = (parts: readonly { type: string; value: string }[]) =>
    parts
      .map(({ type, value }) => (type === 'currency' ? sign : value))
      .join('')
      .trim()
  if (!isRange) return written(formatter.formatToParts(high))
  if (low === 0) return `${words.free} – ${written(formatter.formatToParts(high))}`
  return written(formatter.formatRangeToParts(low, high))
}

/** A currency that is written in letters, such as `kr.` or `CHF`, and so apart from the number. */
const WORD = /^\p{L}[\p{L}.]*$/u

/**
 * Returns the function that writes amounts in euros, whose sign is replaced then.
 * @param key language, number of decimals, and how the currency is displayed
 */
const priceFormatter = memoize((key) => {
  const [language, digits, currencyDisplay] = key.split(' ') as [PageLanguage, string, 'code' | 'narrowSymbol']
  return new Intl.NumberFormat(LOCALES[language], {
    ...{ style: 'currency', currency: 'EUR', currencyDisplay, numberingSystem: 'latn' },
    ...{ minimumFractionDigits: Number(digits), maximumFractionDigits: Math.max(Number(digits), 3) },
  })
})
