import { type EventQuery, eventParameters } from '../collections/events/event-parameters.ts'
import { Problems } from '../core/errors.ts'
import { objectKeys } from '../core/generic/object-keys.ts'
import type { LinkedKind, TermKind } from '../core/kinds.ts'
import type { TSchema } from '../core/schema/field-types.ts'
import { parameterValueAsSent, type SentParameters } from '../core/schema/sent-parameters.ts'
import { appendQueryToUrl } from '../core/urls.ts'

/**
 * For each kind of record, the query parameter that filters events by it, such as `venue` for the events at a venue.
 */
export const LINK_FILTERS = {
  category: 'categories',
  tag: 'tags',
  venue: 'venue',
  organizer: 'organizer',
  series: 'series',
} as const satisfies Record<LinkedKind, keyof EventQuery>

/**
 * Filters that are either on or off, with the value of the parameter that turns each of them on: featured, free,
 * online, accessible and evening events, and events with a text in the language of the page. Pages ignore other values.
 */
const FLAGS = {
  ...({ featured: true, is_free: true, virtual: true, accessible: true, evening: true } as const),
  fallback: false,
} as const satisfies { [Name in keyof EventQuery]?: boolean }

const FLAG_NAMES = objectKeys(FLAGS)

/** The query parameters by which visitors can filter the events of a page. */
const FILTER_NAMES = [...Object.values(LINK_FILTERS), ...FLAG_NAMES, 'search'] as const

export type FilterName = (typeof FILTER_NAMES)[number]

/**
 * Query parameters of The Events Calendar and of WordPress that select events of a category or tag by its slug, with
 * the kind of term.
 */
export const TEC_TERM_NAMES: Readonly<Record<string, TermKind>> = {
  tribe_events_cat: 'category',
  tag: 'tag',
  post_tag: 'tag',
  tribe_tags: 'tag',
}

/** Query parameters of The Events Calendar and of WordPress that mean the same as a filter parameter of Almanac. */
const TEC_NAMES: Readonly<Record<string, FilterName>> = {
  ...Object.fromEntries(Object.entries(TEC_TERM_NAMES).map(([name, kind]) => [name, LINK_FILTERS[kind]])),
  'tribe-bar-search': 'search',
  s: 'search',
}

/** The names of all query parameters that filter the events of a page. */
export const FILTER_PARAMETERS: readonly string[] = [...FILTER_NAMES, ...Object.keys(TEC_NAMES)]

/** Whether the query of a page contains a filter parameter of The Events Calendar. */
export const hasTecFilterParameter = (parameters: Record<string, unknown>) =>
  Object.keys(TEC_NAMES).some((name) => parameters[name] !== undefined && parameters[name] !== '')

export interface PageFilter {
  /** The filter parameters of the page as text; empty parameters are omitted. */
  values: Partial<Record<FilterName, string>>
  /** The filter parameters of the page as the query of an event list. */
  query: EventQuery
}

export const NO_FILTER: PageFilter = { values: {}, query: {} }

const SCHEMAS = eventParameters.native.list.schema.properties as Record<string, TSchema>

/**
 * Parses the filter from the query parameters of a page. Accepts the names that The Events Calendar uses, too.
 * @throws {CalendarError} `rest_invalid_param` that names all invalid parameters
 */
export function parseEventFilterOfPage(parameters: Record<string, unknown>): PageFilter {
  const values: PageFilter['values'] = {}
  const nested: Record<string, unknown> = {}
  const translated = Object.entries(TEC_NAMES).map(([name, own]) => [own, parameters[name]] as const)
  const sent: SentParameters = {
    ...Object.fromEntries(translated.filter(([, value]) => value !== undefined)),
    ...parameters,
  }
  for (const name of FILTER_NAMES) {
    const value = parameterValueAsSent(SCHEMAS[name] as TSchema, sent, name)
    const parts = [value ?? []].flat()
    if (!parts.every((part) => typeof part === 'string')) nested[name] = value
    else if (parts.join('').trim() !== '') values[name] = parts.join(',').trim()
  }
  const problems = new Problems()
  const query = eventParameters.native.list.read({ ...values, ...nested }, problems)
  problems.throwIfAny()
  for (const name of FLAG_NAMES) {
    if (query[name] === FLAGS[name]) continue
    delete query[name]
    delete values[name]
  }
  const { search, ...others } = query
  // The search of visitors becomes the parameter `q`, which also searches the names of venues, organizers and other
  // linked records.
  return { values, query: search === undefined ? query : { ...others, q: search } }
}

/**
 * The value of the query parameter that selects a category or tag: its slug. A slug that consists of digits would be
 * read as an id, so the id is used then.
 */
export const filterValueOfTerm = ({ id, text }: { id: number; text: { slug: string } }) =>
  /^\d+$/.test(text.slug) ? String(id) : text.slug

export const hasActiveEventFilter = ({ values }: Pick<PageFilter, 'values'>) => Object.keys(values).length > 0

/** Adds the parameters of a filter, and the parameters in `more`, to the query of an address. */
export const addFilterToAddress = (
  address: string,
  { values }: Pick<PageFilter, 'values'>,
  more: Record<string, string | number> = {},
) => appendQueryToUrl(address, { ...values, ...more })

/** Copies a filter without one value of a parameter; other values of the same parameter remain. */
export function copyFilterWithoutValue(
  { values }: PageFilter,
  name: FilterName,
  value: string,
): Pick<PageFilter, 'values'> {
  const left = name === 'search' ? [] : (values[name] ?? '').split(',').filter((one) => one !== value)
  if (left.length > 0) return { values: { ...values, [name]: left.join(',') } }
  const { [name]: _, ...others } = values
  return { values: others }
}
