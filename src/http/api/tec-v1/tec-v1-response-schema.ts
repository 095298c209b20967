import { repeatProperties } from '../../../collections/events/repeat/recurrence-response-schema.ts'
import { SERIES_KINDS } from '../../../collections/series/series-parameters.ts'
import { Type } from '../../../core/schema/field-types.ts'
import {
  type ComponentSchemas,
  componentReferenceSchema,
  localTimeSchema,
  translationFieldSchemas,
  urlSchema,
  versionSchema,
} from '../../../core/schema/response-schema.ts'

/** This file contains the JSON schemas of the responses of this API, for its OpenAPI document. */

const wordpressTime = () => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$' })

/** A field that responses contain only if the request has `context=edit`. */
const raw = { raw: Type.Optional(Type.String()) }

const html = () =>
  Type.Object({
    ...raw,
    rendered: Type.String(),
    protected: Type.Boolean(),
    block_version: Type.Optional(Type.Integer()),
  })

const post = (type: string) => ({
  id: Type.Integer({ minimum: 1 }),
  date: wordpressTime(),
  date_gmt: wordpressTime(),
  guid: Type.Object({ ...raw, rendered: urlSchema() }),
  modified: wordpressTime(),
  modified_gmt: wordpressTime(),
  password: Type.Optional(Type.String()),
  slug: Type.String(),
  status: Type.Enum(['publish', 'draft', 'pending', 'private', 'future', 'trash']),
  type: Type.Literal(type),
  link: urlSchema(),
  version: versionSchema(),
  title: Type.Object({ ...raw, rendered: Type.String() }),
  content: html(),
  excerpt: html(),
  author: Type.Integer({ minimum: 0 }),
  featured_media: Type.Integer({ minimum: 0 }),
  template: Type.String(),
  permalink_template: Type.Optional(Type.String()),
  generated_slug: Type.Optional(Type.String()),
  ...translationFieldSchemas(),
})

const ids = () => Type.Array(Type.Integer({ minimum: 1 }))
const time = () => Type.Object({ date: Type.String(), timezone_type: Type.Integer(), timezone: Type.String() })

const event = Type.Object({
  ...post('tribe_events'),
  occurrence_id: Type.Optional(Type.Integer({ minimum: 1 })),
  occurrence: repeatProperties.occurrence,
  recurrence: repeatProperties.recurrence,
  recurrence_text: repeatProperties.recurrence_text,
  kept_overrides: repeatProperties.kept_overrides,
  orphans: repeatProperties.orphans,
  follows: repeatProperties.follows,
  tags: ids(),
  tribe_events_cat: ids(),
  class_list: Type.Array(Type.String()),
  start_date: localTimeSchema(),
  start_date_utc: localTimeSchema(),
  end_date: localTimeSchema(),
  end_date_utc: localTimeSchema(),
  dates: Type.Object({
    start: time(),
    start_utc: time(),
    start_site: time(),
    start_display: time(),
    end: time(),
    end_utc: time(),
    end_site: time(),
    end_display: time(),
  }),
  timezone: Type.String(),
  duration: Type.String({ pattern: '^\\d+$' }),
  multiday: Type.Boolean(),
  is_past: Type.Boolean(),
  is_now: Type.Boolean(),
  all_day: Type.Boolean(),
  starts_this_week: Type.Null(),
  ends_this_week: Type.Null(),
  this_week_duration: Type.Null(),
  happens_this_week: Type.Null(),
  displays_on: Type.Array(Type.Unknown(), { maxItems: 0 }),
  featured: Type.Boolean(),
  sticky: Type.Boolean(),
  cost: Type.String(),
  is_virtual: Type.Boolean(),
  video_source: Type.Literal(''),
  virtual_url: Type.String(),
  organizer_names: Type.Array(Type.String()),
  organizers: Type.Array(componentReferenceSchema('Organizer')),
  venues: Type.Array(componentReferenceSchema('Venue')),
  series: Type.Array(componentReferenceSchema('Series')),
  schedule_details: Type.String(),
  short_schedule_details: Type.String(),
})

const venue = Type.Object({
  ...post('tribe_venue'),
  address: Type.String(),
  country: Type.String(),
  city: Type.String(),
  state_province: Type.String(),
  state: Type.String(),
  province: Type.String(),
  zip: Type.String(),
  phone: Type.String(),
  directions_link: Type.String(),
  website: Type.String(),
})

const organizer = Type.Object({
  ...post('tribe_organizer'),
  phone: Type.String(),
  website: Type.String(),
  email: Type.String(),
})

const series = Type.Object({
  ...post('tribe_event_series'),
  kind: Type.Enum([...SERIES_KINDS]),
  website: Type.String(),
})

const problem = Type.Object({
  code: Type.String(),
  message: Type.String(),
  data: Type.Optional(Type.Object({}, { additionalProperties: true })),
})

export const tecV1Schemas = {
  Event: event,
  EventList: Type.Array(componentReferenceSchema('Event')),
  Venue: venue,
  VenueList: Type.Array(componentReferenceSchema('Venue')),
  Organizer: organizer,
  OrganizerList: Type.Array(componentReferenceSchema('Organizer')),
  Series: series,
  SeriesList: Type.Array(componentReferenceSchema('Series')),
  /** The response to a DELETE request: an empty list. */
  Nothing: Type.Array(Type.Unknown(), { maxItems: 0 }),
  // An error for a record that is unknown or in the trash has a different form: an object with only a message.
  Error: Type.Union([problem, Type.Object({ error: Type.String() })]),
} satisfies ComponentSchemas
