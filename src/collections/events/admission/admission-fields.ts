import { isCurrencyCode } from '../../../core/cost/currency-codes.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import { choiceField } from '../../../core/schema/choice-fields.ts'
import { websiteField } from '../../../core/schema/contact-fields.ts'
import {
  attachDocumentationToSchema,
  fieldWithCheckAndConversion,
  lenientBooleanField,
  nullableBooleanField,
  Type,
} from '../../../core/schema/field-types.ts'
import { nullableNumberField, numberInRangeField } from '../../../core/schema/number-fields.ts'
import { singleLineField } from '../../shared-fields.ts'
import { ACCESSIBILITY_CODES, AVAILABILITIES, REGISTRATION_TYPES } from './admission-columns.ts'

const OFFERS_MAX = 30
const REGISTRATIONS_MAX = 5
const CONDITIONS_MAX = 1000
const NAME_MAX = 200
const AGE_MAX = 150
const PRICE_MAX = 1_000_000_000

/**
 * Parses a price to text with a decimal point, without regard to its currency; undefined for values that are not
 * prices.
 */
function readPrice(value: string | number | null): string | null | undefined {
  if (value === null) return null
  const text = String(value).trim()
  return /^\d{1,10}(\.\d{1,4})?$/.test(text) && Number(text) <= PRICE_MAX ? text : undefined
}

const priceField = () =>
  fieldWithCheckAndConversion(
    Type.Union([Type.String({ maxLength: 20 }), Type.Number(), Type.Null()]),
    (value) => readPrice(value) !== undefined,
    (value) => readPrice(value) as string | null,
    { reason: 'reason.price' },
  )

const currencyField = () =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: 3 }),
    (code) => code === '' || isCurrencyCode(code),
    (code) => code.toUpperCase(),
    { reason: 'reason.currency' },
  )

const momentField = () => Type.Union([Type.String({ maxLength: 100 }), Type.Null()])

/**
 * The fields of one offer in a request. Dates are parsed later, because parsing them requires the time zone of the
 * event.
 */
export const offerFields = Type.Object({
  name: Type.Optional(singleLineField({ maxLength: NAME_MAX })),
  price: Type.Optional(priceField()),
  currency: Type.Optional(currencyField()),
  availability: Type.Optional(choiceField(AVAILABILITIES)),
  url: Type.Optional(websiteField()),
  valid_from: Type.Optional(momentField()),
  valid_until: Type.Optional(momentField()),
})

export const registrationFields = Type.Object({
  type: choiceField(REGISTRATION_TYPES),
  value: Type.String({ minLength: 1, maxLength: 2000 }),
})

/**
 * A list of objects, whose fields are checked later, so that problems name the field, e.g. `offers[2].price`.
 * @param item JSON schema of an object, for the documentation
 */
const objectsField = (maxItems: number, item: Record<string, unknown>) =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Array(Type.Unknown(), { maxItems }),
      (entries) => entries.every(isObject),
      (entries) => entries as Record<string, unknown>[],
      { reason: 'reason.objects', placeholders: { max: maxItems } },
    ),
    { published: { type: 'array', maxItems, items: { type: 'object', ...item } } },
  )

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

const offersField = () =>
  objectsField(OFFERS_MAX, {
    properties: {
      name: text,
      price: { type: ['string', 'number', 'null'] },
      currency: text,
      availability: { type: 'string', enum: [...AVAILABILITIES] },
      url: text,
      valid_from: textOrNull,
      valid_until: textOrNull,
    },
  })

const registrationField = () =>
  objectsField(REGISTRATIONS_MAX, {
    properties: { type: { type: 'string', enum: [...REGISTRATION_TYPES] }, value: text },
    required: ['type', 'value'],
  })

const accessibilityField = () =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Array(Type.String(), { maxItems: ACCESSIBILITY_CODES.length }),
      (codes) => codes.every((code) => (ACCESSIBILITY_CODES as readonly string[]).includes(code)),
      (codes) => [...new Set(codes)],
      { reason: 'reason.choice', placeholders: { choices: ACCESSIBILITY_CODES.join(', ') } },
    ),
    { published: { type: 'array', items: { type: 'string', enum: [...ACCESSIBILITY_CODES] } } },
  )

/** Body fields for offers, registration, ages, accessibility and conditions of an event. */
export const admissionFields = {
  offers: Type.Optional(offersField()),
  registration: Type.Optional(registrationField()),
  is_free: Type.Optional(nullableBooleanField()),
  age_min: Type.Optional(nullableNumberField(0, AGE_MAX, Number.isInteger)),
  age_max: Type.Optional(nullableNumberField(0, AGE_MAX, Number.isInteger)),
  accessibility: Type.Optional(accessibilityField()),
  conditions: Type.Optional(singleLineField({ maxLength: CONDITIONS_MAX })),
}

/** Query parameters that filter events by price, tickets and accessibility. */
export const admissionFilters = {
  is_free: Type.Optional(lenientBooleanField()),
  price_max: Type.Optional(numberInRangeField(0, PRICE_MAX)),
  ticketed: Type.Optional(lenientBooleanField()),
  accessible: Type.Optional(lenientBooleanField()),
}
