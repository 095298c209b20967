import { COLLECTIONS } from '../../src/collections/collection-by-kind.ts'
import { translationParameters } from '../../src/collections/records/record-translations.ts'
import { Problems } from '../../src/core/errors.ts'
import { editableTextOfHtml } from '../../src/core/text/editable-text.ts'
import { splitSearchIntoWords } from '../../src/core/text/fold-text.ts'
import { htmlToText, htmlToTextWithLineBreaks, textToStoredHtml } from '../../src/core/text/html.ts'
import { isHtmlKnownToBeSafe, stripTagsOfSimpleHtml } from '../../src/core/text/simple-html-regex.ts'
import { slugify } from '../../src/core/text/slug.ts'
import { parseUrlEncodedForm } from '../../src/http/request/body-parsers.ts'
import { normalizeUrl } from '../../src/http/request/normalize-url.ts'
import { parseRequestUrl } from '../../src/http/request/parse-request-url.ts'
import { settingsParameters } from '../../src/settings/site-settings.ts'
import { findFastGrowth } from './linear-time.ts'

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
  '<p>',
  '<b>a</b>',
  '<ul><li>',
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

/** Repeats pieces behind beginnings and before ends at which a regular expression may fail. */
const SURROUNDINGS = [
  ['', 'x'],
  ['1', '\u0001'],
] as const

interface Parser {
  name: string
  run(text: string): void
}

/** Every function that reads a text of a request. */
function parsers(): Parser[] {
  /** Fields of several collections, verbs and names share a schema. */
  const seen = new Set<unknown>()
  const ofCollections = COLLECTIONS.flatMap((collection) => {
    const sets = [...Object.values(collection.parameters.native), translationParameters(collection).native]
    return sets.flatMap((set) =>
      Object.entries(set.schema.properties)
        .filter(([, schema]) => !seen.has(schema) && seen.add(schema))
        .map(([field]) => ({
          name: `${collection.name} ${field}`,
          run: (text: string) => void set.read({ [field]: text }, new Problems()),
        })),
    )
  })
  const settings = Object.keys(settingsParameters.schema.properties).map((field) => ({
    name: field,
    run: (text: string) => void settingsParameters.read({ [field]: text }, new Problems()),
  }))
  const event = COLLECTIONS[0]?.parameters.native.create
  const others = {
    inlineVenue: (text: string) => event?.read({ venue: { venue: text, description: text } }, new Problems()),
    slugify: (text: string) => slugify(text, 'en'),
    parseRequestUrl: (text: string) => parseRequestUrl(`/${text}?${text}`, ['en', 'de']),
    normalizeUrl: (text: string) => normalizeUrl(`/?${text}&b=1`),
    ...{
      searchWords: splitSearchIntoWords,
      parseForm: parseUrlEncodedForm,
      htmlToText,
      htmlToTextWithLineBreaks,
      renderHtml: textToStoredHtml,
      editableText: editableTextOfHtml,
      isHtmlKnownToBeSafe,
      stripTagsOfSimpleHtml,
    },
  }
  return [...ofCollections, ...settings, ...Object.entries(others).map(([name, run]) => ({ name, run }))]
}

/**
 * Measures every parser with repeated pieces. @returns how many it measured, and those that take more than linear time
 */
export function measureTexts(isSmoke: boolean): { measured: number; violations: string[] } {
  const violations: string[] = []
  const all = parsers()
  for (const { name, run } of all) {
    for (const piece of isSmoke ? PIECES.slice(0, 2) : PIECES) {
      for (const [begin, end] of SURROUNDINGS) {
        const textOf = (length: number, round: number) => begin + piece.repeat(length / piece.length) + end + round
        const violation = findFastGrowth(`${name}, ${JSON.stringify(begin + piece)}`, textOf, run)
        if (violation) violations.push(violation)
      }
    }
  }
  return { measured: all.length, violations }
}
