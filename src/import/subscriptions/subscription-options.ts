import {
  customField,
  enumField,
  isStorableText,
  lenientBooleanField,
  optionalTextField,
  requiredTextField,
  type StaticDecode,
  splitListParameter,
  Type,
  withDocumentation,
} from '../../core/schema/field-types.ts'
import { numberInRangeField } from '../../core/schema/number-fields.ts'
import { optionalParameterSet, parameterSet } from '../../core/schema/parameter-set.ts'
import { isTimeZone } from '../../core/time/instant.ts'
import { parseFetchUrl, URL_LENGTH_MAX } from '../../media/fetchable-addresses.ts'

/** The types of sources that consist of one document, which clients can also send themselves. */
export const FEED_TYPES = ['ics', 'jscalendar', 'jsonfeed'] as const
export type FeedType = (typeof FEED_TYPES)[number]

/** The types of calendars to subscribe to: those, and a site with The Events Calendar. */
export const SUBSCRIPTION_TYPES = [...FEED_TYPES, 'tec'] as const
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number]

/** What happens with coming events that the source does not contain any more. */
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

/** The shortest and the longest pause between two requests, in minutes. */
const EVERY_MINUTES = [15, 43_200] as const
const WINDOW_DAYS_MAX = 3650
const NAMES_MAX = 50

const namesIn = (value: string | string[]) =>
  (splitListParameter(value) ?? []).map((name) => String(name).trim()).filter((name) => name !== '')

/** A list of names, which may be empty: an array, or text separated by commas. */
const nameList = () =>
  customField(
    Type.Union([Type.String(), Type.Array(Type.String())]),
    (value) => [value].flat().every(isStorableText) && namesIn(value).length <= NAMES_MAX,
    (value) => [...new Set(namesIn(value))],
    { reason: 'reason.terms' },
  )

const MAP_MAX = 200

/** Pairs such as `Concert=Music`, one a line or separated by commas. @returns undefined if a part is no pair */
function parsePairs(text: string): Record<string, string> | undefined {
  const parts = text.split(/[\n,]/).filter((part) => part.trim() !== '')
  const pairs = parts.map((part) => part.split('=').map((word) => word.trim()))
  return pairs.every(({ length }) => length === 2) ? Object.fromEntries(pairs) : undefined
}

const mapIn = (value: string | Record<string, string>) => (typeof value === 'string' ? parsePairs(value) : value)

const isWordMap = (value: string | Record<string, string>) => {
  const words = Object.entries(mapIn(value) ?? { '': '' })
  return words.length <= MAP_MAX && words.every(([theirs, ours]) => theirs !== '' && isStorableText(theirs + ours))
}

/** Words of a source and the categories or tags here that they mean; `''` for none. */
export const wordMapField = () =>
  customField(
    Type.Union([Type.String(), Type.Record(Type.String(), Type.String())]),
    isWordMap,
    (value): Readonly<Record<string, string>> => mapIn(value) ?? {},
    { reason: 'reason.word-map' },
  )

/** Formats a map of words as the text in a form: one pair a line, `Concert = Music`. */
export const formatWordMap = (map: Readonly<Record<string, string>>): string =>
  Object.entries(map)
    .map(([theirs, ours]) => `${theirs} = ${ours}`)
    .join('\n')

/**
 * Parses the address of a calendar. The scheme `webcal:`, with which sites offer calendars to programs, means HTTPS.
 */
const fetchUrlIn = (text: string) => parseFetchUrl(text.trim().replace(/^webcals?:/i, 'https:'))

const D = SUBSCRIPTION_DEFAULTS

/** The options that subscriptions share with imports of files. */
export const IMPORT_OPTIONS = {
  categories: withDocumentation(nameList(), { default: D.categories }),
  tags: withDocumentation(nameList(), { default: D.tags }),
  pictures: withDocumentation(lenientBooleanField(), { default: D.pictures }),
  timezone: customField(
    Type.String(),
    (zone) => zone === '' || isTimeZone(zone),
    (zone) => zone,
    { reason: 'reason.timezone' },
  ),
}

