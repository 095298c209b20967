/**
 * What people type as a price → its numbers, its currency, and how it is shown.
 *
 * A text that is nothing but prices is shown in one form, `$10 – $20`. As soon as it has other words, or two currencies, it is shown as
 * typed: to cut words off or glue them to numbers would say something else.
 */
import { cleanText } from './text/html.ts'

export interface Cost {
  /** As typed, without markup. '' means that nothing is said about the price. */
  text: string
  /** The currency as typed, e.g. `$`, `EUR`; '' when there is none, or more than one. */
  symbol: string
  /** Where the currency stands; '' exactly when there is none. */
  position: '' | 'prefix' | 'postfix'
  /** Every number once, rising, without grouping and with a decimal point, e.g. `1234.50`. Without numbers: the text in lower case. */
  values: string[]
  /** The lowest and the highest number as typed, or the only one; empty when the text says more than prices and is shown as typed. */
  prices: string[]
}

const TEXT_LENGTH_MAX = 250

/**
 * @param input a text, a number, a list of these, or null, false, '' or [] for no statement
 * @returns undefined when it cannot be a cost: other types, negative or endless numbers, more than 250 characters
 */
export function parseCost(input: unknown): Cost | undefined {
  const text = textOf(input)
  if (text === undefined || text.length > TEXT_LENGTH_MAX) return undefined
  const typed = cleanText(text)
  if (typed === '') return { text: '', symbol: '', position: '', values: [], prices: [] }
  const parts = partsOf(typed)
  const values = numbersOf(parts).map((part) => part.value)
  if (values.length === 0) values.push(typed.toLowerCase())
  else if (saysFree(parts) && Number(values[0]) > 0) values.unshift('0')
  return { text: typed, ...currencyOf(parts), values, prices: pricesOf(parts) }
}

/**
 * The cost as readers see it: one price, the lowest and the highest, or the words as typed. A number without currency gets the site's.
 * @param site its currency symbol, and on which side of the number it stands
 */
export function formatCost(cost: Cost, site: { symbol: string; position: 'prefix' | 'postfix' }): string {
  if (cost.prices.length === 0) return cost.text
  const { symbol, position } = cost.symbol === '' ? site : cost
  return cost.prices.map((number) => (position === 'postfix' ? `${number}${symbol}` : `${symbol}${number}`)).join(RANGE)
}

/** Its lowest and highest price; undefined when it names none. */
export function priceRange({ text, values }: Cost): { low: number; high: number } | undefined {
  if (FREE.test(text.trim())) return { low: 0, high: 0 }
  const prices = values.map(Number)
  if (text === '' || prices.some(Number.isNaN)) return undefined
  return { low: Math.min(...prices), high: Math.max(...prices) }
}

function textOf(input: unknown): string | undefined {
  if (input === null || input === false) return ''
  if (typeof input === 'string') return NEGATIVE.test(input) ? undefined : input
  if (typeof input === 'number') return PLAIN.test(String(input)) ? String(input) : undefined
  if (!Array.isArray(input)) return undefined
  const texts = input.map((item) => (typeof item === 'string' || typeof item === 'number' ? textOf(item) : undefined))
  return texts.includes(undefined) ? undefined : texts.filter((text) => text?.trim()).join(RANGE)
}

const RANGE = ' – '
const NEGATIVE = /^\s*[-−]\s*\d/
const PLAIN = /^\d+(?:\.\d+)?$/

// ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Part {
  kind: 'number' | 'currency' | 'separator' | 'word'
  typed: string
  /** Of a number: digits with a decimal point. */
  value: string
}

/**
 * `spaced`, `commas` and `points` tell what groups the digits: `1 234,50`, `1,234.50`, `1.234,50`. A lone point before three digits is a
 * decimal point, a lone comma is not. `10.-` and `10,–` are the Swiss and German 10.00; `1e3` is a word.
 */
const PARTS = new RegExp(
  [
    /(?<mixed>\d[\d.,]*\p{L}+\d[\p{L}\d]*)/u,
    /(?<spaced>[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?!\d)(?:[.,]\d+|[.,][-–—]+(?!\d))?)/,
    /(?<commas>[1-9]\d{0,2}(?:,\d{3})+(?!\d)(?:\.\d+)?)/,
    /(?<points>[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}(?!\d)))/,
    /(?<plain>\d+(?:[.,]\d+|[.,][-–—]+(?!\d))?)/,
    /(?<separator>[-–—~/,;|&])/,
    /(?<rest>[^\s\d\-–—~/,;|&]+)/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'gu',
)

