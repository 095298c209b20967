/**
 * Parses and formats event prices as people type them, e.g. `$10 - 20` or `free`.
 *
 * Text that consists of prices only is displayed in a standard form: `$10 – $20`. Text with other words or with two
 * currencies is displayed as typed, because any change could change its meaning.
 */
import { stripTagsAndLineBreaks } from '../text/html.ts'

/** A parsed price, with all values of it that the API and the pages show. Stored as JSON. */
export interface Cost {
  /** The price as typed, without markup. '' when the price is unknown. */
  text: string
  /** The currency as typed, e.g. `$`, `EUR`; '' when the text has no currency, or more than one. */
  symbol: string
  /** The ISO 4217 code of the currency, if the request stated it in addition to the text. */
  code?: string
  /**
   * Whether the currency is written before (`prefix`) or after (`postfix`) the number. If `symbol` is empty, `position`
   * is empty too, unless the request stated it in addition to the text.
   */
  position: '' | 'prefix' | 'postfix'
  /**
   * The distinct numbers in ascending order, without digit grouping and with a decimal point: `1234.50`. When the text
   * has no numbers: the text in lower case, as the only entry.
   */
  values: string[]
  /**
   * The numbers to display, as typed: the only price, or the lowest and the highest. Empty when `text` is to be
   * displayed as typed.
   */
  prices: string[]
}

const TEXT_LENGTH_MAX = 250
const EMPTY: Cost = { text: '', symbol: '', position: '', values: [], prices: [] }

/**
 * Parses a price as people type it.
 * @param input text, a number or an array of these; null, false, '' and [] mean that the price is unknown
 * @returns undefined for invalid input: other types, negative or infinite numbers, more than 250 characters
 */
export function parseCost(input: unknown): Cost | undefined {
  const text = joinInput(input)
  return text === undefined || text.length > TEXT_LENGTH_MAX ? undefined : parseText(stripTagsAndLineBreaks(text))
}

function parseText(text: string): Cost {
  if (text === '') return EMPTY
  const parts = splitParts(text)
  const numbers = sortedNumbers(parts)
  const values = numbers.map((part) => part.value)
  if (values.length === 0) values.push(text.toLowerCase())
  else if (includesFree(parts) && Number(values[0]) > 0) values.unshift('0')
  const typed = isPricesOnly(parts) ? numbers.map((part) => part.typed) : []
  return {
    text,
    ...findCurrency(parts),
    values,
    prices: typed.length > 2 ? ([typed[0], typed.at(-1)] as string[]) : typed,
  }
}

/**
 * Parses a price from its JSON in the database.
 * @param json '' for an unknown price. Older versions stored prices without the field `prices`; if that field is
 * missing, it is computed from the price text.
 */
export function parseStoredCost(json: string): Cost {
  if (json === '') return EMPTY
  const stored = JSON.parse(json) as Omit<Cost, 'prices'> & Partial<Cost>
  return { ...stored, prices: stored.prices ?? parseText(stored.text).prices }
}

/**
 * The price for display: one price, the lowest and the highest price, or the text as typed.
 * @param site for prices without a currency: the currency symbol of the site, and whether it is written before or after
 *   the number
 */
export function formatCost(cost: Cost, site: { symbol: string; position: 'prefix' | 'postfix' }): string {
  if (cost.prices.length === 0) return cost.text
  const { symbol, position } = cost.symbol === '' ? site : cost
  const isFreeFrom = cost.prices.length > 1 && Number(cost.values[0]) === 0
  const formatted = cost.prices.map((number) => (position === 'postfix' ? `${number}${symbol}` : `${symbol}${number}`))
  return (isFreeFrom ? [FREE_OF_CHARGE, ...formatted.slice(1)] : formatted).join(RANGE)
}

/** Shown instead of the price 0 at the beginning of a price range (API contract). */
const FREE_OF_CHARGE = 'Free'

/** The lowest and the highest price, both 0 for a free event; undefined when the cost has no numbers. */
export function lowestAndHighestPrice({ text, values }: Cost): { low: number; high: number } | undefined {
  if (FREE.test(text.trim())) return { low: 0, high: 0 }
  const prices = values.map(Number)
  if (text === '' || prices.some(Number.isNaN)) return undefined
  return { low: Math.min(...prices), high: Math.max(...prices) }
}

