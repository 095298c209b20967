import { parseCostOfRequest } from '../../core/cost/cost-with-currency.ts'
import { CANCELLED_IN_FEED } from '../../core/event-status.ts'
import { createValueForEachFace, type Face } from '../../core/faces.ts'
import { isObject } from '../../core/generic/is-object.ts'
import { memoizeParser } from '../../core/generic/memoize-parser.ts'
import { choiceField } from '../../core/schema/choice-fields.ts'
import { websiteField } from '../../core/schema/contact-fields.ts'
import {
  attachDocumentationToSchema,
  enumField,
  fieldWithCheckAndConversion,
  idField,
  idListField,
  idOrNameListField,
  isStorableText,
  lenientBooleanField,
  requiredTextField,
  type StaticDecode,
  Type,
} from '../../core/schema/field-types.ts'
import { nullableNumberField } from '../../core/schema/number-fields.ts'
import { createOptionalParameterSet, createParameterSet } from '../../core/schema/parameter-set.ts'
import { isTimeZone } from '../../core/time/instant.ts'
import {
  chooseFieldForFace,
  dateField,
  htmlField,
  optionalHtmlField,
  pageParameters,
  pictureReferenceField,
  postFields,
  postStatusListField,
  searchField,
  titleTextField,
} from '../shared-fields.ts'
import { admissionFields, admissionFilters } from './admission/admission-fields.ts'
import { eventStatusFields, eventStatusFilters } from './event-status/status-fields.ts'
import { organizerLinkField, seriesLinkField, termLinksField, venueLinkField } from './links/link-fields.ts'
import { type RecurrenceUpdateFields, recurrenceFields, recurrenceUpdateFields } from './repeat/recurrence-fields.ts'

/** Schema of a time zone: an IANA name or UTC offset; empty means the time zone of the site. */
export const timezoneField = () =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: 100 }),
    (zone) => zone === '' || isTimeZone(zone),
    (zone) => zone,
    {
      reason: 'reason.timezone',
      isTypeError: (value) => value === null,
    },
  )

/**
 * Schema of the price of an event: a number, a text such as `Free`, a list of these, or a text with its currency; empty
 * and null mean none.
 */
const cost = () => {
  const one = Type.Union([Type.String(), Type.Number()])
  const withCurrency = Type.Object({
    text: Type.String(),
    currency_code: Type.Optional(Type.String()),
    currency_position: Type.Optional(Type.Union([Type.Literal(''), Type.Literal('prefix'), Type.Literal('postfix')])),
  })
  const schema = Type.Union([one, Type.Array(one), withCurrency, Type.Literal(false), Type.Null()])
  const read = memoizeParser(parseCostOfRequest)
  return fieldWithCheckAndConversion(
    schema,
    (value) =>
      [isObject(value) ? value.text : value].flat().every((one) => typeof one !== 'string' || isStorableText(one)) &&
      read(value) !== undefined,
    (value) => read(value) as NonNullable<ReturnType<typeof parseCostOfRequest>>,
    {
      reason: 'reason.cost',
    },
  )
}

const eventBody = (face: Face) =>
  Type.Object({
    ...postFields,
    title: titleTextField(),
    description: Type.Optional(chooseFieldForFace(face, htmlField, optionalHtmlField)),
    slug: Type.Optional(requiredTextField()),
    excerpt: Type.Optional(chooseFieldForFace(face, htmlField, optionalHtmlField)),
    timezone: Type.Optional(timezoneField()),
    all_day: Type.Optional(attachDocumentationToSchema(lenientBooleanField(), { default: false })),
    start_date: dateField(),
    end_date: dateField(),
    image: Type.Optional(pictureReferenceField({ emptyClears: false })),
    cost: Type.Optional(cost()),
    website: Type.Optional(websiteField()),
    show_map: Type.Optional(lenientBooleanField()),
    show_map_link: Type.Optional(lenientBooleanField()),
    hide_from_listings: Type.Optional(lenientBooleanField()),
    sticky: Type.Optional(lenientBooleanField()),
    featured: Type.Optional(lenientBooleanField()),
    categories: Type.Optional(termLinksField()),
    tags: Type.Optional(termLinksField()),
    venue: Type.Optional(venueLinkField(face)),
    organizer: Type.Optional(organizerLinkField(face)),
    series: Type.Optional(seriesLinkField(face)),
    ...eventStatusFields,
    ...admissionFields,
    ...recurrenceFields,
  })

