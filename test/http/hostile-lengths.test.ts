import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translationParameters } from '../../src/collections/records/translations.ts'
import { Problems } from '../../src/core/errors.ts'
import { searchWords } from '../../src/core/text/fold.ts'
import { htmlToLines, htmlToText, renderHtml } from '../../src/core/text/html.ts'
import { slugify } from '../../src/core/text/slug.ts'
import { COLLECTIONS } from '../../src/http/api/collections.ts'
import { parseRequestUrl } from '../../src/http/request/address.ts'
import { parseForm } from '../../src/http/request/body-parsers.ts'
import { normalizeUrl } from '../../src/http/request/normalized-url.ts'
import { settingsParameters } from '../../src/settings/settings.ts'
import { assertLinear } from '../kit/generated/linear-time.ts'

/** Pieces that trigger backtracking in vulnerable regular expressions. */
const PIECES = [
  'a',
  '1',
  ' ',
  '\n',
  '\t',
  '.',
  ',',
  '-',
  '<',
  '>',
  '&',
  '"',
  "'",
  '(',
  '[',
  '%',
  '+',
  '@',
  '\u00a0',
  'é',
  '😀',
  '漢',
  '<b>',
  '<a ',
  '<td>x',
  '&amp;',
  '&#',
  '<!--',
  '<p>a\n\nb</p>',
  '<br>',
  '</',
  '1,',
  '1.',
  '1a',
  'a1',
  '$1',
  '1 ',
  '1-',
  '– ',
  'a.',
  'a@',
  'a-',
  '%41',
  '%f0',
  'http://',
  'jan ',
  '1 jan ',
  'next ',
  '+1 day ',
  '12:',
  '2030-',
  'T',
  '&a=',
  '[a]',
  '[]',
  'a[0]=1&',
  ':',
  ';',
  '/',
  '\\',
  '{',
  '\u0301',
  'e\u0301',
  '\u202e',
  '\u200d',
]

/** Runs a function with every piece repeated, behind beginnings and before ends at which a regular expression may fail. */
function assertLinearWithPieces(name: string, run: (text: string) => void): void {
  for (const piece of PIECES) {
    for (const [begin, end] of [
      ['', 'x'],
      ['1', '\u0001'],
    ] as const) {
      const textOf = (length: number, number: number) => begin + piece.repeat(length / piece.length) + end + number
      assertLinear(`${name}, ${JSON.stringify(begin + piece)}`, textOf, run)
    }
  }
}

test('a quadratic function fails, a linear one passes', () => {
  const textOf = (length: number) => 'a'.repeat(length)
  assert.throws(() => assertLinear('quadratic', textOf, (text) => /a*b/.test(text)), /quadratic/)
  const linear = (text: string) => {
    for (let time = 0; time < 300; time += 1) text.split('').join('-')
  }
  assertLinear('linear', textOf, linear)
})

/** Schemas that a test has run: fields of several collections, verbs and names share one. */
const tested = new Set<unknown>()

for (const collection of COLLECTIONS) {
  const { name, parameters } = collection
  for (const [verb, set] of Object.entries({
    ...parameters.native,
    translation: translationParameters(collection).native,
  })) {
    test(`${name}, ${verb}: every text parameter is parsed in linear time`, () => {
      for (const [field, schema] of Object.entries(set.schema.properties)) {
        if (tested.has(schema)) continue
        tested.add(schema)
        assertLinearWithPieces(`${name} ${field}`, (text) => set.read({ [field]: text }, new Problems()))
      }
    })
  }
}

test('inline records, settings, URLs and forms are parsed in linear time', () => {
  const event = COLLECTIONS[0]?.parameters.native.create
  assertLinearWithPieces('inline venue', (text) =>
    event?.read({ venue: { venue: text, description: text } }, new Problems()),
  )
  for (const field of Object.keys(settingsParameters.schema.properties)) {
    assertLinearWithPieces(field, (text) => settingsParameters.read({ [field]: text }, new Problems()))
  }
  for (const [name, run] of Object.entries({
    slugOf: (text: string) => slugify(text, 'en'),
    searchWords,
    parseForm,
    parseRequestUrl: (text: string) => parseRequestUrl(`/${text}?${text}`, ['en', 'de']),
    inOneOrder: (text: string) => normalizeUrl(`/?${text}&b=1`),
    plainText: htmlToText,
    plainLines: htmlToLines,
    renderHtml,
  })) {
    assertLinearWithPieces(name, run)
  }
})
