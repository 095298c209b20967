import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import sanitizeHtml from 'sanitize-html'
import { htmlToText, removeUnsafeHtml, sanitizeTitle, stripTagsAndLineBreaks, textToStoredHtml } from './html.ts'

const table = (name: string, clean: (text: string) => string, rows: readonly (readonly [string, string])[]) => {
  for (const [typed, stored] of rows) {
    test(`${name} ${JSON.stringify(typed)}`, () => {
      assert.equal(clean(typed), stored)
      if (clean !== htmlToText) assert.equal(clean(stored), stored, 'not stable')
    })
  }
}

table('allows', removeUnsafeHtml, [
  [
    '<p>A <strong>b</strong> <a href="https://x.example/">d</a></p>',
    '<p>A <strong>b</strong> <a href="https://x.example/">d</a></p>',
  ],
  ['<td colspan="2" class="c" lang="de" dir="rtl">x</td>', '<td colspan="2" class="c" lang="de" dir="rtl">x</td>'],
  ['<time datetime="2031-05-01">May</time>', '<time datetime="2031-05-01">May</time>'],
  ['<img src="/x.png" alt="" width="3">', '<img src="/x.png" alt="" width="3" />'],
  [
    '<a href="mailto:a@b.example">m</a><a href="tel:+331">t</a>',
    '<a href="mailto:a@b.example">m</a><a href="tel:+331">t</a>',
  ],
  ['<b>open', '<b>open</b>'],
  ['a < b & c > d "q"', 'a &lt; b &amp; c &gt; d "q"'],
])

