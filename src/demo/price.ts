import type { Language } from '../core/language.ts'
import type { PriceKind } from './kinds.ts'
import { itemAt, type Random } from './random.ts'
import type { DemoTexts } from './texts/types.ts'

/** What an event costs, before it is put into words. */
export interface ChosenPrice {
  price: PriceKind
  /** Which of the wordings, for what is no number. */
  which: number
  /** Hundredths. */
  amounts: number[]
  /** Sent as a list of prices, the way some forms do. */
  isList: boolean
}

const AMOUNTS = { small: [200, 600], single: [700, 1800], range: [800, 2400], high: [2800, 9500] } as const
const STEP = 50

export function choosePrice(random: Random, prices: readonly PriceKind[]): ChosenPrice {
  const price = random.pick(prices)
  const which = random.integer(0, 5)
  if (price === 'free' || price === 'words') return { price, which, amounts: [], isList: false }
  const [min, max] = AMOUNTS[price]
  const whole = random.chance(0.8) ? 100 : STEP
  const low = Math.round(random.integer(min, max) / whole) * whole
  const amounts = price === 'range' || random.chance(0.1) ? [low, low + random.integer(2, 12) * 100] : [low]
  return { price, which, amounts, isList: random.chance(0.2) }
}

/** As people who write this language type it. */
export function costText(
  { price, which, amounts, isList }: ChosenPrice,
  { prices }: DemoTexts,
  language: Language,
  symbol: string,
): string | string[] {
  if (price === 'free') return itemAt(prices.free, which)
  if (price === 'words') return itemAt(prices.words, which)
  const written = amounts.map((amount) => {
    const digits = amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2)
    return language === 'en' ? symbol + digits : `${digits.replace('.', ',')} ${symbol}`
  })
  return isList ? written : written.join(' – ')
}
