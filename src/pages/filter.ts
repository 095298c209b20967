import { type EventQuery, eventParameters } from '../collections/events/schema.ts'
import { Problems } from '../core/errors.ts'
import { withQuery } from '../core/urls.ts'

/** What the events of a page are chosen by: parameters of the event list, as they were sent. */
export const FILTER_NAMES = ['categories', 'tags', 'venue', 'organizer', 'featured', 'search'] as const

export type FilterName = (typeof FILTER_NAMES)[number]

export interface EventFilter {
  /** As sent; what is empty was not. */
  values: Partial<Record<FilterName, string>>
  query: EventQuery
}

/** @throws {CalendarError} naming what is wrong in the parameters */
export function readFilter(parameters: Record<string, unknown>): EventFilter {
  const values: EventFilter['values'] = {}
  const nested: Record<string, unknown> = {}
  for (const name of FILTER_NAMES) {
    const parts = [parameters[name] ?? []].flat()
    if (!parts.every((part) => typeof part === 'string')) nested[name] = parameters[name]
    else if (parts.join('').trim() !== '') values[name] = parts.join(',').trim()
  }
  const problems = new Problems()
  const query = eventParameters.list.read({ ...values, ...nested }, problems)
  problems.throwIfAny()
  return { values: values, query }
}

/** What a term is called in a filter: its slug, but for those that would be read as an id. */
export const termFilterValue = ({ id, text }: { id: number; text: { slug: string } }) =>
  /^\d+$/.test(text.slug) ? String(id) : text.slug

export const isFiltered = ({ values }: Pick<EventFilter, 'values'>) => Object.keys(values).length > 0

/** An address with a filter as its parameters. */
export const withFilter = (
  address: string,
  { values }: Pick<EventFilter, 'values'>,
  more: Record<string, string | number> = {},
) => withQuery(address, { ...values, ...more })

export const removeFilter = ({ values }: EventFilter, name: FilterName): Pick<EventFilter, 'values'> => {
  const { [name]: _, ...others } = values
  return { values: others }
}
