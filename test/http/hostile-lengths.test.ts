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

/** Pieces that make a pattern go back and try again where it can. */
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

const LENGTH = 8000
/** Twice the length takes twice the work, four times where it is quadratic. */
const RATIO_MAX = 3.2
/** Work below this is over before anybody waits, whatever its shape. */
const UNNOTICED_MS = 30

const workOf = (run: () => void): number => {
  const before = process.cpuUsage()
  run()
  return process.cpuUsage(before).user / 1000
}

/** What grows faster than its input does; each suspicion is measured again before it counts. */
function assertLinear(name: string, run: (text: string) => void): void {
  for (const piece of PIECES) {
    for (const [begin, end] of [
      ['', 'x'],
      ['1', '\u0001'],
    ]) {
      const text = (length: number) => begin + piece.repeat(length / piece.length) + end
      const isSlow = () => {
        const long = workOf(() => run(text(2 * LENGTH)))
        if (long < UNNOTICED_MS) return false
        return (
          long /
            Math.max(
              workOf(() => run(text(LENGTH))),
              1,
            ) >
            RATIO_MAX || long > 50 * UNNOTICED_MS
        )
      }
      assert.ok(!(isSlow() && isSlow() && isSlow()), `${name}: ${JSON.stringify(begin + piece)}`)
    }
  }
}

for (const collection of COLLECTIONS) {
  const { name, parameters } = collection
  for (const [verb, set] of Object.entries({ ...parameters, translation: translationParameters(collection) })) {
    test(`${name}, ${verb}: no text of any parameter takes more than it is long`, () => {
      for (const field of Object.keys(set.schema.properties)) {
        assertLinear(`${name} ${field}`, (text) => set.read({ [field]: text }, new Problems()))
      }
    })
  }
}

test('inline records, settings and the readers of addresses and forms take what they are long', () => {
  const event = COLLECTIONS[0]?.parameters.create
  assertLinear('inline venue', (text) => event?.read({ venue: { venue: text, description: text } }, new Problems()))
  for (const field of Object.keys(settingsParameters.schema.properties)) {
    assertLinear(field, (text) => settingsParameters.read({ [field]: text }, new Problems()))
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
    assertLinear(name, run)
  }
})