function partsOf(text: string): Part[] {
  return Array.from(text.matchAll(PARTS), ([typed, ...groups]) => {
    const [mixed, spaced, commas, points, plain, separator, rest] = groups
    const number =
      commas?.replaceAll(',', '') ??
      points?.replaceAll('.', '').replace(',', '.') ??
      (spaced ?? plain)?.replace(/[ \u00a0\u2009\u202f'’]|[.,][-–—]+/g, '').replace(',', '.')
    if (number !== undefined) return { kind: 'number', typed, value: number.replace(/^0+(?=\d)/, '') }
    if (separator !== undefined) return { kind: 'separator', typed, value: '' }
    return { kind: mixed === undefined && isCurrency(rest ?? '') ? 'currency' : 'word', typed, value: '' }
  })
}

const ISO_CODES = new Set(Intl.supportedValuesOf('currency'))
/** What people write instead of the code; those with a sign of their own (`€`, `US$`, `R$`) are recognised by it. */
const LOCAL_NAMES = new Set([
  ...'eur euro euros usd gbp chf sek nok dkk pln czk huf fr fr. sfr sfr. kr kr. zł kč ft lei'.split(' '),
  ...'лв лв. руб руб. грн rs rs. rm rp r 円 元 원'.split(' '),
])

function isCurrency(word: string): boolean {
  // Codes in capitals only: `all` and `top` are currencies too.
  return /^\p{L}{0,3}\p{Sc}\p{L}{0,2}$/u.test(word) || ISO_CODES.has(word) || LOCAL_NAMES.has(word.toLowerCase())
}

// ── understanding ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Whether there are prices and nothing else, in one currency written alike: `$5, $10`, `$5-10`, `5-10 EUR`, `5, 10`. */
function arePrices(parts: Part[]): boolean {
  return currenciesOf(parts).size < 2 && /^(?:cn(?:s*c?n)*|(?:nc?s*)*nc|n(?:s*n)*)$/.test(orderOf(parts))
}

function pricesOf(parts: Part[]): string[] {
  if (!arePrices(parts)) return []
  const numbers = numbersOf(parts).map(({ typed }) => typed)
  return numbers.length > 2 ? [...numbers.slice(0, 1), ...numbers.slice(-1)] : numbers
}

/** Only a currency that stands beside a number, and is the only one. */
function currencyOf(parts: Part[]): Pick<Cost, 'symbol' | 'position'> {
  const [symbol = '', ...others] = currenciesOf(parts).values()
  const position = /cn/.test(orderOf(parts)) ? 'prefix' : /nc/.test(orderOf(parts)) ? 'postfix' : ''
  return others.length === 0 && position !== '' ? { symbol, position } : { symbol: '', position: '' }
}

function currenciesOf(parts: Part[]): Map<string, string> {
  const currencies = parts.filter((part) => part.kind === 'currency').map((part) => part.typed)
  return new Map(currencies.reverse().map((typed) => [typed.toLowerCase(), typed])) // the first spelling wins
}

/** One letter a part: c(urrency), n(umber), s(eparator), w(ord). */
function orderOf(parts: Part[]): string {
  return parts.map((part) => part.kind[0]).join('')
}

/** Prices by their amount, rising, each amount once, as it was first typed. */
function numbersOf(parts: Part[]): Part[] {
  const numbers = new Map<number, Part>()
  for (const part of parts) {
    if (part.kind === 'number' && !numbers.has(Number(part.value))) numbers.set(Number(part.value), part)
  }
  return [...numbers.values()].sort((a, b) => Number(a.value) - Number(b.value))
}

const FREE = /^(?:free|gratis|gratuit|gratuito|kostenlos|frei)$/i

/** "Free – $10" begins at 0; "Free drinks, $10" does not. */
function saysFree(parts: Part[]): boolean {
  const isEdge = (part: Part | undefined) => part === undefined || part.kind === 'separator'
  return parts.some(({ typed }, at) => FREE.test(typed) && isEdge(parts[at - 1]) && isEdge(parts[at + 1]))
}