table('refuses', removeUnsafeHtml, [
  ['a<script>alert(1)</script>b', 'aalert(1)b'],
  ['<style>p{}</style><iframe src="https://x.example/"></iframe>', 'p{}'],
  ['<form action="/x"><input name="y">z</form>', 'z'],
  ['<p onclick="x()" style="color:red" id="i">Hi</p>', '<p>Hi</p>'],
  ['<img src="x.png" onerror="y()">', '<img src="x.png" />'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" java\tscript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="java&#115;cript&colon;alert(1)">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
  ['<img src="data:image/png;base64,x" alt="y">', '<img alt="y" />'],
  ['<img src="mailto:x">', '<img />'],
  ['a<!-- b -->c<!--', 'ac'],
  ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
  ['<svg><p>x</p></svg>', '<p>x</p>'],
])

table('a new window has no opener:', removeUnsafeHtml, [
  [
    '<a href="https://x.example/" target="_blank">x</a>',
    '<a href="https://x.example/" target="_blank" rel="noopener">x</a>',
  ],
  ['<a target="_blank" rel="nofollow opener">x</a>', '<a target="_blank" rel="nofollow noopener">x</a>'],
  ['<a rel="nofollow">x</a>', '<a rel="nofollow">x</a>'],
])

// The test cases before the first empty line come from recordings of the reference implementation.
table('renders', textToStoredHtml, [
  ['Just text', '<p>Just text</p>'],
  ['One\n\nTwo', '<p>One</p>\n<p>Two</p>'],
  ['One\r\n\r\nTwo', '<p>One</p>\n<p>Two</p>'],
  ['One\nTwo', '<p>One<br />\nTwo</p>'],
  ['<p>One</p>', '<p>One</p>'],
  ['<p>Hi</p><script>alert(1)</script>', '<p>Hi</p>\n<p>alert(1)</p>'],
  ['<b>Ex</b><script>x</script>', '<p><b>Ex</b>x</p>'],
  ['<p>A</p><iframe src="https://x.example/"></iframe>', '<p>A</p>'],
  ['<p>A <em>c</em></p><ul><li>e</li></ul>', '<p>A <em>c</em></p>\n<ul>\n<li>e</li>\n</ul>'],
  ['<ul>\n<li>a</li>\n<li>b</li>\n</ul>', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['<h2>Head</h2>Text', '<h2>Head</h2>\n<p>Text</p>'],
  ['See https://example.org/ now', '<p>See https://example.org/ now</p>'],
  ['text [nope]', '<p>text [nope]</p>'],
  ['𝒳 🎉', '<p>𝒳 🎉</p>'],
  ['a\u0007b', '<p>a\u0007b</p>'],
  ['word '.repeat(5), '<p>word word word word word</p>'],
  ['', ''],

  ['  \n text \n ', '<p>text</p>'],
  ['One  \n  \n\n\n  Two', '<p>One</p>\n<p>Two</p>'],
  ['It\'s "q" -- A & B &copy; 1 < 2', '<p>It\'s "q" -- A &amp; B © 1 &lt; 2</p>'],
  ['x\\ny', '<p>x\\ny</p>'],
  ['a<br>b<br><br>c', '<p>a<br />\nb</p>\n<p>c</p>'],
  ['<b>a\n\nb</b> <i>c</i>', '<p><b>a<br />\n<br />\nb</b> <i>c</i></p>'],
  ['<p class="x">a\n\nb</p>', '<p class="x">a</p>\n<p class="x">b</p>'],
  ['a<p> </p>b<p><br></p>', '<p>a</p>\n<p>b</p>'],
  ['<p>a<div>b</div></p>', '<p>a</p>\n<div>b</div>'],
  ['<p><b>a<ul><li>b</li></ul></b></p>', '<b>\na\n<ul>\n<li>b</li>\n</ul>\n</b>'],
  ['<div>a</div><div>b\n\nc</div>', '<div>a</div>\n<div>\n<p>b</p>\n<p>c</p>\n</div>'],
  ['<div>a<h3>b</h3>c</div>', '<div>\n<p>a</p>\n<h3>b</h3>\n<p>c</p>\n</div>'],
  ['<li>a<ul><li>b</li></ul></li>', '<li>\na\n<ul>\n<li>b</li>\n</ul>\n</li>'],
  ['<blockquote>a</blockquote>', '<blockquote>\n<p>a</p>\n</blockquote>'],
  ['<h2>a\n\nb</h2>', '<h2>a<br />\n<br />\nb</h2>'],
  ['<table><tr><td>a</td><td></td></tr></table>', '<table>\n<tr>\n<td>a</td>\n<td></td>\n</tr>\n</table>'],
  ['a<pre>b\n\n  c</pre>d<hr>', '<p>a</p>\n<pre>b\n\n  c</pre>\n<p>d</p>\n<hr />'],
  ['<abbr title="a\nb">c</abbr>', '<p><abbr title="a b">c</abbr></p>'],
])

table('title', sanitizeTitle, [
  ['A & B', 'A & B'],
  ['It\'s "q"', 'It\'s "q"'],
  ['1 < 2 > 0 <3', '1 < 2 > 0 <3'],
  ['a\\b\\\\c', 'a\\b\\\\c'],
  ['A &amp; B &lt;i&gt;', 'A &amp; B &lt;i&gt;'],
  ['a\tb\r\nc', 'a b c'],
  ['a\u0001b\u007f\u009fc', 'abc'],
  ['\u202eTitle\u202c\u202d', 'Title'],
  ['&#x202E;T&#8238;i&#x20\u202e2e;', 'T i'],
  ['a &#x20<x></x>2e;', 'a'],
  ['<\u0001script>x</script>', 'x'],
  ['\u2067שלום\u2069 \u200f😀', '\u2067שלום\u2069 \u200f😀'],
  ['  Padded ', 'Padded'],
  ['<b>Bold</b> x', '<b>Bold</b> x'],
  ['<script>alert(1)</script>T', 'alert(1)T'],
  ['<h1><b>R&B</b> "&amp;" &copy 1 < 2 > 0</h1>', '<b>R&B</b> "&amp;" &copy 1 < 2 > 0'],
  ['<a href="https://x.example/" onclick="x">link</a><img src=x>', 'link'],
  ['<abbr title="A &amp; &quot;B&quot;">AB</abbr>', '<abbr title="A &amp; &quot;B&quot;">AB</abbr>'],
  ['<scr<script>ipt>alert(1)</script>', 'ipt>alert(1)'],
  ['<<b>script>x</<b>script>', '<<b>script>xscript></b>'],
  ['<<x>script>', '&lt;script>'],
  ['<b>&lt;script&gt;</b>', '<b>&lt;script&gt;</b>'],
  ['a<!-- b -->', 'a'],
  ['<p></p>', ''],
])

table('plain field', stripTagsAndLineBreaks, [
  ['Val & "q" <b>x</b>', 'Val & "q" x'],
  ['東京', '東京'],
  ['1 Rue\r\nX,\tParis ', '1 Rue X, Paris'],
  ['a\u0001b\u007f\u009fc\u2028d', 'abc d'],
  ['\u202eFull\u202c\u202d', 'Full'],
  ['\u2067שלום\u2069 \u200f😀', '\u2067שלום\u2069 \u200f😀'],
  ['<\u0001b>x</b>', 'x'],
  ['A &amp; B <i>c</i> &lt;', 'A &amp; B c &lt;'],
  ['<b>1 < 2</b> & 3 > 2', '1 < 2 & 3 > 2'],
  ['<<b>script>', '&lt;script>'],
  ['<p>x</p><script>alert(1)</script>', 'xalert(1)'],
])

table('searches', htmlToText, [
  ['<p>One &amp; <b>T</b>wo</p>\n<p>Th&eacute;<br />x&nbsp;y</p>', 'One & Two Thé x y'],
  ['<p>a</p><p>b</p><ul><li>c</li></ul>', 'a b c'],
  ['1 < 2 &lt;i&gt;', '1 < 2 <i>'],
  ['A & B', 'A & B'],
])

/** The names of the elements and the `name=value` pairs of the attributes that a parser finds in HTML. */
function foundIn(html: string): string[] {
  const found: string[] = []
  const onOpenTag = (name: string, attribs: Record<string, string>) => {
    found.push(name, ...Object.entries(attribs).map(([key, value]) => `${key}=${value}`))
  }
  sanitizeHtml(html, { allowedTags: [], onOpenTag })
  return found
}

const soup = fc
  .array(
    fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '<!--',
        '-->',
        '&',
        '&lt;',
        '&gt;',
        '&amp;',
        '&amp;lt;',
        '"',
        "'",
        '=',
        '/',
        ' ',
        '\n',
        '\n\n',
        '\u00a0',
        'b',
        'script',
      ],
      ...[
        '<script>',
        '</script>',
        '<b>',
        '</b>',
        '<p>',
        '</p>',
        '<li>',
        '<ul>',
        '</ul>',
        '<br>',
        '<img src=x onerror=y>',
        '<style>',
        '<svg>',
      ],
      ...[
        '<a href="javascript:x" target=_blank>',
        '</a>',
        '<table>',
        '<td>',
        '<textarea>',
        '<title>',
        '<iframe>',
        '<![CDATA[',
        '<?',
        '<xmp>',
      ],
      ...[
        '<abbr title="',
        "<i class='",
        ' onclick=x',
        '<plaintext>',
        '<noscript>',
        '</noscript>',
        '<template>',
        '<math>',
        '<pre>',
        '<h2>',
      ],
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))
const FORBIDDEN =
  /^(?:(?:script|style|svg|math|iframe|textarea|title|xmp|plaintext|noscript|template)$|on\w+=|(?:href|src)=javascript:)/
