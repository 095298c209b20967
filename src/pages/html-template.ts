import { escapeHtml } from '../core/text/html.ts'

/** A string that is safe HTML: a result of `html`, or HTML that was sanitized before it was stored. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** A value in a template. */
export type Piece = Markup | string | number | undefined | false | readonly Piece[]

/**
 * Template tag for HTML. Values are escaped unless they are `Markup`; undefined and false are left out, arrays are
 * joined. Attribute values must be in double quotes.
 *
 * Line breaks in the template are removed together with the spaces around them, as in JSX; inside a tag they become one
 * space. Where a space between two lines matters, write `${' '}` at the end of the first line.
 */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const lines = withoutLineBreaks(texts)
  let text = lines[0] as string
  for (let index = 0; index < pieces.length; index += 1)
    text += renderPiece(pieces[index]) + (lines[index + 1] as string)
  return new Markup(text)
}

/**
 * Cache of the constant parts of each template, without line breaks, so that line breaks are removed once per template.
 */
const processedTexts = new WeakMap<TemplateStringsArray, readonly string[]>()

function withoutLineBreaks(texts: TemplateStringsArray): readonly string[] {
  const processed = processedTexts.get(texts)
  if (processed) return processed
  let isInTag = false
  const joined = texts.map((text) =>
    text.replace(/[<>]|[ \t]*\n\s*/g, (sign) => {
      if (sign.includes('\n')) return isInTag ? ' ' : ''
      isInTag = sign === '<'
      return sign
    }),
  )
  processedTexts.set(texts, joined)
  return joined
}

/** Marks stored HTML as safe. Only for descriptions of records, which were sanitized before storage. */
export const markSanitizedHtml = (text: string) => new Markup(text)

/** Formats a value as JSON for a `<script>` element whose type browsers do not execute, such as JSON-LD. */
export const formatJsonForScript = (value: unknown) =>
  new Markup(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, unicodeEscape))

const unicodeEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

function renderPiece(piece: Piece): string {
  if (typeof piece === 'string') return escapeHtml(piece)
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'number') return String(piece)
  // `join` is not used, because it would copy the whole markup again at each level of nested lists.
  let text = ''
  for (const part of piece) text += renderPiece(part)
  return text
}
