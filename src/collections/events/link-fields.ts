import { Problems } from '../../core/errors.ts'
import type { MessageKey } from '../../core/messages/index.ts'
import { parseOnce } from '../../core/parse-once.ts'
import type { ParameterSet } from '../../core/schema/parameters.ts'
import { customField, isStorable, LIST_MAX, listEntries, parseId, Type } from '../../core/schema/schema.ts'
import { cleanTitle } from '../../core/text/html.ts'
import { TERM_NAME_MAX } from '../fields.ts'
import { inlineOrganizer } from '../organizers/schema.ts'
import { inlineVenue } from '../venues/schema.ts'

/** A venue or organizer in the body of an event: the id of an existing one, or the fields of a new one. */
export type InlineOrId<Body> = { id: number } | { body: Body }

/** A category or tag in the body of an event. Numbers are always ids; other text is a name or slug. */
export type TermLink = { id: number } | { name: string }

const linkSchema = () => {
  const one = [Type.Integer(), Type.String(), Type.Object({}, { additionalProperties: true })]
  return Type.Union([...one, Type.Array(Type.Union(one), { maxItems: LIST_MAX }), Type.Boolean(), Type.Null()])
}

/** Values that mean no link: empty text, an empty list or object, zero, false, null. */
const isNothing = (value: unknown) =>
  value === null ||
  value === '' ||
  value === '0' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)

function placeField<Body>(inline: ParameterSet<Body>, reason: MessageKey) {
  const readOne = (value: unknown): InlineOrId<Body> | undefined => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const named = isObject && 'id' in value ? value.id : value
    const id = parseId(named)
    if (id !== undefined) return { id }
    if (!isObject || named !== value) return undefined
    const problems = new Problems()
    const body = inline.read(value as Record<string, unknown>, problems)
    return problems.found.length + problems.missing.length === 0 ? { body } : undefined
  }
  const read = parseOnce((value: unknown): InlineOrId<Body>[] | undefined => {
    const entries = listEntries(value)?.filter((entry) => !isNothing(entry))
    const links = entries?.map(readOne)
    return links?.every((link) => link !== undefined) ? links : undefined
  })
  return customField(
    linkSchema(),
    (value) => read(value) !== undefined,
    (value) => read(value) as InlineOrId<Body>[],
    { reason },
  )
}

/** An id, a list of ids, ids separated by commas, an inline object or a list of objects. Empty values mean none. */
export const venueField = () => placeField(inlineVenue, 'reason.venue')
export const organizerField = () => placeField(inlineOrganizer, 'reason.organizer')

/** Ids and names as a list, separated by commas, or as one value. Empty values mean none. */
export const termsField = () => {
  const readOne = (value: unknown): TermLink | undefined => {
    if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
      // Ids without a term are skipped later, so numbers above the largest id are accepted too.
      return Number.isInteger(Number(value)) ? { id: parseId(value) ?? 0 } : undefined
    }
    if (typeof value !== 'string' || !isStorable(value)) return undefined
    const name = cleanTitle(value)
    return name !== '' && name.length <= TERM_NAME_MAX ? { name } : undefined
  }
  const read = (value: unknown): TermLink[] | undefined => {
    const entries = listEntries(value)?.filter((entry) => !isNothing(entry))
    const links = entries?.map(readOne)
    return links?.every((link) => link !== undefined) ? links : undefined
  }
  const entry = Type.Union([Type.Integer(), Type.String()])
  const schema = Type.Union([entry, Type.Array(entry, { maxItems: LIST_MAX }), Type.Literal(false), Type.Null()])
  return customField(
    schema,
    (value) => read(value) !== undefined,
    (value) => read(value) as TermLink[],
    {
      reason: 'reason.terms',
    },
  )
}
