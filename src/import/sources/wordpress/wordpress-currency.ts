import { isCurrencyCode } from '../../../core/cost/currency-codes.ts'

/** The position of the currency as The Events Calendar and its importer write it; `''` for other words. */
export function wordpressCurrencyPosition(position: unknown): '' | 'prefix' | 'postfix' {
  const word = String(position ?? '').toLowerCase()
  if (['suffix', 'postfix', 'after'].includes(word)) return 'postfix'
  return ['prefix', 'before'].includes(word) ? 'prefix' : ''
}

/** The ISO 4217 code of a currency as a site states it; `''` if that is no such code. */
export const wordpressCurrencyCode = (code: unknown): string => {
  const text = String(code ?? '').trim()
  return isCurrencyCode(text) ? text.toUpperCase() : ''
}
