import { type Cost, lowestAndHighestPrice, parseStoredCost } from '../../../core/cost/parse-and-format-cost.ts'
import type { Problems } from '../../../core/errors.ts'
import { replaceTranslation } from '../../texts/translated-columns.ts'
import type { EventBody } from '../event-parameters.ts'
import { type Admission, type AdmissionColumns, decodeAdmission, encodeAdmission } from './admission-columns.ts'
import { computeAdmissionFilterColumns } from './compute-admission-filter-columns.ts'
import { type AdmissionContext, parseOffers, parseRegistration } from './parse-offers.ts'
import { pricesOf } from './price-columns.ts'

type Columns = Partial<AdmissionColumns & { sold_out: number }>

const NAMES = [
  'offers',
  'registration',
  'is_free',
  'age_min',
  'age_max',
  'accessibility',
  'conditions',
  'cost',
] as const

/**
 * Computes the columns of prices and admission after a write (see docs/decisions/0050). Values missing from the body do
 * not change. Problems name the field, e.g. `offers[2].price`.
 * @returns an object without columns if the body contains no value about prices and admission
 */
export function planAdmissionColumns(body: Partial<EventBody>, context: AdmissionContext, problems: Problems): Columns {
  if (NAMES.every((name) => body[name] === undefined)) return {}
  const before = decodeAdmission(context.event?.admission ?? '')
  const offers = body.offers && parseOffers(body.offers, before.offers ?? [], context, problems)
  const isPriced = body.cost !== undefined || offers !== undefined
  const admission: Admission = {
    ...before,
    ...(isPriced && { is_free: undefined }),
    ...(body.is_free !== undefined && { is_free: body.is_free ?? undefined }),
    ...(offers && { offers }),
    ...(body.registration && { registration: parseRegistration(body.registration, problems) }),
    ...(body.age_min !== undefined && { age_min: body.age_min ?? undefined }),
    ...(body.age_max !== undefined && { age_max: body.age_max ?? undefined }),
    ...(body.accessibility && { accessibility: body.accessibility }),
    ...(body.conditions !== undefined && {
      conditions: replaceTranslation(before.conditions ?? {}, context.language, body.conditions),
    }),
  }
  const cost = body.cost ?? parseStoredCost(context.event?.cost ?? '')
  refuseContradictions(admission, cost, body, problems)
  return {
    admission: encodeAdmission(admission),
    ...computeAdmissionFilterColumns(admission, cost, context.site),
    ...soldOutAfter(body, before, admission),
  }
}

function refuseContradictions(
  { offers = [], is_free, age_min, age_max }: Admission,
  cost: Cost,
  body: Partial<EventBody>,
  problems: Problems,
): void {
  if (age_min !== undefined && age_max !== undefined && age_min > age_max) {
    problems.add(body.age_max === undefined ? 'age_min' : 'age_max', 'reason.ages')
  }
  if (is_free === undefined || body.is_free === undefined) return
  const prices = pricesOf(offers)
  const highest = prices.length > 0 ? Math.max(...prices) : lowestAndHighestPrice(cost)?.high
  const isPaid = highest !== undefined && highest > 0
  const isAllFree = highest === 0 && (prices.length === 0 || prices.length === offers.length)
  if (is_free ? isPaid : isAllFree) {
    problems.add('is_free', 'reason.contradicts', { other: prices.length > 0 ? 'offers' : 'cost' })
  }
}

const isSoldOut = ({ offers = [] }: Admission) =>
  offers.length > 0 && offers.every(({ availability }) => availability === 'sold_out')

/**
 * The column `sold_out` after a write of offers. An event becomes sold out when all its offers are, and stops being
 * sold out when one becomes available. Otherwise the column does not change.
 */
function soldOutAfter(body: Partial<EventBody>, before: Admission, after: Admission): { sold_out?: number } {
  if (body.sold_out !== undefined || body.offers === undefined) return {}
  if (isSoldOut(after)) return { sold_out: 1 }
  return isSoldOut(before) ? { sold_out: 0 } : {}
}