const eventUpdate = (face: Face) => Type.Object({ ...eventBody(face).properties, ...recurrenceUpdateFields })

const eventQuery = Type.Object({
  ...pageParameters,
  start_date: Type.Optional(dateField()),
  end_date: Type.Optional(dateField()),
  starts_before: Type.Optional(dateField()),
  starts_after: Type.Optional(dateField()),
  ends_before: Type.Optional(dateField()),
  ends_after: Type.Optional(dateField()),
  strict_dates: Type.Optional(lenientBooleanField()),
  search: Type.Optional(searchField()),
  categories: Type.Optional(idOrNameListField()),
  tags: Type.Optional(idOrNameListField()),
  venue: Type.Optional(idListField()),
  organizer: Type.Optional(idListField()),
  series: Type.Optional(idListField()),
  in_series: Type.Optional(lenientBooleanField()),
  featured: Type.Optional(lenientBooleanField()),
  evening: Type.Optional(lenientBooleanField()),
  ongoing: Type.Optional(attachDocumentationToSchema(lenientBooleanField(), { default: false })),
  status: Type.Optional(postStatusListField()),
  ...eventStatusFilters,
  ...admissionFilters,
  geoloc: Type.Optional(lenientBooleanField()),
  geoloc_lat: Type.Optional(attachDocumentationToSchema(nullableNumberField(-90, 90), { format: 'double' })),
  geoloc_lng: Type.Optional(attachDocumentationToSchema(nullableNumberField(-180, 180), { format: 'double' })),
  geoloc_radius: Type.Optional(nullableNumberField(0, 20_000)),
  include: Type.Optional(idListField()),
  post_parent: Type.Optional(idField()),
  recurring: Type.Optional(lenientBooleanField()),
  occurrences: Type.Optional(enumField(['next', 'all'])),
  hide_subsequent_recurrences: Type.Optional(lenientBooleanField()),
})

export type EventBody = StaticDecode<ReturnType<typeof eventBody>> & RecurrenceUpdateFields

/**
 * Schema of the parameter for the order of a list of events. Clients also send the orders of WordPress, which lists of
 * events ignore (API contract).
 */
const orderField = () =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.String({ maxLength: 100 }),
      () => true,
      (order) => (order === 'relevance' ? 'relevance' : undefined),
      { reason: 'reason.filled' },
    ),
    { default: 'start', published: { type: 'string', enum: ['start', 'relevance'] } },
  )

/** The parameters of the native API, which also has a search in the names of linked records. */
const nativeEventQuery = Type.Object({
  ...eventQuery.properties,
  q: Type.Optional(searchField()),
  orderby: Type.Optional(orderField()),
})

export type EventQuery = StaticDecode<typeof nativeEventQuery>

const expandParameter = {
  expand: Type.Optional(attachDocumentationToSchema(lenientBooleanField(), { default: false })),
}
const feedFields = { cancelled: Type.Optional(choiceField(CANCELLED_IN_FEED)), ...expandParameter }

/** Parameters of the feeds of the event list. */
export const eventFeedParameters = createParameterSet(Type.Object({ ...eventQuery.properties, ...feedFields }))

const { series: _, ...queryWithoutSeries } = eventQuery.properties

/** Parameters of the feeds of one series. */
export const seriesFeedParameters = createParameterSet(Type.Object({ ...queryWithoutSeries, ...feedFields }))

/** Parameters of the feeds of one event. */
export const singleFeedParameters = createParameterSet(Type.Object(expandParameter))

export const eventParameters = createValueForEachFace((face) => ({
  list: createParameterSet(face.imitatesTec ? eventQuery : nativeEventQuery),
  create: createParameterSet(eventBody(face)),
  update: createOptionalParameterSet(eventUpdate(face)),
}))
