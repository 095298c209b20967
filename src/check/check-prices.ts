import { type AdmissionColumns, decodeAdmission } from '../collections/events/admission/admission-columns.ts'
import { computeAdmissionFilterColumns } from '../collections/events/admission/compute-admission-filter-columns.ts'
import { parseStoredCost } from '../core/cost/parse-and-format-cost.ts'
import { sql } from '../db/database.ts'
import { readSiteSettings } from '../settings/site-settings.ts'
import { readRowsInBatches } from './check-computed-columns.ts'
import { createViolations, type Invariant } from './invariant-type.ts'

type PriceRow = Pick<AdmissionColumns, 'admission' | 'is_free' | 'is_ticketed' | 'is_accessible' | 'price_min'> & {
  id: number
  cost: string
}

export const eventPrices: Invariant = {
  name: 'prices',
  promise: 'the columns by which lists filter match the offers, costs and accessibility of events',
  advice: 'save the cost, the offers or the accessibility of the events again',
  async find({ db }) {
    const site = await readSiteSettings(db)
    const wrong: string[] = []
    // Dates of repeated events are left out: their columns are copies of those of the repeated event, which is checked.
    const columns = sql`id, cost, admission, is_free, is_ticketed, is_accessible, price_min`
    for await (const row of readRowsInBatches<PriceRow>(db, columns, sql`event`, sql`id`, sql`repeat_id IS NULL`)) {
      if (
        !matchesOffers(row, () =>
          computeAdmissionFilterColumns(decodeAdmission(row.admission), parseStoredCost(row.cost), site),
        )
      ) {
        wrong.push(String(row.id))
      }
    }
    return createViolations('event', 'have other values for filters than their offers, costs and accessibility', wrong)
  },
}

/**
 * Whether the stored columns equal the computed ones. `price_currency` also depends on settings, so it is not compared.
 */
function matchesOffers(stored: PriceRow, compute: () => Omit<AdmissionColumns, 'admission'>): boolean {
  try {
    const computed = compute()
    return (['is_free', 'is_ticketed', 'is_accessible', 'price_min'] as const).every(
      (name) => stored[name] === computed[name],
    )
  } catch {
    return false
  }
}
