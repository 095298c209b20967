import { textToStoredHtml } from './html.ts'

/** Matches HTML that consists of paragraphs without markup other than line breaks. */
const PARAGRAPHS_OF_PLAIN_TEXT = /^(?:<p>(?:[^<]|<br \/>\n)*<\/p>(?:\n|$))+$/

/**
 * The text that a text field for editing shows for stored HTML: plain text if `textToStoredHtml` would convert this
 * text to the same HTML again; otherwise the HTML itself.
 */
export function editableTextOfHtml(html: string): string {
  if (!PARAGRAPHS_OF_PLAIN_TEXT.test(html)) return html
  const text = html.replaceAll('</p>\n<p>', '\n\n').replaceAll('<br />\n', '\n').slice('<p>'.length, -'</p>'.length)
  return textToStoredHtml(text) === html ? text : html
}
