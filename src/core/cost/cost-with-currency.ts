import { isObject } from '../generic/is-object.ts'
import { isCurrencyCode } from './currency-codes.ts'
import { type Cost, formatCost, parseCost, parseStoredCost } from './parse-and-format-cost.ts'

/**
 * A price as text, and what the text does not say about its currency: of `120 kr`, which kronor, and of `120`, on which side the
 * currency of the site is written.
 */
export interface CostWithCurrency {
  text: string
  /** ISO 4217. */
  currency_code?: string
  currency_position?: '' | 'prefix' | 'postfix'
}

/** Parses a price that is sent as people type it, or as a `CostWithCurrency`. @returns undefined for invalid input */
export function parseSentCost(input: unknown): Cost | undefined {
  if (!isObject(input) || Array.isArray(input)) return parseCost(input)
  const { text, currency_code: code = '', currency_position: position = '' } = input
  if (typeof text !== 'string' || typeof code !== 'string') return undefined
  if (position !== '' && position !== 'prefix' && position !== 'postfix') return undefined
  if (code !== '' && !isCurrencyCode(code)) return undefined
  const cost = parseCost(text)
  if (cost === undefined || cost.text === '') return cost
  return {
    ...cost,
    ...(cost.symbol === '' && { position }),
    ...(code !== '' && { code: code.toUpperCase() }),
  }
}

/** A price in the simplest form that `parseSentCost` accepts: as text, if that says everything. */
export function toSentCost({
  text,
  currency_code = '',
  currency_position = '',
}: CostWithCurrency): string | CostWithCurrency {
  const symbol = parseCost(text)?.symbol ?? ''
  if (text === '' || (currency_code === '' && (currency_position === '' || symbol !== ''))) return text
  return { text, ...(currency_code !== '' && { currency_code }), ...(symbol === '' && { currency_position }) }
}

/** A stored price as a client could have sent it. @param json the price in the database */
export function sentCostOf(json: string): string | CostWithCurrency {
  const { text, code: currency_code = '', position: currency_position } = parseStoredCost(json)
  return toSentCost({ text, currency_code, currency_position })
}

/** Whether a price says more about its currency than its text. */
const isStated = ({ symbol, code, position }: Cost) => code !== undefined || (symbol === '' && position !== '')

/**
 * The price to store when one is sent: the stored price if both are displayed alike, so that a client which sends back what it read does
 * not remove what the stored one says about its currency.
 */
export const keepStatedCurrency = (sent: Cost, stored: Cost, site: Parameters<typeof formatCost>[1]): Cost =>
  isStated(stored) && !isStated(sent) && formatCost(sent, site) === formatCost(stored, site) ? stored : sent