const IN_TITLES = /^(?:abbr|b|br|code|em|i|mark|s|small|span|strong|sub|sup|u|(?:class|lang|dir|title)=.*)$/s

test('forbidden markup is always removed', () => {
  fc.assert(
    fc.property(soup, (typed) => {
      for (const html of [removeUnsafeHtml(typed), textToStoredHtml(typed)]) {
        assert.deepEqual(
          foundIn(html).filter((found) => FORBIDDEN.test(found)),
          [],
          html,
        )
        assert.doesNotMatch(html, /<[!?]/)
      }
      assert.deepEqual(
        foundIn(sanitizeTitle(typed)).filter((found) => !IN_TITLES.test(found)),
        [],
      )
      assert.deepEqual(foundIn(stripTagsAndLineBreaks(typed)), [])
    }),
    { numRuns: 500 },
  )
})

test('cleaning titles and plain fields is idempotent', () => {
  fc.assert(
    fc.property(soup, (typed) => {
      assert.equal(sanitizeTitle(sanitizeTitle(typed)), sanitizeTitle(typed))
      assert.equal(stripTagsAndLineBreaks(stripTagsAndLineBreaks(typed)), stripTagsAndLineBreaks(typed))
    }),
    { numRuns: 500 },
  )
})

const text = fc.constantFrom(
  'a',
  ' b ',
  '\n',
  'c\nd',
  'e\n\nf',
  ' ',
  '&amp;',
  '<br>',
  '<br />\n',
  '\n  ',
  '<img src="x.png">',
  '\u00a0',
)
const { blocks } = fc.letrec<{ inlines: string; block: string; blocks: string }>((tie) => {
  const within = (names: string[], content: fc.Arbitrary<string>) =>
    fc.tuple(fc.constantFrom(...names), content).map(([name, inner]) => `<${name}>${inner}</${name}>`)
  return {
    inlines: fc
      .array(fc.oneof({ depthSize: 'small' }, text, within(['b', 'span', 'em'], tie('inlines'))), { maxLength: 4 })
      .map((pieces) => pieces.join('')),
    block: fc.oneof(
      within(['p', 'h2', 'pre', 'summary'], tie('inlines')),
      within(['div', 'blockquote', 'section', 'details', 'figure', 'b'], tie('blocks')),
      within(['ul'], within(['li'], tie('blocks'))),
      within(['table'], within(['tr'], within(['td'], tie('blocks')))),
    ),
    blocks: fc
      .array(fc.oneof({ depthSize: 'small' }, tie('inlines'), tie('block')), { maxLength: 4 })
      .map((pieces) => pieces.join('')),
  }
})

