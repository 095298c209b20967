import type { Language } from '../core/language.ts'
import type { PriceKind } from './demo-event-kinds.ts'
import { cyclicItemAt, type Random } from './pseudo-random.ts'
import type { DemoTexts } from './texts/demo-text-types.ts'

/** The price of an event, from which `formatDemoCost` creates the text in each language. */
export interface ChosenPrice {
  price: PriceKind
  /** Index into the wordings of prices without a number, such as "pay what you can". */
  wordingIndex: number
  /** One amount, or the lowest and the highest, in hundredths of the currency unit (cents). */
  amounts: number[]
  /** Whether the request contains the price as a JSON list instead of a text. */
  isList: boolean
  /**
   * Whether the price of a free event is sent as the number 0. Pages then say in the language of each reader that the
   * event is free.
   */
  isFreeNumber: boolean
}

/** Smallest and largest amount of each kind of price, in hundredths of the currency unit (cents). */
const AMOUNTS = { small: [200, 600], single: [700, 1800], range: [800, 2400], high: [2800, 9500] } as const
/** Amounts that are not whole currency units are rounded to multiples of this amount: 0.50, in hundredths. */
const STEP = 50

export function chooseDemoPrice(random: Random, prices: readonly PriceKind[], isFreeNumber: boolean): ChosenPrice {
  const price = random.pick(prices)
  const wordingIndex = random.integer(0, 5)
  if (price === 'free' || price === 'words') return { price, wordingIndex, amounts: [], isList: false, isFreeNumber }
  const [min, max] = AMOUNTS[price]
  const whole = random.chance(0.8) ? 100 : STEP
  const low = Math.round(random.integer(min, max) / whole) * whole
  const amounts = price === 'range' || random.chance(0.1) ? [low, low + random.integer(2, 12) * 100] : [low]
  return { price, wordingIndex, amounts, isList: random.chance(0.2), isFreeNumber }
}

/** Formats the value of the request field `cost`, in the notation of a language. */
export function formatDemoCost(
  { price, wordingIndex, amounts, isList, isFreeNumber }: ChosenPrice,
  { prices }: DemoTexts,
  language: Language,
  symbol: string,
): string | string[] {
  if (price === 'free' && isFreeNumber) return '0'
  if (price === 'free') return cyclicItemAt(prices.free, wordingIndex)
  if (price === 'words') return cyclicItemAt(prices.words, wordingIndex)
  const written = amounts.map((amount) => {
    const digits = amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2)
    return language === 'en' ? symbol + digits : `${digits.replace('.', ',')} ${symbol}`
  })
  return isList ? written : written.join(' – ')
}
