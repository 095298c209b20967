import { memoize } from '../core/memoize.ts'
import { wholeNumber } from '../core/schema/number-fields.ts'
import {
  customField,
  enumField,
  idField,
  idOrNameList,
  isStorable,
  lenientBoolean,
  requiredText,
  Type,
  truthyText,
} from '../core/schema/schema.ts'
import { searchWords } from '../core/text/fold.ts'
import { cleanText, cleanTitle, htmlToText, renderHtml } from '../core/text/html.ts'
import { parseDate } from '../core/time/parse-date.ts'
import { readImageReference } from '../media/image-reference.ts'

/** Fields and parameters that more than one collection has. */

/** Statuses a body may name; the trash is entered by DELETE alone. */
export const WRITABLE_STATUSES = ['publish', 'draft', 'pending', 'private', 'future'] as const

const isNull = (value: unknown) => value === null

/** A date that a person may have typed. What it means depends on the zone it is read in, which is known later. */
export const dateField = () =>
  customField(
    Type.String({ minLength: 1, maxLength: 100 }),
    (text) => parseDate(text, 'UTC', 0) !== undefined,
    (text) => text,
    { reason: 'reason.date', isTypeError: (value) => isNull(value) || typeof value === 'number' },
  )

/**
 * The longest description or excerpt, and the longest text on one line, in characters: books are shorter, and cleaning a
 * text, showing it in lists and searching it cost what it is long.
 */
export const HTML_TEXT_MAX = 200_000
export const LINE_TEXT_MAX = 100_000

/** A title or name; what a reader sees of it must say something. `"0"` does not (contract). */
export const titleTextField = (options: { maxLength?: number } = {}) => {
  const { maxLength = LINE_TEXT_MAX } = options
  return customField(
    Type.String({ minLength: 1, maxLength }),
    (text) => isStorable(text) && text !== '0' && htmlToText(cleanTitle(text)) !== '',
    cleanTitle,
    { reason: 'reason.name', placeholders: { max: maxLength }, isTypeError: isNull },
  )
}

/** Events that return say the same again and again. */
const rendered = memoize(renderHtml, 200)

/** Formatted text as it is stored: sanitised, plain text in paragraphs. */
export const htmlField = () =>
  customField(
    Type.String({ minLength: 1, maxLength: HTML_TEXT_MAX }),
    (text) => isStorable(text) && text.trim() !== '',
    rendered,
    { reason: 'reason.name', placeholders: { max: HTML_TEXT_MAX }, isTypeError: isNull },
  )

/** As `htmlText`; empty and null clear it. */
export const optionalHtmlField = () =>
  customField(
    Type.Union([Type.String({ maxLength: HTML_TEXT_MAX }), Type.Null()]),
    (text) => text === null || isStorable(text),
    (text) => (text === null ? '' : renderHtml(text)),
    { reason: 'reason.short-text', placeholders: { max: HTML_TEXT_MAX } },
  )

/** One line of plain text; empty and null clear it. */
export const lineField = () =>
  customField(
    Type.Union([Type.String({ maxLength: LINE_TEXT_MAX }), Type.Null()]),
    (text) => text === null || isStorable(text),
    (text) => cleanText(text ?? ''),
    { reason: 'reason.short-text', placeholders: { max: LINE_TEXT_MAX } },
  )

/** The id of a picture or the URL of one; `false` removes it, and so do `''` and null where `emptyClears`. */
export const imageField = ({ emptyClears }: { emptyClears: boolean }) => {
  const read = (value: unknown) =>
    emptyClears && (value === '' || value === null) ? ('none' as const) : readImageReference(value)
  return customField(
    Type.Union([Type.String(), Type.Integer(), Type.Literal(false), ...(emptyClears ? [Type.Null()] : [])]),
    (value) => read(value) !== undefined,
    (value) => read(value) as NonNullable<ReturnType<typeof read>>,
    { reason: 'reason.image', isTypeError: isNull },
  )
}

/** The fields every post accepts. */
export const postFields = {
  author: Type.Optional(idField()),
  date: Type.Optional(dateField()),
  date_utc: Type.Optional(dateField()),
  status: Type.Optional(enumField(WRITABLE_STATUSES)),
}

/** The parameters of every paged list; see `pageRequestOf` for their defaults. */
export const pagingParameters = {
  page: Type.Optional(wholeNumber()),
  per_page: Type.Optional(wholeNumber()),
}

/** The parameters of every list of posts or terms. */
export const pageParameters = {
  ...pagingParameters,
  fallback: Type.Optional(lenientBoolean()),
}

/** Text to search for. `"0"` counts as none (contract), and so do quotes around nothing. */
export const searchField = () =>
  customField(
    Type.String({ minLength: 1 }),
    (text) => isStorable(text) && text !== '0' && searchWords(text).length > 0,
    (text) => text,
    { reason: 'reason.filled', isTypeError: isNull },
  )

/** The parameters of the lists of venues and of organizers. */
export const linkedPostListParameters = {
  ...pageParameters,
  search: Type.Optional(searchField()),
  event: Type.Optional(idField()),
  has_events: Type.Optional(truthyText()),
  only_with_upcoming: Type.Optional(truthyText()),
  status: Type.Optional(idOrNameList()),
}

/** The longest name of a term, in characters (contract). */
export const TERM_NAME_MAX = 200

/** The fields both terms accept. */
export const termFields = {
  name: titleTextField({ maxLength: TERM_NAME_MAX }),
  description: Type.Optional(titleTextField()),
  slug: Type.Optional(requiredText()),
}
