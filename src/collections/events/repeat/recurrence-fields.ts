import { isObject } from '../../../core/generic/is-object.ts'
import { RECURRENCE_LIMITS } from '../../../core/recurrence/index.ts'
import {
  enumField,
  fieldWithCheckAndConversion,
  isStorableText,
  LIST_MAX,
  lenientBooleanField,
  type StaticDecode,
  Type,
} from '../../../core/schema/field-types.ts'
import { WRITE_SCOPES } from '../../dates-affected-by-write.ts'

const line = () => Type.String({ maxLength: RECURRENCE_LIMITS.length })

/**
 * Schema of the field `recurrence`: lines RRULE, EXRULE, RDATE and EXDATE, as a list or as one text. Empty values mean
 * that the event does not repeat.
 */
export const recurrenceField = () =>
  fieldWithCheckAndConversion(
    Type.Union([line(), Type.Array(line(), { maxItems: LIST_MAX }), Type.Literal(false), Type.Null()]),
    (value) => [value].flat().every((text) => typeof text !== 'string' || isStorableText(text)),
    (value) => [value || []].flat().filter((text) => text.trim() !== ''),
    { reason: 'reason.recurrence' },
  )

/** Start and end of a date of a repeated event, as texts. A date without an end lasts as long as the event. */
export interface SentDate {
  start_date: string
  end_date?: string
}

const isSentDate = (value: unknown): value is SentDate =>
  isObject(value) &&
  typeof value.start_date === 'string' &&
  (value.end_date === undefined || typeof value.end_date === 'string')

const datesField = () =>
  fieldWithCheckAndConversion(
    Type.Array(
      Type.Object(
        { start_date: Type.String(), end_date: Type.Optional(Type.String()) },
        { additionalProperties: true },
      ),
      { minItems: 1, maxItems: RECURRENCE_LIMITS.dates },
    ),
    (dates) => dates.every(isSentDate),
    (dates) => dates as SentDate[],
    { reason: 'reason.dates', placeholders: { max: RECURRENCE_LIMITS.dates } },
  )

export const recurrenceFields = {
  recurrence: Type.Optional(recurrenceField()),
  dates: Type.Optional(datesField()),
}

export const recurrenceUpdateFields = {
  scope: Type.Optional(enumField(WRITE_SCOPES)),
  reset_overrides: Type.Optional(lenientBooleanField()),
}

const update = Type.Object(recurrenceUpdateFields)
export type RecurrenceUpdateFields = StaticDecode<typeof update>
