import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { foldTextForSearch, splitSearchIntoWords } from './fold-text.ts'
import { LATIN_LETTERS } from './latin-letter-replacements.ts'

for (const [text, folded] of [
  ['', ''],
  ['  Two \n\t words\u00a0here ', 'two words here'],
  ['Žluťoučký KŮŇ', 'zlutoucky kun'],
  ['e\u0301 É', 'e e'],
  ['İstanbul', 'istanbul'],
  ['Größe GROẞE', 'grosse grosse'],
  ['Straßenfest Œuvre Smørrebrød Łódź', 'strassenfest oeuvre smorrebrod lodz'],
  ['Æsir Ǽ Đak Eð Þór ırmak Ħal Ŧ Ŋ ĸ', 'aesir ae dak ed thor irmak hal t n k'],
  ['ﬁne Ａ', 'fine a'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Йод', 'иод'],
  ['東京 🎉', '東京 🎉'],
] as const) {
  test(`folds ${JSON.stringify(text)}`, () => assert.equal(foldTextForSearch(text), folded))
}

test('folding parts and folding the whole text give the same result', () => {
  const whole = (text: string) =>
    Object.entries({ ...LATIN_LETTERS, ß: 'ss', ς: 'σ' })
      .reduce(
        (bare, [letter, replacement]) => bare.replaceAll(letter, replacement),
        text
          .normalize('NFKD')
          .toLowerCase()
          .replace(/\p{M}+/gu, ''),
      )
      .replace(/\s+/g, ' ')
      .trim()
  const letters = fc.constantFrom(
    ...'aIı İıΣσς ßẞøǿ ﬁﷺ각\u0307\u0323\u0301\u00a0\u2003ÄẞǅDž\t\n'.split(''),
    'é',
    'K',
    '😀',
  )
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: letters, maxLength: 20 }))
  fc.assert(
    fc.property(texts, (text) => assert.equal(foldTextForSearch(text), whole(text))),
    { numRuns: 5000 },
  )
})

test('folding is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      assert.equal(foldTextForSearch(foldTextForSearch(text)), foldTextForSearch(text)),
    ),
  )
})

for (const [text, words] of [
  ['', []],
  ['  ', []],
  ['Big  Fête big', ['big', 'fete']],
  ['"Big Fête" day', ['big fete', 'day']],
  ['“Big  day”', ['big day']],
  ['""  "  "', []],
  ['say"one two"more', ['say', 'one two', 'more']],
  ['never "closed here', ['never', 'closed', 'here']],
  ['100% a_b', ['100%', 'a_b']],
] as const) {
  test(`splits the search ${JSON.stringify(text)}`, () => assert.deepEqual(splitSearchIntoWords(text), words))
}

test('a search has at most 20 terms', () => {
  assert.equal(splitSearchIntoWords(Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ')).length, 20)
})