/** The input as one text, with the entries of an array separated by ` – `; undefined for invalid input. */
function joinInput(input: unknown): string | undefined {
  if (input === null || input === false) return ''
  if (typeof input === 'string') return NEGATIVE.test(input) ? undefined : input
  if (typeof input === 'number') return PLAIN.test(String(input)) ? String(input) : undefined
  if (!Array.isArray(input)) return undefined
  const texts = input.map((item) =>
    typeof item === 'string' || typeof item === 'number' ? joinInput(item) : undefined,
  )
  return texts.includes(undefined) ? undefined : texts.filter((text) => text?.trim()).join(RANGE)
}

const RANGE = ' – '
const NEGATIVE = /^\s*[-−]\s*\d/
const PLAIN = /^\d+(?:\.\d+)?$/

interface Part {
  kind: 'number' | 'currency' | 'separator' | 'word'
  typed: string
  /** The digits of a number with a decimal point; '' for a currency, separator or word. */
  value: string
}

/**
 * Splits a price text into numbers, separators and words. The groups `spaced`, `commas` and `points` are named after
 * the character that groups the digits: `1 234,50`, `1,234.50`, `1.234,50`. In `1.234` the point is a decimal point,
 * but in `1,234` the comma groups digits. `10.-` and `10,–` are the Swiss and German forms of 10.00; `1e3` is a word.
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

function splitParts(text: string): Part[] {
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
/**
 * Common currency names in lower case besides ISO codes. The list does not contain names with a currency sign (`€`,
 * `US$`, `R$`), because `isCurrency` recognises them by the sign.
 */
const LOCAL_NAMES = new Set([
  ...'eur euro euros usd gbp chf sek nok dkk pln czk huf fr fr. sfr sfr. kr kr. zł kč ft lei'.split(' '),
  ...'лв лв. руб руб. грн rs rs. rm rp r 円 元 원'.split(' '),
])

function isCurrency(word: string): boolean {
  // ISO codes of currencies must be written in capitals, because
  // `all` and `top` are English words and also codes (ALL, TOP).
  return /^\p{L}{0,3}\p{Sc}\p{L}{0,2}$/u.test(word) || ISO_CODES.has(word) || LOCAL_NAMES.has(word.toLowerCase())
}

/**
 * Whether the parts are only prices in at most one currency, always before or always after the number: `$5, $10`,
 * `$5-10`, `5-10 EUR`, `5, 10`.
 */
function isPricesOnly(parts: Part[]): boolean {
  return findCurrencies(parts).size < 2 && /^(?:cn(?:s*c?n)*|(?:nc?s*)*nc|n(?:s*n)*)$/.test(partPattern(parts))
}

/**
 * The currency in a price text, and whether it is before or after the number; '' for both if there are several
 * currencies, or none beside a number.
 */
function findCurrency(parts: Part[]): Pick<Cost, 'symbol' | 'position'> {
  const [symbol = '', ...others] = findCurrencies(parts).values()
  const position = /cn/.test(partPattern(parts)) ? 'prefix' : /nc/.test(partPattern(parts)) ? 'postfix' : ''
  return others.length === 0 && position !== '' ? { symbol, position } : { symbol: '', position: '' }
}

/** The distinct currencies in a price text. Keys: in lower case; values: in the spelling that occurs first. */
function findCurrencies(parts: Part[]): Map<string, string> {
  const currencies = parts.filter((part) => part.kind === 'currency').map((part) => part.typed)
  // Reversed, because the last entry for a key wins in a Map, and the first spelling of a currency must win.
  return new Map(currencies.reverse().map((typed) => [typed.toLowerCase(), typed]))
}

/** The kinds of the parts, one letter each: c(urrency), n(umber), s(eparator), w(ord). `$5-10` is `cnsn`. */
function partPattern(parts: Part[]): string {
  return parts.map((part) => part.kind[0]).join('')
}

/** The numbers in a price text in ascending order. Of equal numbers (`5` and `5.00`) only the first is included. */
function sortedNumbers(parts: Part[]): Part[] {
  const numbers = new Map<number, Part>()
  for (const part of parts) {
    if (part.kind === 'number' && !numbers.has(Number(part.value))) numbers.set(Number(part.value), part)
  }
  return [...numbers.values()].sort((a, b) => Number(a.value) - Number(b.value))
}

const FREE = /^(?:free|gratis|gratuit|gratuito|kostenlos|frei)$/i

/**
 * Whether one of the prices is the word "free" (in one of several languages) by itself: as in "Free – $10", but not in
 * "Free drinks, $10".
 */
function includesFree(parts: Part[]): boolean {
  const isEdge = (part: Part | undefined) => part === undefined || part.kind === 'separator'
  return parts.some(({ typed }, at) => FREE.test(typed) && isEdge(parts[at - 1]) && isEdge(parts[at + 1]))
}
