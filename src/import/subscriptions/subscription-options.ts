import {
  attachDocumentationToSchema,
  enumField,
  fieldWithCheckAndConversion,
  isStorableText,
  lenientBooleanField,
  optionalTextField,
  requiredTextField,
  type StaticDecode,
  splitListParameter,
  Type,
} from '../../core/schema/field-types.ts'
import { numberInRangeField } from '../../core/schema/number-fields.ts'
import { createOptionalParameterSet, createParameterSet } from '../../core/schema/parameter-set.ts'
import { isTimeZone } from '../../core/time/instant.ts'
import { parseUrlOfPictureToFetch, URL_LENGTH_MAX } from '../../media/fetchable-addresses.ts'

/** The types of sources that are a single document. Clients can also send such a document themselves. */
export const FEED_TYPES = ['ics', 'jscalendar', 'jsonfeed'] as const
export type FeedType = (typeof FEED_TYPES)[number]

/** The types of sources to which users can subscribe: documents, and sites with The Events Calendar. */
export const SUBSCRIPTION_TYPES = [...FEED_TYPES, 'tec'] as const
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number]

/** What a subscription can do with coming events that its source does not contain any more. */
export const MISSING_ACTIONS = ['trash', 'cancel', 'keep'] as const
export type MissingAction = (typeof MISSING_ACTIONS)[number]

/** The statuses that new events of a subscription can get. */
export const NEW_EVENT_STATUSES = ['pending', 'publish', 'draft'] as const

/** Default values of the optional fields of a new subscription. */
export const SUBSCRIPTION_DEFAULTS = {
  every_minutes: 60,
  active: true,
  status: 'pending' as (typeof NEW_EVENT_STATUSES)[number],
  categories: [] as string[],
  tags: [] as string[],
  match: '',
  skip: '',
  map: {} as Readonly<Record<string, string>>,
  window_days: 540,
  on_missing: 'trash' as MissingAction,
  pictures: true,
  timezone: '',
}

/** The shortest and the longest interval between two requests, in minutes. */
const EVERY_MINUTES = [15, 43_200] as const
const WINDOW_DAYS_MAX = 3650
const NAMES_MAX = 50

const namesIn = (value: string | string[]) =>
  (splitListParameter(value) ?? []).map((name) => String(name).trim()).filter((name) => name !== '')

/** Schema of a list of names, which may be empty: an array, or text separated by commas. */
const nameList = () =>
  fieldWithCheckAndConversion(
    Type.Union([Type.String(), Type.Array(Type.String())]),
    (value) => [value].flat().every(isStorableText) && namesIn(value).length <= NAMES_MAX,
    (value) => [...new Set(namesIn(value))],
    { reason: 'reason.terms' },
  )

const MAP_MAX = 200

/**
 * Parses pairs such as `Concert=Music`, separated by commas or line breaks.
 * @returns undefined if a part is not a pair
 */
function parseNameValuePairs(text: string): Record<string, string> | undefined {
  const parts = text.split(/[\n,]/).filter((part) => part.trim() !== '')
  const pairs = parts.map((part) => part.split('=').map((word) => word.trim()))
  return pairs.every(({ length }) => length === 2) ? Object.fromEntries(pairs) : undefined
}

const mapIn = (value: string | Record<string, string>) =>
  typeof value === 'string' ? parseNameValuePairs(value) : value

const isWordMap = (value: string | Record<string, string>) => {
  const words = Object.entries(mapIn(value) ?? { '': '' })
  return words.length <= MAP_MAX && words.every(([theirs, ours]) => theirs !== '' && isStorableText(theirs + ours))
}

/**
 * Schema of the option `map`: names of categories and tags in the source, and the names that they mean here; `''` for
 * those that are not imported.
 */
export const schemaOfTermNameMap = () =>
  fieldWithCheckAndConversion(
    Type.Union([Type.String(), Type.Record(Type.String(), Type.String())]),
    isWordMap,
    (value): Readonly<Record<string, string>> => mapIn(value) ?? {},
    { reason: 'reason.word-map' },
  )

/** Formats the option `map` as text for a form, with one pair such as `Concert = Music` on each line. */
export const formatTermNameMap = (map: Readonly<Record<string, string>>): string =>
  Object.entries(map)
    .map(([theirs, ours]) => `${theirs} = ${ours}`)
    .join('\n')

/**
 * Parses the address of a calendar. The scheme `webcal:`, by which sites offer calendars to calendar programs, is
 * replaced by HTTPS.
 */
const fetchUrlIn = (text: string) => parseUrlOfPictureToFetch(text.trim().replace(/^webcals?:/i, 'https:'))

const D = SUBSCRIPTION_DEFAULTS

