import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editableTextOfHtml } from './editable-text.ts'
import { textToStoredHtml } from './html.ts'

for (const text of ['', 'One sentence.', 'One\n\nTwo', 'One\nTwo\n\nThree', 'Salt &amp; pepper', '1 &lt; 2']) {
  test(`plain text is shown as it was written: ${JSON.stringify(text)}`, () => {
    assert.equal(editableTextOfHtml(textToStoredHtml(text)), text)
  })
}

for (const html of [
  '<p>With <b>weight</b>.</p>',
  '<h2>Head</h2>\n<p>Text</p>',
  '<p class="a">One</p>',
  '<p> One</p>',
]) {
  test(`HTML with markup is shown as HTML: ${html}`, () => assert.equal(editableTextOfHtml(html), html))
}

test('a text of many paragraphs with an unfinished one is shown as HTML', () => {
  const html = '<p>a</p>\n'.repeat(20_000)
  assert.equal(editableTextOfHtml(`${html}<p>`), `${html}<p>`)
})
