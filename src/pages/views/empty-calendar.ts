import { NATIVE, TEC } from '../../core/faces.ts'
import { html, type Markup } from '../html-template.ts'
import type { PageContext } from '../page-context.ts'

/**
 * The content of the front page of a calendar without events: how to add events, and the main addresses of the server.
 */
export function renderFrontPageOfEmptyCalendar({ scope, words }: PageContext): Markup {
  const { origin } = scope.urls
  const { landing } = words
  const api = `${origin}/${NATIVE.namespace}`
  const body = '{"title":"Hello","start_date":"tomorrow 19:00","end_date":"tomorrow 22:00"}'
  const command = [
    `curl -u 'admin:PASSWORD' ${api}/events`,
    "-H 'content-type: application/json'",
    `-d '${body}'`,
  ].join(' \\\n  ')
  const addresses: [address: string, name: string][] = [
    [`${api}/docs`, landing.reference],
    [`${api}/events`, words.api],
    [`${origin}${TEC.prefix}/${TEC.namespace}/events`, landing.tec],
    [`${api}/events.ics`, landing.feeds],
    [`${origin}/sitemap.xml`, landing.sitemap],
    [`${origin}/health`, landing.health],
  ]
  const rows = addresses.map(
    ([address, name]) => html`<dt><a href="${address}">${address.slice(origin.length)}</a></dt><dd>${name}</dd>`,
  )
  return html`
    <section class="cover start">
      <div class="lead"><h1>${landing.title}</h1><p>${landing.lead}</p></div>
    </section>
    <div class="steps-of">
      <section>
        <h2>${landing.demo}</h2>
        <p>${landing.demoHint}</p>
        <pre><code>npm run almanac -- demo</code></pre>
      </section>
      <section>
        <h2>${landing.first}</h2>
        <p>${landing.firstHint}</p>
        <pre tabindex="0"><code>${command}</code></pre>
      </section>
      <section>
        <h2>${landing.addresses}</h2>
        <dl class="addresses">${rows}</dl>
      </section>
    </div>
  `
}
