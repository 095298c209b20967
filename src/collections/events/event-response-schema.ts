import type { Face } from '../../core/faces.ts'
import { Type } from '../../core/schema/field-types.ts'
import {
  type ComponentSchemas,
  componentReferenceSchema,
  digitsSchema,
  linkedDataSchema,
  listPageSchemaWithLanguage,
  localTimeSchema,
  urlSchema,
} from '../../core/schema/response-schema.ts'
import { postProperties } from '../posts/post-response-schema.ts'
import { admissionProperties } from './admission/present-admission.ts'
import { EVENT_FLAGS } from './event-row.ts'
import { eventStatusResponseSchemas } from './event-status/present-event-status.ts'
import { repeatProperties } from './repeat/recurrence-response-schema.ts'

const event = (face: Face) => ({
  ...postProperties,
  rest_url: urlSchema(),
  title: Type.String(),
  description: Type.String(),
  excerpt: Type.String(),
  slug: Type.String(),
  image: Type.Union([componentReferenceSchema('Image'), Type.Literal(false)]),
  all_day: Type.Boolean(),
  start_date: localTimeSchema(),
  start_date_details: componentReferenceSchema('DateDetails'),
  end_date: localTimeSchema(),
  end_date_details: componentReferenceSchema('DateDetails'),
  utc_start_date: localTimeSchema(),
  utc_start_date_details: componentReferenceSchema('DateDetails'),
  utc_end_date: localTimeSchema(),
  utc_end_date_details: componentReferenceSchema('DateDetails'),
  timezone: Type.String(),
  timezone_abbr: Type.String(),
  cost: Type.String(),
  cost_details: componentReferenceSchema('CostDetails'),
  website: Type.String(),
  ...Object.fromEntries(EVENT_FLAGS.map((flag) => [flag, Type.Boolean()])),
  categories: Type.Array(componentReferenceSchema('Term')),
  tags: Type.Array(componentReferenceSchema('Term')),
  // The venues of an event are a JSON object if there is one, otherwise a list.
  venue: Type.Union([componentReferenceSchema('Venue'), Type.Array(componentReferenceSchema('Venue'))]),
  organizer: Type.Array(componentReferenceSchema('Organizer')),
  series: Type.Array(componentReferenceSchema('EventSeries')),
  ...eventStatusResponseSchemas(face),
  ...admissionProperties,
  custom_fields: Type.Array(Type.Unknown(), { maxItems: 0 }),
  json_ld: Type.Optional(Type.Union([linkedDataSchema('Event'), linkedDataSchema('EventSeries')])),
  ...repeatProperties,
})

/** JSON schemas of the JSON that `presentEvent` and the list of events return. */
export const eventResponseSchemas = (face: Face) =>
  ({
    CostDetails: Type.Object({
      currency_symbol: Type.String(),
      currency_code: Type.Literal(''),
      currency_position: Type.Enum(['', 'prefix', 'postfix']),
      values: Type.Array(Type.String()),
    }),
    DateDetails: Type.Object({
      year: digitsSchema(4),
      month: digitsSchema(2),
      day: digitsSchema(2),
      hour: digitsSchema(2),
      minutes: digitsSchema(2),
      seconds: digitsSchema(2),
    }),
    Event: Type.Object(event(face)),
    EventList: listPageSchemaWithLanguage('events', 'Event'),
  }) satisfies ComponentSchemas
