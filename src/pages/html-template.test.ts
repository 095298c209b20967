import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html-template.ts'

test('values are escaped, markup is not, and undefined, false and lists are written as documented', () => {
  const name = '<b> & "c"'
  const items = ['a', 'b'].map((item) => html`<li>${item}</li>`)
  equal(
    html`<p title="${name}">${undefined}${false}${0}</p>${items}`.text,
    '<p title="&#60;b&#62; &#38; &#34;c&#34;">0</p><li>a</li><li>b</li>',
  )
})

test('line breaks of a template are no white space, but for a space inside tags and one that is asked for', () => {
  const markup = html`
    <a
      class="x"
      href="${'/y'}"
    >
      ${'one\n  two'}
    </a>${' '}
    <b>three</b>
  `
  equal(markup.text, '<a class="x" href="/y" >one\n  two</a> <b>three</b>')
})