test('rendering is idempotent', () => {
  fc.assert(
    fc.property(blocks, (typed) => assert.equal(textToStoredHtml(textToStoredHtml(typed)), textToStoredHtml(typed))),
    { numRuns: 1000 },
  )
})

test('rendering keeps all text', () => {
  const letters = (html: string) => htmlToText(html).replaceAll(' ', '')
  fc.assert(
    fc.property(blocks, (typed) => assert.equal(letters(textToStoredHtml(typed)), letters(typed))),
    { numRuns: 500 },
  )
})

for (const piece of [
  '<',
  '<a ',
  '&',
  '"',
  '<b>',
  '</b>',
  '<p>',
  '<p><b>',
  '<li><p>',
  '\n',
  'x\n',
  ' ',
  '<!--',
  '<<b>',
  '&lt;',
  '<br>',
  '<script>',
]) {
  test(`handles 20 kB of ${JSON.stringify(piece)}`, () => {
    const large = piece.repeat(Math.ceil(20_000 / piece.length))
    for (const clean of [removeUnsafeHtml, textToStoredHtml, sanitizeTitle, stripTagsAndLineBreaks, htmlToText])
      assert.equal(typeof clean(large), 'string')
  })
}

test('markup that is nested too deeply is removed, its text stays', () => {
  const nested = `${'<b>'.repeat(300_000)}a < b${'</i>'.repeat(100_000)}`
  assert.equal(textToStoredHtml(nested), '<p>a &lt; b</p>')
  assert.equal(sanitizeTitle(nested), 'a < b')
  assert.equal(stripTagsAndLineBreaks(`${'<b>'.repeat(300)}&amp;`), '&amp;')
  assert.equal(textToStoredHtml(`${'<b>'.repeat(100)}a${'</b>'.repeat(100)}`).length, 100 * 7 + '<p>a</p>'.length)
})
