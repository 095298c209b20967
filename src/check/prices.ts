import { type AdmissionColumns, decodeAdmission } from '../collections/events/admission/admission-columns.ts'
import { priceColumns } from '../collections/events/admission/price-columns.ts'
import { parseStoredCost } from '../core/cost/parse-and-format-cost.ts'
import { sql } from '../db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { readRowsInBatches } from './computed-columns.ts'
import { createViolations, type Invariant } from './invariant.ts'

type PriceRow = Pick<AdmissionColumns, 'admission' | 'is_free' | 'is_ticketed' | 'price_min'> & {
  id: number
  cost: string
}

export const eventPrices: Invariant = {
  name: 'prices',
  promise: 'the columns by which lists filter prices match the offers and costs of events',
  advice: 'save the cost or the offers of the events again',
  async find({ db }) {
    const site = await readSettings(db)
    const wrong: string[] = []
    // Dates of repeated events are left out: their columns are copies of those of the repeated event, which is checked.
    const columns = sql`id, cost, admission, is_free, is_ticketed, price_min`
    for await (const row of readRowsInBatches<PriceRow>(db, columns, sql`event`, sql`id`, sql`repeat_id IS NULL`)) {
      if (!matchesOffers(row, () => priceColumns(decodeAdmission(row.admission), parseStoredCost(row.cost), site))) {
        wrong.push(String(row.id))
      }
    }
    return createViolations('event', 'have other prices for filters than their offers and costs', wrong)
  },
}

/** Whether the stored columns equal the computed ones. `price_currency` also depends on settings, so it is not compared. */
function matchesOffers(stored: PriceRow, compute: () => Omit<AdmissionColumns, 'admission'>): boolean {
  try {
    const { is_free, is_ticketed, price_min } = compute()
    return stored.is_free === is_free && stored.is_ticketed === is_ticketed && stored.price_min === price_min
  } catch {
    return false
  }
}
