import { isObject } from '../generic/is-object.ts'
import { isCurrencyCode } from './currency-codes.ts'
import { type Cost, formatCost, parseCost, parseStoredCost } from './parse-and-format-cost.ts'

/**
 * A price as text, with facts about its currency that the text does not contain: for `120 kr`, which of the currencies
 * with this name is meant; for `120`, whether the currency of the site is written before or after the number.
 */
export interface CostWithCurrency {
  text: string
  /** ISO 4217. */
  currency_code?: string
  currency_position?: '' | 'prefix' | 'postfix'
}

/** Parses a price that is sent as people type it, or as a `CostWithCurrency`. @returns undefined for invalid input */
export function parseCostOfRequest(input: unknown): Cost | undefined {
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

/**
 * Converts a price to the simplest form that `parseCostOfRequest` accepts: to its text, if the text describes the price
 * completely.
 */
export function shortestRequestValueOfCost({
  text,
  currency_code = '',
  currency_position = '',
}: CostWithCurrency): string | CostWithCurrency {
  const symbol = parseCost(text)?.symbol ?? ''
  if (text === '' || (currency_code === '' && (currency_position === '' || symbol !== ''))) return text
  return { text, ...(currency_code !== '' && { currency_code }), ...(symbol === '' && { currency_position }) }
}

/**
 * Converts a stored price to a value with which a client can send the same price. @param json the price in the database
 */
export function requestValueOfStoredCost(json: string): string | CostWithCurrency {
  const { text, code: currency_code = '', position: currency_position } = parseStoredCost(json)
  return shortestRequestValueOfCost({ text, currency_code, currency_position })
}

/** Whether the currency of a price was stated more precisely than in the text of the price. */
const isStated = ({ symbol, code, position }: Cost) => code !== undefined || (symbol === '' && position !== '')

/**
 * The price to store when a request contains a price: the stored price if both are displayed alike. So a client that
 * sends back a price that it has read does not remove facts about the currency that responses do not show.
 */
export const keepStoredCostIfDisplayedAlike = (
  sent: Cost,
  stored: Cost,
  site: Parameters<typeof formatCost>[1],
): Cost => (isStated(stored) && !isStated(sent) && formatCost(sent, site) === formatCost(stored, site) ? stored : sent)
