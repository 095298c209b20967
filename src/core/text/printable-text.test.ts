import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { printableLine, printableText } from './printable-text.ts'

for (const [what, text, wanted] of [
  ['plain text stays', 'Grüße,\tdie 😀', 'Grüße,\tdie 😀'],
  ['every end of a line is a newline', 'a\r\nb\rc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf'],
  ['controls go', '\u0000a\u0001\u0008\u000b\u000c\u001f\u007f\u0090b\ufffe\uffff', 'ab'],
  ['half a character is replaced', 'a\ud83db', 'a\ufffdb'],
] as const) {
  test(what, () => equal(printableText(text), wanted))
}

test('printableLine replaces line breaks by spaces', () => equal(printableLine(' a\r\n\u2028 b\u0000 '), 'a b'))
