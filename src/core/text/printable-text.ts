/** Cleans text for formats that do not allow control characters: XML 1.0 (2.2) and iCalendar (RFC 5545, 3.1). */

/** Removes control characters and lone surrogates from a text, and converts all line breaks to `\n`. */
export const printableText = (text: string) =>
  MAY_NEED_CHANGES.test(text) ? text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '') : text

/**
 * Puts a text on one line without the characters that change how neighbouring text is displayed: control characters,
 * and bidirectional embeddings and overrides (Unicode UAX #9, 2.1 and 2.2).
 */
export const withoutControlCharacters = (text: string) =>
  MAY_CONTROL.test(text) ? text.replace(BREAKS, ' ').replace(CONTROLS, '').replace(BIDIRECTIONAL, '') : text

/** Replaces bidirectional embeddings and overrides that are written as character references of HTML by spaces. */
export const withoutControlCharacterReferences = (html: string) => html.replace(BIDIRECTIONAL_REFERENCES, ' ')

/** Puts a text on one line, without control characters and lone surrogates. */
export const printableLine = (text: string) => printableText(text).replace(/\s+/g, ' ').trim()

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const BIDIRECTIONAL = /[\u202a-\u202e]/g
const BIDIRECTIONAL_REFERENCES = /&#(?:x0*202[a-e]|0*823[4-8])(?![\da-f]);?/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to find
const MAY_CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\ufffe\uffff]/
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to find
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to find
const MAY_NEED_CHANGES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff\ufffe\uffff]/

/** Replaces passwords in URLs with `…`, because error messages may contain the URL of the database. */
export const redactPasswords = (text: string) => text.replace(/(:\/\/[^\s:@/]*:)[^\s@]*@/g, '$1…@')
