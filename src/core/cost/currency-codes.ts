/**
 * ISO 4217 codes of currency signs and names (in lower case) that mean only one currency. The list does not contain
 * `$`, `¥` and `kr`, because they mean several currencies.
 */
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  '£': 'GBP',
  us$: 'USD',
  ca$: 'CAD',
  au$: 'AUD',
  nz$: 'NZD',
  r$: 'BRL',
  '₹': 'INR',
  '₽': 'RUB',
  '₴': 'UAH',
  '₺': 'TRY',
  '₪': 'ILS',
  '₩': 'KRW',
  '₫': 'VND',
  '₱': 'PHP',
  '฿': 'THB',
  '₦': 'NGN',
  '₸': 'KZT',
  '₾': 'GEL',
  zł: 'PLN',
  kč: 'CZK',
  sfr: 'CHF',
  'sfr.': 'CHF',
  'fr.': 'CHF',
}

const CODES = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text, in capitals or small letters, is an ISO 4217 code. */
export const isCurrencyCode = (text: string) => CODES.has(text.toUpperCase())

/**
 * The ISO 4217 code of a currency sign, name or code; undefined when it is unknown or could mean several currencies.
 */
export function currencyCodeFromSymbol(symbol: string): string | undefined {
  const code = symbol.toUpperCase()
  return SIGNS[symbol.toLowerCase()] ?? (isCurrencyCode(code) ? code : undefined)
}
