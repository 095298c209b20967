import { WRITE_SCOPES } from '../../../../collections/dates-affected-by-write.ts'
import type { EventBody } from '../../../../collections/events/event-parameters.ts'
import { recurrenceField } from '../../../../collections/events/repeat/recurrence-fields.ts'
import { dateField } from '../../../../collections/shared-fields.ts'
import { type Cost, parseCost } from '../../../../core/cost/parse-and-format-cost.ts'
import { websiteField } from '../../../../core/schema/contact-fields.ts'
import {
  attachDocumentationToSchema,
  enumField,
  fieldWithCheckAndConversion,
  idField,
  idListField,
  isStorableText,
  type StaticDecode,
  Type,
} from '../../../../core/schema/field-types.ts'
import { wholeNumberField } from '../../../../core/schema/number-fields.ts'
import {
  createOptionalParameterSet,
  createParameterSet,
  type ParameterSet,
} from '../../../../core/schema/parameter-set.ts'
import { isTimeZone } from '../../../../core/time/instant.ts'
import { isLocalTime } from '../../../../core/time/local-time.ts'
import {
  linkedRecordIdsField,
  type Names,
  tecV1BooleanField,
  tecV1ListParameters,
  tecV1PostFields,
  wrapParametersToReturnNativeNames,
} from './shared-fields.ts'

const timeField = () =>
  fieldWithCheckAndConversion(Type.String(), isLocalTime, (text) => text, { reason: 'reason.date' })

const zoneField = () =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: 100 }),
    (zone) => zone === '' || isTimeZone(zone),
    (zone) => zone,
    {
      reason: 'reason.timezone',
    },
  )

const costField = () =>
  fieldWithCheckAndConversion(
    Type.String(),
    (text) => isStorableText(text) && parseCost(text) !== undefined,
    (text) => parseCost(text) as Cost,
    { reason: 'reason.cost' },
  )

/** The longest duration of an event that is accepted, in seconds: 100 years. Anything longer is a mistake. */
const DURATION_MAX_SECONDS = 100 * 366 * 86_400

const fields = {
  ...tecV1PostFields,
  start_date: timeField(),
  end_date: Type.Optional(timeField()),
  timezone: Type.Optional(zoneField()),
  duration: Type.Optional(wholeNumberField({ maximum: DURATION_MAX_SECONDS })),
  all_day: Type.Optional(tecV1BooleanField()),
  featured: Type.Optional(tecV1BooleanField()),
  sticky: Type.Optional(tecV1BooleanField()),
  cost: Type.Optional(costField()),
  virtual: Type.Optional(tecV1BooleanField()),
  virtual_url: Type.Optional(websiteField()),
  venues: Type.Optional(linkedRecordIdsField((id) => ({ id }))),
  organizers: Type.Optional(linkedRecordIdsField((id) => ({ id }))),
  tribe_events_cat: Type.Optional(linkedRecordIdsField((id) => ({ id }))),
  tags: Type.Optional(linkedRecordIdsField((id) => ({ id }))),
  series: Type.Optional(linkedRecordIdsField((id) => ({ id }))),
  // Unlike the native API, this one has no parameter `dates`, because its responses have another field of that name.
  recurrence: Type.Optional(recurrenceField()),
}

const updateFields = {
  ...fields,
  scope: Type.Optional(enumField(WRITE_SCOPES)),
  reset_overrides: Type.Optional(tecV1BooleanField()),
}

export const EVENT_NAMES: Names = {
  content: 'description',
  date_gmt: 'date_utc',
  featured_media: 'image',
  tribe_events_cat: 'categories',
  venues: 'venue',
  organizers: 'organizer',
  virtual: 'is_virtual',
}

/** The body of an event. It may contain `duration`, in seconds, instead of `end_date`. */
export type TecV1EventBody = Partial<EventBody> & { duration?: number }

const body = createParameterSet(Type.Object(fields))

export const eventBody: { create: ParameterSet<TecV1EventBody>; update: ParameterSet<TecV1EventBody> } = {
  create: {
    schema: body.schema,
    read(raw, problems) {
      const values = wrapParametersToReturnNativeNames<TecV1EventBody>(body, EVENT_NAMES).read(raw, problems)
      // The required `end_date` is missing only if the request contains neither an end nor a duration; an invalid value
      // of either has an error of its own.
      const lacksEnd = (raw.end_date ?? raw.duration ?? undefined) === undefined
      if (lacksEnd) problems.missing.push('end_date')
      // The Events Calendar turns the map on for events created through this API, whose requests cannot contain
      // `show_map`.
      return { ...values, show_map: true, show_map_link: true }
    },
  },
  update: wrapParametersToReturnNativeNames(createOptionalParameterSet(Type.Object(updateFields)), EVENT_NAMES),
}

const query = Type.Object({
  ...tecV1ListParameters,
  start_date: Type.Optional(dateField()),
  end_date: Type.Optional(dateField()),
  starts_before: Type.Optional(dateField()),
  starts_after: Type.Optional(dateField()),
  ends_before: Type.Optional(dateField()),
  ends_after: Type.Optional(dateField()),
  // `strict_dates` is accepted but ignored: dates are always exact.
  strict_dates: Type.Optional(tecV1BooleanField()),
  ticketed: Type.Optional(tecV1BooleanField()),
  categories: Type.Optional(idListField()),
  tags: Type.Optional(idListField()),
  venue: Type.Optional(idListField()),
  organizer: Type.Optional(idListField()),
  series: Type.Optional(idListField()),
  in_series: Type.Optional(tecV1BooleanField()),
  featured: Type.Optional(tecV1BooleanField()),
  post_parent: Type.Optional(idField()),
  order: Type.Optional(attachDocumentationToSchema(enumField(['ASC', 'DESC']), { default: 'ASC' })),
  orderby: Type.Optional(
    attachDocumentationToSchema(enumField(['date', 'event_date', 'title', 'menu_order', 'modified']), {
      default: 'event_date',
    }),
  ),
})

export type TecV1EventQuery = StaticDecode<typeof query>

export const eventList: ParameterSet<TecV1EventQuery> = createParameterSet(query)
