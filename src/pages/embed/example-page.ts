import { html, type Markup } from '../html-template.ts'
import { type HtmlPage, languageRootPath, type PageContext } from '../page-context.ts'
import { EXAMPLE_WORDS, type ExampleWords } from './words-of-example-page.ts'

/** The page at `/embed/`, which shows `<almanac-calendar>` elements in several styles, with the HTML code to copy. */
export function calendarElementExamplePage(context: PageContext): HtmlPage {
  const words = EXAMPLE_WORDS[context.scope.language]
  const [heading, text] = words.frame
  const main = html`
    <link rel="stylesheet" href="/embed/example.css">
    <script type="module" src="/embed/almanac-calendar.js"></script>
    <div class="dresses">
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${codeBlock(scriptCode(context))}
      ${EXAMPLES.map((example) => exampleSection(context, words, example))}
      <section aria-labelledby="frame-heading">
        <h2 id="frame-heading">${heading}</h2>
        <p>${text}</p>
        ${codeBlock(frameCode(context))}
      </section>
    </div>
  `
  return { status: 200, title: words.title, description: words.lead, bodyClass: 'embedding', path: '/embed/', main }
}

interface Example {
  name: 'month' | 'list' | 'week' | 'themed'
  attributes: Record<string, string>
  /** CSS that the embedding page needs for this example of the calendar element. */
  style?: string
}

/**
 * CSS of the example with custom colours, which the page shows as code. The file `example.css` contains the same CSS.
 */
export const EXAMPLE_THEME_CSS = `#themed {
  --almanac-paper: #10312b;
  --almanac-ink: #f1ead8;
  --almanac-accent: #f2b84b;
  --almanac-radius: 999px;
}
#themed::part(title) { font-style: italic }`

const EXAMPLES: Example[] = [
  { name: 'month', attributes: { view: 'month' } },
  { name: 'list', attributes: { view: 'list', limit: '5' } },
  { name: 'week', attributes: { view: 'week', views: '' } },
  { name: 'themed', attributes: { view: 'list', limit: '3' }, style: EXAMPLE_THEME_CSS },
]

function exampleSection({ scope }: PageContext, words: ExampleWords, example: Example): Markup {
  const { name, style } = example
  const [heading, text] = words[name]
  const attributes = { id: name, src: scope.urls.origin, ...example.attributes, language: scope.language }
  const list = Object.entries(attributes).map(([attribute, value]) => html` ${attribute}="${value}"`)
  const calendar = html`<almanac-calendar${list}></almanac-calendar>`
  return html`
    <section aria-labelledby="${name}-heading">
      <h2 id="${name}-heading">${heading}</h2>
      <p>${text}</p>
      ${codeBlock(`${style ? `<style>\n${style}\n</style>\n` : ''}${calendar.text}`)}
      ${calendar}
    </section>
  `
}

const codeBlock = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>`

const scriptCode = ({ scope: { urls, language } }: PageContext) =>
  `<script type="module" src="${urls.origin}/embed/almanac-calendar.js"></script>
<almanac-calendar src="${urls.origin}" language="${language}"></almanac-calendar>`

const frameCode = (context: PageContext) =>
  `<iframe src="${context.scope.urls.origin}${languageRootPath(context)}/embed/month/" title="${context.words.calendar}"
  width="100%" height="720" loading="lazy"></iframe>`
