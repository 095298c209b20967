import type { Cost } from '../../../core/cost/parse-and-format-cost.ts'
import type { Settings } from '../../../settings/site-settings.ts'
import type { Admission, AdmissionColumns } from './admission-columns.ts'
import { computePriceColumns } from './price-columns.ts'

/** The accessibility codes that say that people with impaired mobility can come. */
const ACCESSIBLE_CODES = ['step_free', 'motor']

/** Computes the columns by which lists filter events by price, tickets and accessibility. */
export const computeAdmissionFilterColumns = (
  admission: Admission,
  cost: Cost,
  site: Settings,
): Omit<AdmissionColumns, 'admission'> => ({
  ...computePriceColumns(admission, cost, site),
  is_accessible: Number(ACCESSIBLE_CODES.some((code) => admission.accessibility?.includes(code))),
})
