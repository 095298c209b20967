import { escapeHtml } from '../core/text/html.ts'

/** Text that is HTML: what `html` made, or what was sanitised when it was stored. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Piece = Markup | string | number | undefined | false | readonly Piece[]

/**
 * A template of HTML in which everything is escaped but other such templates. Undefined and false are nothing, lists are
 * joined. Attributes must stand in double quotes.
 */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(texts.reduce((before, text, index) => before + written(pieces[index - 1]) + text))
}

/** HTML that is clean already: descriptions and excerpts as they are stored. */
export const sanitizedHtml = (text: string) => new Markup(text)

/** Something as JSON for a script element that is not run. */
export const jsonMarkup = (value: unknown) => new Markup(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, inJson))

const inJson = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

function written(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(written).join('')
  return escapeHtml(String(piece))
}