/** The fields that decide what is imported, and how: the column `import_source.options`. */
const OPTIONS = {
  status: withDocumentation(enumField(NEW_EVENT_STATUSES), { default: D.status }),
  ...IMPORT_OPTIONS,
  match: withDocumentation(optionalTextField({ maxLength: 1000 }), { default: D.match }),
  skip: withDocumentation(optionalTextField({ maxLength: 1000 }), { default: D.skip }),
  map: withDocumentation(wordMapField(), { default: D.map }),
  window_days: withDocumentation(numberInRangeField(1, WINDOW_DAYS_MAX, Number.isInteger), { default: D.window_days }),
  on_missing: withDocumentation(enumField(MISSING_ACTIONS), { default: D.on_missing }),
}

const NAME = { name: requiredTextField({ maxLength: 200 }) }
const TYPE = { type: enumField(SUBSCRIPTION_TYPES) }
/** The address of a calendar; `''` for none. */
export const subscriptionUrl = () =>
  customField(
    Type.String({ maxLength: URL_LENGTH_MAX }),
    (text) => text === '' || fetchUrlIn(text) !== undefined,
    (text) => (text === '' ? '' : (fetchUrlIn(text) as URL).href),
    { reason: 'reason.website' },
  )
const URL_FIELD = { url: subscriptionUrl() }

const FIELDS = {
  ...URL_FIELD,
  every_minutes: withDocumentation(numberInRangeField(...EVERY_MINUTES, Number.isInteger), {
    default: D.every_minutes,
  }),
  active: withDocumentation(lenientBooleanField(), { default: D.active }),
  ...OPTIONS,
}

const optionalFields = Type.Partial(Type.Object(FIELDS))

const newSubscription = Type.Object({ ...NAME, ...TYPE, ...optionalFields.properties })

/** The fields of a request that adds a subscription. */
export const newSubscriptionParameters = parameterSet(newSubscription)
export type NewSubscription = StaticDecode<typeof newSubscription>

const changedSubscription = Type.Object({ ...NAME, ...FIELDS })

/** The fields of a request that changes a subscription. Its type stays. */
export const subscriptionParameters = optionalParameterSet(changedSubscription)
export type SubscriptionChanges = Partial<StaticDecode<typeof changedSubscription>>

/** Longest content that a client may send, in characters; a request may not be longer either. */
const CONTENT_MAX = 1024 * 1024

/** The fields of a request that sends the content of a source, instead of letting it be fetched. */
export const contentParameters = parameterSet(Type.Object({ content: requiredTextField({ maxLength: CONTENT_MAX }) }))

const preview = Type.Object({
  type: enumField(FEED_TYPES),
  url: Type.Optional(URL_FIELD.url),
  content: Type.Optional(requiredTextField({ maxLength: CONTENT_MAX })),
  ...Type.Partial(Type.Object(OPTIONS)).properties,
})

/** The fields of a request that shows what a subscription would import. */
export const importPreviewParameters = parameterSet(preview)
export type PreviewFields = StaticDecode<typeof preview>

const optionSchema = Type.Object(OPTIONS)
/** The options of a subscription, which are stored as JSON. */
export type SubscriptionOptions = StaticDecode<typeof optionSchema>

const OPTION_NAMES = Object.keys(OPTIONS) as (keyof SubscriptionOptions)[]

/** Picks from the fields of a subscription those that are stored as its options. */
export const pickSubscriptionOptions = (fields: Partial<SubscriptionOptions>): Partial<SubscriptionOptions> =>
  Object.fromEntries(OPTION_NAMES.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

/** All options, from those that are stored. @param json the column `import_source.options` */
export const parseStoredOptions = (json: string): SubscriptionOptions =>
  ({
    ...pickSubscriptionOptions(SUBSCRIPTION_DEFAULTS),
    ...(JSON.parse(json) as object),
  }) as SubscriptionOptions
