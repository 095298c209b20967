import { textToStoredHtml } from './html.ts'

/** Paragraphs that contain no markup other than line breaks. */
const PLAIN = /^(?:<p>(?:[^<]|<br \/>\n)*<\/p>(?:\n|$))+$/

/**
 * The text that an editor shows for stored HTML: without the paragraphs that `textToStoredHtml` adds, if it adds the same ones
 * again; else the HTML itself.
 */
export function editableTextOfHtml(html: string): string {
  if (!PLAIN.test(html)) return html
  const text = html.replaceAll('</p>\n<p>', '\n\n').replaceAll('<br />\n', '\n').slice('<p>'.length, -'</p>'.length)
  return textToStoredHtml(text) === html ? text : html
}
