/** Cleans text for formats that do not allow control characters: XML 1.0 (2.2) and iCalendar (RFC 5545, 3.1). */

/** Removes control characters and lone surrogates from a text, and converts all line breaks to `\n`. */
export const printableText = (text: string) =>
  MAY_NEED_CHANGES.test(text) ? text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '') : text

/** Puts a text on one line, without control characters and lone surrogates. */
export const printableLine = (text: string) => printableText(text).replace(/\s+/g, ' ').trim()

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to find
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to find
const MAY_NEED_CHANGES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff\ufffe\uffff]/

/** Replaces passwords in URLs with `…`, because error messages may contain the URL of the database. */
export const redactPasswords = (text: string) => text.replace(/(:\/\/[^\s:@/]*:)[^\s@]*@/g, '$1…@')
