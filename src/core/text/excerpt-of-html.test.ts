import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOfHtml } from './excerpt-of-html.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')

for (const [html, excerpt] of [
  ['', ''],
  ['<p><img src="https://example.org/a.png" alt="" /></p>', ''],
  ['<p>One</p>\n<p>Two &amp; <b>three</b></p>', '<p>One Two &#38; three</p>'],
  [`<p>${words(55)}</p>`, `<p>${words(55)}</p>`],
  [`<p>${words(56)}</p>`, `<p>${words(55)} [&hellip;]</p>`],
  [`<p>${'x'.repeat(4990)} <a href="https://example.org/">link</a></p>`, `<p>${'x'.repeat(4990)}</p>`],
] as const) {
  test(`the excerpt of ${html.slice(0, 40)} is ${excerpt.slice(0, 40)}`, () =>
    assert.equal(excerptOfHtml(html), excerpt))
}
