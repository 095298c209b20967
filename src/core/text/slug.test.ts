import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { appendNumberToSlug, normalizeSlug, slugBeforeTrash, slugInTrash, slugify, TRASHED_SUFFIX } from './slug.ts'

// The test cases before the first empty line come from recordings of the reference implementation.
for (const [text, slug] of [
  ['Žluťoučký 東京 x', 'zlutoucky-%e6%9d%b1%e4%ba%ac-x'],
  ['🎉 Party 🎊 x', '%f0%9f%8e%89-party-%f0%9f%8e%8a-x'],
  ['مرحبا x', '%d9%85%d8%b1%d8%ad%d8%a8%d8%a7-x'],
  ['Привет x', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82-x'],
  ['e\u0301 x', 'e-x'],
  ['größe-東京-x', 'grose-%e6%9d%b1%e4%ba%ac-x'],
  ['A & B', 'a-b'],
  ['R&B', 'rb'],
  ['A &amp; B &lt;i&gt; x', 'a-b-i-x'],
  ['It\'s "quoted" x', 'its-quoted-x'],
  ['One - two -- three --- four... x', 'one-two-three-four-x'],
  ['1 < 2 > 0 x', '1-2-0-x'],
  ['<script>alert(1)</script>T', 'alert1t'],
  ['<b>Bold</b> <script>x</script> y', 'bold-x-y'],
  ['a\\b\\\\c x', 'abc-x'],
  ['a\tb\nc x', 'abc-x'],
  ['a\u200bb x', 'ab-x'],
  ['Mixed CASE & spaces_x!!', 'mixed-case-spaces_x'],
  ['Some SLUG x!', 'some-slug-x'],
  ['One, two x', 'one-two-x'],
  ['   Padded x', 'padded-x'],
  ['2031', '2031'],
  ['long title '.repeat(60), `${'long-title-'.repeat(18)}lo`],
  [`start-x-${'abcdefghij'.repeat(30)}`, `start-x-${'abcdefghij'.repeat(19)}ab`],

  ['', ''],
  ['!?', ''],
  ['---', ''],
  ['v1.2/3', 'v1-2-3'],
  ['well–known—thing', 'well-known-thing'],
  ['no\u00a0break', 'no-break'],
  ['3×3 © ®', '3x3'],
  ['Æsir Œuvre Øre Łódź Đak Þór Eð ırmak ħ', 'aesir-oeuvre-ore-lodz-dak-thor-ed-irmak-h'],
  ['Ａ ﬁne ŀ', 'a-fine-l'],
  ['が हिन्दी', '%e3%81%8c-%e0%a4%b9%e0%a4%bf%e0%a4%a8%e0%a5%8d%e0%a4%a6%e0%a5%80'],
  ['%E6%9D%B1', '%e6%9d%b1'],
  ['caf%C3%A9', 'cafe'],
  ['50%de off', '50de-off'],
  ['foo__trashed', 'foo__trashed'],
  ['\ud83c lone', 'lone'],
] as const) {
  test(`slug of ${JSON.stringify(text.slice(0, 40))}`, () => assert.equal(slugify(text, 'en'), slug))
}

test('German has its own replacements', () => {
  assert.equal(slugify('Größe Äpfel über', 'de'), 'groesse-aepfel-ueber')
  assert.equal(slugify('Größe u\u0308ber', 'de-AT'), 'groesse-ueber')
  assert.equal(slugify('Größe über', 'den'), 'grose-uber')
})

test('a long slug is shortened between characters', () => {
  assert.equal(slugify('東'.repeat(60), 'en'), '%e6%9d%b1'.repeat(22))
  assert.equal(slugify(`a${'é東'.repeat(60)}`, 'en').length, 1 + 19 * 10 + 1)
  assert.equal(slugify(`${'a'.repeat(199)} b`, 'en'), 'a'.repeat(199))
  assert.equal(slugify(`${'a'.repeat(192)}🎉`, 'en'), 'a'.repeat(192))
})

test('a slug with a number has at most 200 characters', () => {
  assert.equal(appendNumberToSlug('twin', 2), 'twin-2')
  assert.equal(appendNumberToSlug('a'.repeat(200), 12), `${'a'.repeat(197)}-12`)
  assert.equal(appendNumberToSlug('%e6%9d%b1'.repeat(22), 2), `${'%e6%9d%b1'.repeat(22)}-2`)
  assert.equal(appendNumberToSlug('%e6%9d%b1'.repeat(22), 100), `${'%e6%9d%b1'.repeat(21)}-100`)
  assert.equal(appendNumberToSlug(slugInTrash('a'.repeat(200)), 2), `${'a'.repeat(200)}__trashed-2`)
  assert.equal(appendNumberToSlug(TRASHED_SUFFIX, 3), '__trashed-3')
})

test('slugs of trashed records', () => {
  assert.equal(slugInTrash('del'), 'del__trashed')
  assert.equal(slugBeforeTrash('del__trashed'), 'del')
  assert.equal(slugBeforeTrash('del__trashed-12'), 'del')
  assert.equal(slugBeforeTrash('__trashed-2'), '')
  assert.equal(slugBeforeTrash('del-2'), 'del-2')
})

for (const [raw, key] of [
  ['Some-SLUG', 'some-slug'],
  ['東京', '%e6%9d%b1%e4%ba%ac'],
  ['%E6%9D%B1', '%e6%9d%b1'],
  ['ПРИВЕТ', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82'],
  ['%D0%9F', '%d0%bf'],
  ['del__trashed-2', 'del__trashed-2'],
  ['%zz%f0', '%zz%f0'],
  ['\udc00', '%ef%bf%bd'],
] as const) {
  test(`normalizes ${raw}`, () => assert.equal(normalizeSlug(raw), key))
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom(
      '%',
      'e',
      '6',
      '9',
      'd',
      'b',
      '1',
      '&',
      ';',
      '<',
      '>',
      '-',
      '.',
      'ß',
      'İ',
      '東',
      '🎉',
      '\u0301',
    ),
    maxLength: 120,
  }),
)

test('slugs are valid, short, and not changed by slugify or normalizeSlug', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom('en', 'de'), fc.integer({ min: 2, max: 5000 }), (text, language, n) => {
      const slug = slugify(text, language)
      assert.match(slug, /^(?:(?!-)(?:[\w-]|%[\da-f]{2})+(?<!-))?$/)
      assert.ok(slug.length <= 200)
      decodeURIComponent(slug)
      assert.equal(slugify(slug, language), slug)
      assert.equal(normalizeSlug(slug), slug)
      if (slug) assert.equal(slugify(appendNumberToSlug(slug, n), language), appendNumberToSlug(slug, n))
    }),
    { numRuns: 1000 },
  )
})

test('slugs of large texts are short', () => {
  for (const piece of ['<', '<a ', '&', '&a', '%', '%e6', '-', ' ', 'é', '東', 'a\u0301'])
    assert.ok(slugify(piece.repeat(20_000), 'en').length <= 200)
})
