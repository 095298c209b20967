import { type EventQuery, eventParameters } from '../collections/events/schema.ts'
import { Problems } from '../core/errors.ts'
import { withQuery } from '../core/urls.ts'

/** What the events of a page are chosen by: parameters of the event list, as they were sent. */
export const FILTER_NAMES = ['categories', 'tags', 'venue', 'organizer', 'featured', 'search'] as const

export type FilterName = (typeof FILTER_NAMES)[number]

export interface Filter {
  /** As sent; what is empty was not. */
  sent: Partial<Record<FilterName, string>>
  query: EventQuery
}

/** @throws {CalendarError} naming what is wrong in the parameters */
export function readFilter(parameters: Record<string, unknown>): Filter {
  const sent: Filter['sent'] = {}
  const nested: Record<string, unknown> = {}
  for (const name of FILTER_NAMES) {
    const parts = [parameters[name] ?? []].flat()
    if (!parts.every((part) => typeof part === 'string')) nested[name] = parameters[name]
    else if (parts.join('').trim() !== '') sent[name] = parts.join(',').trim()
  }
  const problems = new Problems()
  const query = eventParameters.list.read({ ...sent, ...nested }, problems)
  problems.throwIfAny()
  return { sent, query }
}

/** What a term is called in a filter: its slug, but for those that would be read as an id. */
export const wordFor = ({ id, text }: { id: number; text: { slug: string } }) =>
  /^\d+$/.test(text.slug) ? String(id) : text.slug

export const isFiltered = ({ sent }: Pick<Filter, 'sent'>) => Object.keys(sent).length > 0

/** An address with a filter as its parameters. */
export const filtered = (address: string, { sent }: Pick<Filter, 'sent'>, more: Record<string, string | number> = {}) =>
  withQuery(address, { ...sent, ...more })

export const without = ({ sent }: Filter, name: FilterName): Pick<Filter, 'sent'> => {
  const { [name]: _, ...others } = sent
  return { sent: others }
}
