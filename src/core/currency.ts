/** Signs that mean one currency only: `$`, `¥`, `kr` and `£` of other islands mean several. */
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

/** The ISO 4217 code of a currency as people write it; undefined when it could be several. */
export function currencyCode(symbol: string): string | undefined {
  const code = symbol.toUpperCase()
  return SIGNS[symbol.toLowerCase()] ?? (CODES.has(code) && /^[A-Z]{3}$/.test(code) ? code : undefined)
}
