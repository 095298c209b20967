import { Problems } from '../../../core/errors.ts'
import type { Face } from '../../../core/faces.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import { memoizeParser } from '../../../core/generic/memoize-parser.ts'
import type { MessageKey } from '../../../core/messages/index.ts'
import {
  attachDocumentationToSchema,
  attachMemberNamesToSchema,
  fieldWithCheckAndConversion,
  isStorableText,
  LIST_MAX,
  parseId,
  splitListParameter,
  Type,
} from '../../../core/schema/field-types.ts'
import type { ParameterSet } from '../../../core/schema/parameter-set.ts'
import { htmlToText, sanitizeTitle } from '../../../core/text/html.ts'
import { inlineOrganizer } from '../../organizers/organizer-parameters.ts'
import { inlineSeries } from '../../series/series-parameters.ts'
import { LINE_TEXT_MAX, TERM_NAME_MAX } from '../../shared-fields.ts'
import { inlineVenue } from '../../venues/venue-parameters.ts'

/** A venue, organizer or series in the body of an event: the id of an existing one, or the fields of a new one. */
export type PlaceLink<Body> = { id: number } | { name: string } | { body: Body }

/** A reference to a category or tag. Numbers are always ids; other text is a name or slug. */
export type TermLink = { id: number } | { name: string }

const linkSchema = () => {
  const one = [Type.Integer(), Type.String(), Type.Object({}, { additionalProperties: true })]
  return Type.Union([...one, Type.Array(Type.Union(one), { maxItems: LIST_MAX }), Type.Boolean(), Type.Null()])
}

/** Whether a value means "no venue" or "no term": empty text, an empty list or object, zero, false or null. */
const isNothing = (value: unknown) =>
  value === null ||
  value === '' ||
  value === '0' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)

/**
 * Matches ids separated by commas. Any other text with commas is one name, because names of places often contain
 * commas.
 */
const ID_LIST = /^[\d\s,]+$/

function placeField<Body>(face: Face, inline: ParameterSet<Body>, reason: MessageKey) {
  const parseReference = (value: unknown): PlaceLink<Body> | undefined => {
    const reference = isObject(value) && 'id' in value ? value.id : value
    const id = parseId(reference)
    if (id !== undefined) return { id }
    if (typeof reference === 'string' && reference === value && !face.imitatesTec) return parseName(reference)
    if (!isObject(value) || reference !== value) return undefined
    const problems = new Problems()
    const body = inline.read(value, problems)
    return problems.found.length + problems.missing.length === 0 ? { body } : undefined
  }
  const parse = memoizeParser((value: unknown): PlaceLink<Body>[] | undefined => {
    const isName = typeof value === 'string' && !ID_LIST.test(value) && !face.imitatesTec
    const entries = (isName ? [value] : splitListParameter(value))?.filter((entry) => !isNothing(entry))
    return parseAll(entries, parseReference)
  })
  const field = fieldWithCheckAndConversion(
    linkSchema(),
    (value) => parse(value) !== undefined,
    (value) => parse(value) as PlaceLink<Body>[],
    { reason },
  )
  return attachMemberNamesToSchema(field, ['id', ...Object.keys(inline.schema.properties)])
}

/**
 * Parses the name of a record, or the slug of a term. Undefined for digits alone, which are an id, and for text without
 * visible characters.
 */
function parseName(text: string, lengthMax = LINE_TEXT_MAX): { name: string } | undefined {
  if (/^\s*\d+\s*$/.test(text) || !isStorableText(text) || text.length > lengthMax) return undefined
  const name = sanitizeTitle(text)
  return htmlToText(name) === '' ? undefined : { name }
}

/** Parses all entries of a list. Undefined if one of them is invalid. */
function parseAll<Link>(entries: unknown[] | undefined, parse: (entry: unknown) => Link | undefined) {
  const links = entries?.map(parse)
  return links?.every((link) => link !== undefined) ? (links as Link[]) : undefined
}

/**
 * Schema of `venue` in the body of an event: an id, an inline object, or a list of these. The native API also accepts
 * names. An empty value means none.
 */
export const venueLinkField = (face: Face) => placeField(face, inlineVenue, 'reason.venue')
export const organizerLinkField = (face: Face) => placeField(face, inlineOrganizer, 'reason.organizer')
export const seriesLinkField = (face: Face) => placeField(face, inlineSeries, 'reason.series')

/**
 * Schema of `categories` and `tags` in the body of an event: ids, names, and objects with an `id`, `name` or `slug`; as
 * a list, as text with commas or as one value. An empty value means no categories or no tags.
 */
export const termLinksField = () => {
  const parseReference = (value: unknown): TermLink | undefined => {
    const reference = isObject(value) ? (value.id ?? value.name ?? value.slug) : value
    if (typeof reference === 'number' || (typeof reference === 'string' && /^\d+$/.test(reference))) {
      // The API ignores unknown ids without an error, so an id above the largest possible one is accepted too.
      return Number.isInteger(Number(reference)) ? { id: parseId(reference) ?? 0 } : undefined
    }
    return typeof reference === 'string' ? parseName(reference, TERM_NAME_MAX) : undefined
  }
  const parse = (value: unknown): TermLink[] | undefined =>
    parseAll(
      splitListParameter(value)?.filter((entry) => !isNothing(entry)),
      parseReference,
    )
  return attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      linkSchema(),
      (value) => parse(value) !== undefined,
      (value) => parse(value) as TermLink[],
      { reason: 'reason.terms' },
    ),
    { published: PUBLISHED_TERMS, default: null },
  )
}

const PUBLISHED_TERM = {
  anyOf: [
    { type: ['integer', 'string'] },
    {
      type: 'object',
      properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string' }, slug: { type: 'string' } },
    },
  ],
}
const PUBLISHED_TERMS = {
  anyOf: [
    { type: 'array', items: PUBLISHED_TERM, maxItems: LIST_MAX },
    ...PUBLISHED_TERM.anyOf,
    { type: 'boolean', const: false },
    { type: 'null' },
  ],
}
