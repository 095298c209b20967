import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { htmlToText, removeUnsafeHtml } from './html.ts'
import { isHtmlKnownToBeSafe, isHtmlKnownToBeWrapped, stripTagsOfSimpleHtml } from './simple-html-regex.ts'
import { wrapTextInParagraphElements } from './wrap-paragraphs.ts'

/**
 * Appended to HTML, this HTML comment makes `removeUnsafeHtml` and `htmlToText` use the parser; it has no other effect.
 */
const COMMENT = '<!-- -->'
const TAGS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'blockquote', 'div', 'script', 'a']

const words = fc.oneof(
  fc.constantFrom(
    'one',
    ' ',
    '\n',
    '\u00a0',
    '"',
    "'",
    '=',
    '/',
    '-->',
    '&amp;',
    '&lt;',
    '&gt;',
    '&amp;lt;',
    '&',
    '&eacute;',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const tags = fc
  .tuple(fc.constantFrom('<', '</'), fc.constantFrom(...TAGS), fc.constantFrom('>', '>', '>', ' />', ' class="x">', ''))
  .map((parts) => parts.join(''))
const soup = fc.array(fc.oneof(words, tags, fc.constant('<br />')), { maxLength: 12 }).map((pieces) => pieces.join(''))

const line = fc.array(
  fc.oneof(
    words,
    fc.constant('<br />'),
    fc.tuple(fc.constantFrom('strong', 'em', 'b', 'i'), words).map(([name, text]) => `<${name}>${text}</${name}>`),
  ),
  { maxLength: 3 },
)
const wellFormed = fc
  .array(
    fc
      .tuple(
        fc.constantFrom('p', 'h2', 'h3', 'ul', 'ol', ''),
        fc.array(
          line.map((texts) => texts.join('')),
          { maxLength: 3 },
        ),
      )
      .map(([name, lines]) => {
        if (name === '') return lines.join('\n')
        return `<${name}>${name.endsWith('l') ? lines.map((text) => `<li>${text}</li>`).join('\n') : lines.join('')}</${name}>`
      }),
    { maxLength: 5 },
  )
  .map((blocks) => blocks.join('\n'))

let simple = 0
test('HTML that needs no cleaning is not changed by the parser', () => {
  fc.assert(
    fc.property(fc.oneof(soup, wellFormed), (html) => {
      if (isHtmlKnownToBeSafe(html)) {
        if (html.includes('<')) simple += 1
        assert.equal(removeUnsafeHtml(COMMENT + html), html)
      }
    }),
    { numRuns: 10_000 },
  )
  assert.ok(simple > 300, `only ${simple} with elements`)
})

test('stripping simple tags gives the same text as the parser', () => {
  let found = 0
  fc.assert(
    fc.property(fc.oneof(soup, wellFormed), (html) => {
      if (stripTagsOfSimpleHtml(html) !== undefined && html.includes('<')) found += 1
      assert.equal(htmlToText(html), htmlToText(COMMENT + html))
    }),
    { numRuns: 10_000 },
  )
  assert.ok(found > 300, `only ${found} with tags`)
})

const storedLine = line.map((texts) => texts.join('').replaceAll('<br />', '<br />\n'))
const stored = fc
  .array(
    fc.tuple(fc.constantFrom('p', 'p', 'h2', 'ul', 'ol'), storedLine).map(([name, text]) => {
      const content = name.endsWith('l') ? `\n<li>${text}</li>\n<li>${text}</li>\n` : text
      return `<${name}>${content}</${name}>`
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((blocks) => blocks.join('\n'))

test('HTML that has the form of stored HTML is not changed when text is wrapped in paragraphs', () => {
  let found = 0
  fc.assert(
    fc.property(fc.oneof(stored, wellFormed, soup), (html) => {
      // The last element is not simple.
      const withRule = `${html}\n<hr />`
      if (!isHtmlKnownToBeWrapped(html) || removeUnsafeHtml(html) !== html) return
      found += 1
      assert.equal(wrapTextInParagraphElements(withRule), withRule)
    }),
    { numRuns: 10_000 },
  )
  assert.ok(found > 300, `only ${found} in the form of stored HTML`)
})

for (const html of [
  '<p>a',
  '<p><p>a</p></p>',
  '<p><h2>a</h2></p>',
  '<ul>a</ul>',
  '<li>a</li>',
  '<b><b>a</b></b>',
  '<p >a</p>',
  '<P>a</P>',
  'a < b',
  'a & b',
]) {
  test(`needs the parser: ${html}`, () => assert.equal(isHtmlKnownToBeSafe(html), false))
}
