/** Texts for formats that cannot carry every character: XML 1.0 (2.2) and iCalendar (RFC 5545, 3.1) know no controls. */

/** @returns the text without control characters and lone surrogates; whatever ends a line is `\n` */
export const printableText = (text: string) =>
  MAY_BE_UNFIT.test(text) ? text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '') : text

/** The same on one line. */
export const printableLine = (text: string) => printableText(text).replace(/\s+/g, ' ').trim()

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const MAY_BE_UNFIT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff\ufffe\uffff]/

/** Text with the passwords of the addresses in it left out: errors repeat that of the database. */
export const redactPasswords = (text: string) => text.replace(/(:\/\/[^\s:@/]*:)[^\s@]*@/g, '$1…@')
