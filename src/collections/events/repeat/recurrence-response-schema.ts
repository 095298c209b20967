import { Type } from '../../../core/schema/field-types.ts'
import { localTimeSchema, urlSchema } from '../../../core/schema/response-schema.ts'
import { OVERRIDES } from './repeated-event-columns-and-overrides.ts'

const id = () => Type.Integer({ minimum: 1 })
const overrides = () => Type.Array(Type.Enum([...OVERRIDES]))

/** JSON schemas of the fields that `presentRecurrenceFields` returns, and that lists with `occurrences=next` add. */
export const repeatProperties = {
  parent: Type.Optional(id()),
  occurrence: Type.Optional(
    Type.Object({ original_start: localTimeSchema(), overrides: overrides(), event_url: urlSchema() }),
  ),
  kept_overrides: Type.Optional(
    Type.Array(Type.Object({ id: id(), original_start: localTimeSchema(), fields: overrides() }), { minItems: 1 }),
  ),
  orphans: Type.Optional(Type.Array(id(), { minItems: 1 })),
  follows: Type.Optional(id()),
  dates: Type.Optional(
    Type.Array(Type.Object({ id: id(), start_date: localTimeSchema(), end_date: localTimeSchema() })),
  ),
  dates_total: Type.Optional(Type.Integer({ minimum: 1 })),
  recurrence: Type.Optional(Type.Array(Type.String())),
  recurrence_text: Type.Optional(Type.String()),
  occurrences: Type.Optional(
    Type.Object({
      total: Type.Integer({ minimum: 0 }),
      next: Type.Union([Type.Object({ id: id(), start_date: localTimeSchema(), url: urlSchema() }), Type.Null()]),
      last_start_date: Type.Union([localTimeSchema(), Type.Null()]),
      endless: Type.Boolean(),
      shown_until: Type.Union([localTimeSchema(), Type.Null()]),
      overridden: Type.Array(Type.Object({ id: id(), start_date: localTimeSchema(), overrides: overrides() })),
      rest_url: urlSchema(),
    }),
  ),
}
