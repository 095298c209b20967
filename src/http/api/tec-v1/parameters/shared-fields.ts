import {
  dateField,
  LINE_TEXT_MAX,
  optionalHtmlField,
  pageParameters,
  titleTextField,
  WRITABLE_STATUSES,
} from '../../../../collections/shared-fields.ts'
import {
  attachDocumentationToSchema,
  enumField,
  fieldWithCheckAndConversion,
  idField,
  idListField,
  isStorableText,
  LIST_MAX,
  parseId,
  splitListParameter,
  Type,
} from '../../../../core/schema/field-types.ts'
import { createParameterSet, type ParameterSet } from '../../../../core/schema/parameter-set.ts'
import type { ImageReference } from '../../../../media/image-field.ts'
import { contextParameter } from '../../wordpress/send-and-link-wordpress-resource.ts'

/**
 * This file contains schemas of fields and parameters of the tec/v1 API, decoded to the values that the collections
 * expect.
 */

const WORDS: Record<string, boolean> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
}

const wordOf = (value: unknown) => WORDS[String(value).toLowerCase()]

/** Schema of a boolean, also as 1 or 0, or as one of the words true, yes, on, false, no and off. */
export const tecV1BooleanField = () =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Union([Type.Boolean(), Type.Integer(), Type.String()]),
      (value) => wordOf(value) !== undefined,
      (value) => wordOf(value) as boolean,
      { reason: 'reason.boolean', isTypeError: () => true },
    ),
    { published: { type: 'boolean' } },
  )

const PUBLISHED_IDS = { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: LIST_MAX }

/**
 * Schema of a list of ids in a body: an array, or text with commas. A single id without a comma is invalid, as in The
 * Events Calendar; empty text is an empty list.
 */
export const linkedRecordIdsField = <Link>(toLink: (id: number) => Link) => {
  const read = (value: unknown): number[] | undefined => {
    if (value === '') return []
    if (!Array.isArray(value) && !(typeof value === 'string' && value.includes(','))) return undefined
    const ids = splitListParameter(value)?.map(parseId)
    return ids?.every((id) => id !== undefined) ? [...new Set(ids as number[])] : undefined
  }
  return attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Union([Type.String(), Type.Array(Type.Union([Type.Integer(), Type.String()]), { maxItems: LIST_MAX })]),
      (value) => read(value) !== undefined,
      (value) => (read(value) as number[]).map(toLink),
      { reason: 'reason.ids' },
    ),
    { published: PUBLISHED_IDS },
  )
}

/** Schema of the id of a picture; 0 means that there is no picture. */
const renderPictureInputs = () => {
  const read = (value: unknown): ImageReference | undefined => {
    const id = parseId(value)
    return id === undefined ? (Number(value) === 0 ? 'none' : undefined) : { id }
  }
  return attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Union([Type.Integer(), Type.String({ minLength: 1 })]),
      (value) => read(value) !== undefined,
      (value) => read(value) as ImageReference,
      { reason: 'reason.id' },
    ),
    { published: { type: 'integer', minimum: 0 } },
  )
}

/** Schema of a slug, or of text from which the server makes a slug. With empty text the server chooses the slug. */
const slugField = () =>
  fieldWithCheckAndConversion(
    Type.String({ maxLength: LINE_TEXT_MAX }),
    isStorableText,
    (text) => (text.trim() === '' ? undefined : text),
    { reason: 'reason.text' },
  )

/** The body fields that events, venues and organizers share in this API. */
export const tecV1PostFields = {
  title: titleTextField(),
  content: Type.Optional(optionalHtmlField()),
  excerpt: Type.Optional(optionalHtmlField()),
  slug: Type.Optional(slugField()),
  status: Type.Optional(enumField(WRITABLE_STATUSES)),
  author: Type.Optional(idField()),
  date: Type.Optional(dateField()),
  date_gmt: Type.Optional(dateField()),
  featured_media: Type.Optional(renderPictureInputs()),
}

const STATUSES = new Set<unknown>(WRITABLE_STATUSES)

/** Schema of a list of post statuses: an array, or text separated by commas. */
const statusesField = () =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: LIST_MAX })]),
      (value) => splitListParameter(value)?.every((status) => STATUSES.has(status)) ?? false,
      (value) => splitListParameter(value) as string[],
      { reason: 'reason.choice', placeholders: { choices: WRITABLE_STATUSES.join(', ') } },
    ),
    { published: { type: 'array', items: { type: 'string', enum: [...WRITABLE_STATUSES] } }, default: ['publish'] },
  )

/** The query parameters that the lists of events, venues and organizers share in this API. */
export const tecV1ListParameters = {
  ...contextParameter,
  ...pageParameters,
  search: Type.Optional(Type.Refine(Type.String({ maxLength: LINE_TEXT_MAX }), isStorableText)),
  status: Type.Optional(statusesField()),
  include: Type.Optional(idListField()),
  exclude: Type.Optional(idListField()),
  order: Type.Optional(enumField(['ASC', 'DESC'])),
}

export const tecV1ReadParameters = createParameterSet(Type.Object(contextParameter))

/**
 * Maps names of body fields in the tec/v1 API, such as `featured_media`, to their names in the native API, such as
 * `image`.
 */
export type Names = Readonly<Record<string, string>>

/**
 * Wraps a parameter set: validates values under their names in the tec/v1 API, and returns them under their names in
 * the native API.
 */
export function wrapParametersToReturnNativeNames<Values>(
  parameters: ParameterSet<unknown>,
  names: Names,
): ParameterSet<Values> {
  return {
    schema: parameters.schema,
    read(raw, problems) {
      const values = Object.entries(parameters.read(raw, problems) as Record<string, unknown>)
      const sent = values.filter(([, value]) => value !== undefined)
      return Object.fromEntries(sent.map(([name, value]) => [names[name] ?? name, value])) as Values
    },
  }
}
