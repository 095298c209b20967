import { isCurrencyCode } from '../../../core/cost/currency-codes.ts'

/**
 * The position of the currency symbol, from the words that The Events Calendar and its importer use; `''` for other
 * words.
 */
export function parseWordpressCurrencyPosition(position: unknown): '' | 'prefix' | 'postfix' {
  const word = String(position ?? '').toLowerCase()
  if (['suffix', 'postfix', 'after'].includes(word)) return 'postfix'
  return ['prefix', 'before'].includes(word) ? 'prefix' : ''
}

/** The ISO 4217 code of a currency, from a value of the site; `''` if the value is no such code. */
export const parseWordpressCurrencyCode = (code: unknown): string => {
  const text = String(code ?? '').trim()
  return isCurrencyCode(text) ? text.toUpperCase() : ''
}
