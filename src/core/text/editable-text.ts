import { textToStoredHtml } from './html.ts'

/** Matches HTML that consists of paragraphs without markup other than line breaks. */
const PARAGRAPHS_OF_PLAIN_TEXT = /^(?:<p>(?:[^<]|<br \/>\n)*<\/p>(?:\n|$))+$/

/**
 * The text that an editor shows for stored HTML: without the paragraphs that `textToStoredHtml` adds, if it adds the same ones
 * again; else the HTML itself.
 */
export function editableTextOfHtml(html: string): string {
  if (!PARAGRAPHS_OF_PLAIN_TEXT.test(html)) return html
  const text = html.replaceAll('</p>\n<p>', '\n\n').replaceAll('<br />\n', '\n').slice('<p>'.length, -'</p>'.length)
  return textToStoredHtml(text) === html ? text : html
}