/** Schemas of the options that subscriptions and imports of files have in common. */
export const IMPORT_OPTIONS = {
  categories: attachDocumentationToSchema(nameList(), { default: D.categories }),
  tags: attachDocumentationToSchema(nameList(), { default: D.tags }),
  pictures: attachDocumentationToSchema(lenientBooleanField(), { default: D.pictures }),
  timezone: fieldWithCheckAndConversion(
    Type.String(),
    (zone) => zone === '' || isTimeZone(zone),
    (zone) => zone,
    { reason: 'reason.timezone' },
  ),
}

/** Schemas of the options of a subscription, which are stored in the column `import_source.options`. */
const OPTIONS = {
  status: attachDocumentationToSchema(enumField(NEW_EVENT_STATUSES), { default: D.status }),
  ...IMPORT_OPTIONS,
  match: attachDocumentationToSchema(optionalTextField({ maxLength: 1000 }), { default: D.match }),
  skip: attachDocumentationToSchema(optionalTextField({ maxLength: 1000 }), { default: D.skip }),
  map: attachDocumentationToSchema(schemaOfTermNameMap(), { default: D.map }),
  window_days: attachDocumentationToSchema(numberInRangeField(1, WINDOW_DAYS_MAX, Number.isInteger), {
    default: D.window_days,
  }),
  on_missing: attachDocumentationToSchema(enumField(MISSING_ACTIONS), { default: D.on_missing }),
}

const NAME = { name: requiredTextField({ maxLength: 200 }) }
const TYPE = { type: enumField(SUBSCRIPTION_TYPES) }
/** Schema of the address of a calendar; `''` for a subscription to which clients send the content. */
export const schemaOfSubscriptionUrl = () =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: URL_LENGTH_MAX }),
    (text) => text === '' || fetchUrlIn(text) !== undefined,
    (text) => (text === '' ? '' : (fetchUrlIn(text) as URL).href),
    { reason: 'reason.website' },
  )
const URL_FIELD = { url: schemaOfSubscriptionUrl() }

const FIELDS = {
  ...URL_FIELD,
  every_minutes: attachDocumentationToSchema(numberInRangeField(...EVERY_MINUTES, Number.isInteger), {
    default: D.every_minutes,
  }),
  active: attachDocumentationToSchema(lenientBooleanField(), { default: D.active }),
  ...OPTIONS,
}

const optionalFields = Type.Partial(Type.Object(FIELDS))

const newSubscription = Type.Object({ ...NAME, ...TYPE, ...optionalFields.properties })

/** The parameters of a request that adds a subscription. */
export const newSubscriptionParameters = createParameterSet(newSubscription)
export type NewSubscription = StaticDecode<typeof newSubscription>

const changedSubscription = Type.Object({ ...NAME, ...FIELDS })

/** The parameters of a request that changes a subscription. The type cannot be changed. */
export const subscriptionParameters = createOptionalParameterSet(changedSubscription)
export type SubscriptionChanges = Partial<StaticDecode<typeof changedSubscription>>

/**
 * Maximum length, in characters, of the content of a source that a client sends instead of its address. The limit for
 * request bodies is the same.
 */
const SOURCE_CONTENT_LENGTH_MAX = 1024 * 1024

/**
 * The parameters of a request by which a client sends the content of a source, so that the server does not request it.
 */
export const contentParameters = createParameterSet(
  Type.Object({ content: requiredTextField({ maxLength: SOURCE_CONTENT_LENGTH_MAX }) }),
)

const preview = Type.Object({
  type: enumField(FEED_TYPES),
  url: Type.Optional(URL_FIELD.url),
  content: Type.Optional(requiredTextField({ maxLength: SOURCE_CONTENT_LENGTH_MAX })),
  ...Type.Partial(Type.Object(OPTIONS)).properties,
})

/** The parameters of a request for a preview of what a subscription would import. */
export const importPreviewParameters = createParameterSet(preview)
export type PreviewFields = StaticDecode<typeof preview>

const optionSchema = Type.Object(OPTIONS)
/** The options of a subscription, which are stored as JSON. */
export type SubscriptionOptions = StaticDecode<typeof optionSchema>

const OPTION_NAMES = Object.keys(OPTIONS) as (keyof SubscriptionOptions)[]

/** Picks from the fields of a subscription the options, which are stored as JSON. */
export const pickSubscriptionOptions = (fields: Partial<SubscriptionOptions>): Partial<SubscriptionOptions> =>
  Object.fromEntries(OPTION_NAMES.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

/**
 * Parses the stored options of a subscription, and adds the defaults of missing ones.
 * @param json the column `import_source.options`
 */
export const parseStoredSubscriptionOptions = (json: string): SubscriptionOptions =>
  ({
    ...pickSubscriptionOptions(SUBSCRIPTION_DEFAULTS),
    ...(JSON.parse(json) as object),
  }) as SubscriptionOptions
