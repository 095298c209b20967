import { type EventQuery, eventParameters } from '../collections/events/schema.ts'
import { Problems } from '../core/errors.ts'
import type { LinkedKind } from '../core/kinds.ts'
import { withQuery } from '../core/urls.ts'

/** The parameter of the event list that selects the events of a record, by the kind of the record. */
export const LINK_FILTERS = {
  category: 'categories',
  tag: 'tags',
  venue: 'venue',
  organizer: 'organizer',
} as const satisfies Record<LinkedKind, keyof EventQuery>

/** The parameters of the event list by which pages can be filtered. */
export const FILTER_NAMES = [...Object.values(LINK_FILTERS), 'featured', 'search'] as const

export type FilterName = (typeof FILTER_NAMES)[number]

export interface PageFilter {
  /** Parameters as the client sent them, without empty ones. */
  values: Partial<Record<FilterName, string>>
  /** The same parameters, parsed. */
  query: EventQuery
}

/** @throws {CalendarError} `rest_invalid_param` naming all invalid parameters */
export function parsePageFilter(parameters: Record<string, unknown>): PageFilter {
  const values: PageFilter['values'] = {}
  const nested: Record<string, unknown> = {}
  for (const name of FILTER_NAMES) {
    const parts = [parameters[name] ?? []].flat()
    if (!parts.every((part) => typeof part === 'string')) nested[name] = parameters[name]
    else if (parts.join('').trim() !== '') values[name] = parts.join(',').trim()
  }
  const problems = new Problems()
  const query = eventParameters.native.list.read({ ...values, ...nested }, problems)
  problems.throwIfAny()
  return { values, query }
}

/**
 * The value that selects a term in a filter: its slug, or its id if the slug consists of digits and would be read as an
 * id.
 */
export const termFilterValue = ({ id, text }: { id: number; text: { slug: string } }) =>
  /^\d+$/.test(text.slug) ? String(id) : text.slug

export const isFiltered = ({ values }: Pick<PageFilter, 'values'>) => Object.keys(values).length > 0

/** Adds a filter and further parameters to an address. */
export const withFilter = (
  address: string,
  { values }: Pick<PageFilter, 'values'>,
  more: Record<string, string | number> = {},
) => withQuery(address, { ...values, ...more })

/** The filter without one of its parameters. */
export const removeFilter = ({ values }: PageFilter, name: FilterName): Pick<PageFilter, 'values'> => {
  const { [name]: _, ...others } = values
  return { values: others }
}
