import { escapeHtml, htmlToText } from './html.ts'

/** The number of words of an automatic excerpt, as in WordPress. */
const WORDS_MAX = 55

/**
 * Number of characters of a text that are parsed to find its first 55 words. Limited, because a page has up to 100
 * records.
 */
const PARSED_LENGTH_MAX = 5000

/** The first words of sanitized HTML as one paragraph, in HTML; '' if it contains no text. */
export function excerptOfHtml(html: string): string {
  const words = htmlToText(beginningOf(html)).split(' ')
  if (words[0] === '') return ''
  const text = escapeHtml(words.slice(0, WORDS_MAX).join(' '))
  return `<p>${text}${words.length > WORDS_MAX ? ' [&hellip;]' : ''}</p>`
}

/** Returns the beginning of HTML, cut before a tag if the maximum length is inside that tag. */
function beginningOf(html: string): string {
  const beginning = html.slice(0, PARSED_LENGTH_MAX).toWellFormed()
  const lastTag = beginning.lastIndexOf('<')
  return lastTag > beginning.lastIndexOf('>') ? beginning.slice(0, lastTag) : beginning
}
