import type { Face } from '../core/faces.ts'
import { memoize } from '../core/generic/memoize.ts'
import {
  attachDocumentationToSchema,
  enumField,
  fieldWithCheckAndConversion,
  idField,
  idOrNameListField,
  isStorableText,
  lenientBooleanField,
  requiredTextField,
  type TSchema,
  Type,
  yesNoTextField,
} from '../core/schema/field-types.ts'
import { wholeNumberField } from '../core/schema/number-fields.ts'
import { splitSearchIntoWords } from '../core/text/fold-text.ts'
import { htmlToText, sanitizeTitle, stripTagsAndLineBreaks, textToStoredHtml } from '../core/text/html.ts'
import { parseDate } from '../core/time/parse-date.ts'
import { parseImageReference } from '../media/image-field.ts'

/** This file contains schemas of body fields and query parameters that several resources share. */

/**
 * Values of `status` in the body of a POST or PUT. `trash` is not accepted, because only DELETE moves a record to the
 * trash.
 */
export const WRITABLE_STATUSES = ['publish', 'draft', 'pending', 'private', 'future'] as const

const isNull = (value: unknown) => value === null

/**
 * A fixed current time for checking whether a text is a date. It is in a leap year, so that `feb 29` passes this check.
 */
const LEAP_YEAR = Date.UTC(2000, 0, 15) / 1000

/**
 * Schema of a date as text, in one of the accepted notations. The text is converted to a time later, because the
 * conversion needs the time zone of the record.
 */
export const dateField = () =>
  fieldWithCheckAndConversion(
    Type.String({ minLength: 1, maxLength: 100 }),
    (text) => parseDate(text, 'UTC', LEAP_YEAR) !== undefined,
    (text) => text,
    { reason: 'reason.date', isTypeError: (value) => isNull(value) || typeof value === 'number' },
  )

/**
 * Maximum lengths of formatted texts (`HTML_TEXT_MAX`) and of one-line texts, in characters. Texts are limited because
 * the cost of cleaning, listing and searching a text grows with its length.
 */
export const HTML_TEXT_MAX = 200_000
export const LINE_TEXT_MAX = 100_000

/** Schema of a title or name. It must contain visible characters; `"0"` counts as empty (API contract). */
export const titleTextField = (options: { maxLength?: number } = {}) => {
  const { maxLength = LINE_TEXT_MAX } = options
  return fieldWithCheckAndConversion(
    Type.String({ minLength: 1, maxLength }),
    (text) => isStorableText(text) && text !== '0' && htmlToText(sanitizeTitle(text)) !== '',
    sanitizeTitle,
    { reason: 'reason.name', placeholders: { max: maxLength }, isTypeError: isNull },
  )
}

/** Renders HTML and caches recent results, because repeating events often have the same description. */
const rendered = memoize(textToStoredHtml, 200)

/** Schema of a required formatted text. Plain text is turned into paragraphs; HTML is sanitised before it is stored. */
export const htmlField = () =>
  fieldWithCheckAndConversion(
    Type.String({ minLength: 1, maxLength: HTML_TEXT_MAX }),
    (text) => isStorableText(text) && text.trim() !== '',
    rendered,
    { reason: 'reason.name', placeholders: { max: HTML_TEXT_MAX }, isTypeError: isNull },
  )

/**
 * Schema of an optional formatted text, sanitised and stored as HTML. An empty string or null deletes the stored text.
 */
export const optionalHtmlField = () =>
  fieldWithCheckAndConversion(
    Type.Union([Type.String({ maxLength: HTML_TEXT_MAX }), Type.Null()]),
    (text) => text === null || isStorableText(text),
    (text) => (text === null ? '' : rendered(text)),
    { reason: 'reason.short-text', placeholders: { max: HTML_TEXT_MAX } },
  )

/** Schema of a field with one line of plain text. An empty string or null deletes the stored text. */
export const singleLineField = ({ maxLength = LINE_TEXT_MAX } = {}) =>
  fieldWithCheckAndConversion(
    Type.Union([Type.String({ maxLength }), Type.Null()]),
    (text) => text === null || isStorableText(text),
    (text) => stripTagsAndLineBreaks(text ?? ''),
    { reason: 'reason.short-text', placeholders: { max: maxLength } },
  )

/**
 * Schema of the field `image`: the id or URL of a picture. `false` removes the picture; if `emptyClears` is set, an
 * empty string and null remove it too.
 */
export const pictureReferenceField = ({ emptyClears }: { emptyClears: boolean }) => {
  const read = (value: unknown) =>
    emptyClears && (value === '' || value === null) ? ('none' as const) : parseImageReference(value)
  return fieldWithCheckAndConversion(
    Type.Union([Type.String(), Type.Integer(), Type.Literal(false), ...(emptyClears ? [Type.Null()] : [])]),
    (value) => read(value) !== undefined,
    (value) => read(value) as NonNullable<ReturnType<typeof read>>,
    { reason: 'reason.image', isTypeError: isNull },
  )
}

/**
 * Chooses the schema of a field by API: the native API may accept more values than the API compatible with The Events
 * Calendar.
 * @param recorded schema of the values that The Events Calendar accepts
 * @param lenient  schema of the values that the native API accepts; decoded to the same type
 */
export const chooseFieldForFace = <S extends TSchema>(
  { imitatesTec }: Face,
  recorded: () => S,
  lenient: () => TSchema,
): S => (imitatesTec ? recorded() : (lenient() as S))

/** Body fields that events, venues and organizers share. */
export const postFields = {
  author: Type.Optional(idField()),
  date: Type.Optional(dateField()),
  date_utc: Type.Optional(dateField()),
  status: Type.Optional(enumField(WRITABLE_STATUSES)),
}

/** Query parameters of every list with pages. `createListPageRequest` applies the defaults of these parameters. */
export const pagingParameters = {
  page: Type.Optional(attachDocumentationToSchema(wholeNumberField(), { default: 1 })),
  per_page: Type.Optional(wholeNumberField()),
}

/** The query parameters that every list of events, venues, organizers, categories and tags has. */
export const pageParameters = {
  ...pagingParameters,
  fallback: Type.Optional(lenientBooleanField()),
}

/** Schema of a parameter with search words. `"0"` and a pair of quotes without text count as missing (API contract). */
export const searchField = () =>
  fieldWithCheckAndConversion(
    Type.String({ minLength: 1 }),
    (text) => isStorableText(text) && text !== '0' && splitSearchIntoWords(text).length > 0,
    (text) => text,
    { reason: 'reason.filled', isTypeError: isNull },
  )

/**
 * Schema of a list of post statuses: an array, or text separated by commas. The OpenAPI document declares only the text
 * (API contract).
 */
export const postStatusListField = () =>
  attachDocumentationToSchema(idOrNameListField(), { published: { type: 'string', minLength: 1 } })

/** Query parameters of the lists of venues and of organizers. */
export const linkedPostListParameters = {
  ...pageParameters,
  search: Type.Optional(searchField()),
  event: Type.Optional(idField()),
  has_events: Type.Optional(yesNoTextField()),
  only_with_upcoming: Type.Optional(attachDocumentationToSchema(yesNoTextField(), { default: false })),
  status: Type.Optional(postStatusListField()),
}

/** Maximum length of the name of a category or tag, in characters (API contract). */
export const TERM_NAME_MAX = 200

/** Body fields of categories and tags. */
export const termBodyFields = (face: Face) => ({
  name: titleTextField({ maxLength: TERM_NAME_MAX }),
  description: Type.Optional(chooseFieldForFace(face, titleTextField, singleLineField)),
  slug: Type.Optional(requiredTextField()),
})
