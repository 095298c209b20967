import { type Cost, parseStoredCost } from '../../../core/cost/parse-and-format-cost.ts'
import { Type } from '../../../core/schema/field-types.ts'
import { localTimeSchema } from '../../../core/schema/response-schema.ts'
import type { Scope } from '../../scope.ts'
import { chooseTranslation } from '../../texts/translated-columns.ts'
import type { EventRow } from '../event-row.ts'
import { ACCESSIBILITY_CODES, AVAILABILITIES, decodeAdmission, REGISTRATION_TYPES } from './admission-columns.ts'
import { costOfOffers } from './price-columns.ts'

/** The cost of an event: the cost stated in a request or, if none was stated, the cost computed from its offers. */
export function statedCostOrCostOfOffers(
  { site }: Scope,
  { cost, admission }: Pick<EventRow, 'cost' | 'admission'>,
): Cost {
  const offered =
    cost === '' && admission !== '' ? costOfOffers(decodeAdmission(admission).offers ?? [], site) : undefined
  return offered ?? parseStoredCost(cost)
}

/** JSON fields for offers, registration, ages, accessibility and conditions of an event. */
export function presentAdmission(scope: Scope, event: EventRow) {
  const admission = decodeAdmission(event.admission)
  const {
    offers = [],
    registration = [],
    age_min = null,
    age_max = null,
    accessibility = [],
    conditions = {},
  } = admission
  const { is_free } = event
  const original = event.original_language
  return {
    offers: offers.map(({ names, currency, ...offer }) => ({
      name: chooseTranslation(scope, names, original),
      ...offer,
      currency: currency || scope.site.currency_code,
    })),
    registration,
    is_free: is_free === null ? null : is_free === 1,
    age_min,
    age_max,
    accessibility,
    conditions: chooseTranslation(scope, conditions, original),
  }
}

const timeOrNull = () => Type.Union([localTimeSchema(), Type.Null()])
const ageOrNull = () => Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])

/** JSON schemas of the fields of `presentAdmission`. */
export const admissionProperties = {
  offers: Type.Array(
    Type.Object({
      name: Type.String(),
      price: Type.Union([Type.String({ pattern: '^\\d+(\\.\\d+)?$' }), Type.Null()]),
      availability: Type.Enum([...AVAILABILITIES]),
      url: Type.String(),
      valid_from: timeOrNull(),
      valid_until: timeOrNull(),
      currency: Type.String(),
    }),
  ),
  registration: Type.Array(Type.Object({ type: Type.Enum([...REGISTRATION_TYPES]), value: Type.String() })),
  is_free: Type.Union([Type.Boolean(), Type.Null()]),
  age_min: ageOrNull(),
  age_max: ageOrNull(),
  accessibility: Type.Array(Type.Enum([...ACCESSIBILITY_CODES])),
  conditions: Type.String(),
}
