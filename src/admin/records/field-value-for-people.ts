import { isObject } from '../../core/generic/is-object.ts'
import { formatDate } from '../../pages/page-dates.ts'
import type { AdminContext } from '../admin-context.ts'
import type { AdminWords } from '../words/en.ts'

/**
 * Fields by which a value that is an object, such as a linked record, a picture or an offer, is named: its text is the
 * value of the first of these fields that it has.
 */
const NAMES = ['title', 'venue', 'organizer', 'name', 'url']

/**
 * Formats the value of a field in the JSON of the API as text for people: `yes`, `Old harbour`, `music, open air`.
 * Empty for no value.
 */
export function formatFieldValueForPeople(context: AdminContext, field: string, value: unknown): string {
  const { words } = context
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? words.settings.yes : words.settings.no
  if (typeof value === 'string' && LOCAL_TIME.test(value)) return localTimeText(context, value)
  if (field === 'status') return words.states[value as keyof AdminWords['states']] ?? String(value)
  if (Array.isArray(value)) return value.map((one) => formatFieldValueForPeople(context, field, one)).join(', ')
  if (!isObject(value)) return words.choices[value as keyof AdminWords['choices']] ?? String(value)
  const { price } = value as { price?: unknown }
  const name = NAMES.map((key) => (value as Record<string, unknown>)[key]).find((text) => text)
  if (name === undefined) return JSON.stringify(value)
  return typeof price === 'string' ? `${name} ${price}` : String(name)
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

const localTimeText = ({ scope }: AdminContext, local: string): string =>
  `${formatDate(scope.language, 'date', local)}, ${formatDate(scope.language, 'time', local, scope.site.clock)}`

/** The label that forms show for a field of the API, in the language of the page. */
export const labelOfApiField = ({ words }: AdminContext, field: string): string =>
  words.fields[field as keyof AdminWords['fields']] ?? field
