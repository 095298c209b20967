import { html, type Markup } from '../html-template.ts'
import { loadEventListOfPage } from '../load-event-list.ts'
import { type HtmlPage, languageRootPath, type PageContext } from '../page-context.ts'
import { renderEventCard } from '../parts/event/event-card.ts'
import { textAttributes } from '../parts/language-and-direction-attributes.ts'
import { renderSearchForm } from '../parts/lists/filter-bar.ts'

const NEXT_MAX = 3

/** Loads and renders a few upcoming events for error pages; empty if there are none. */
export async function loadAndRenderUpcomingEventsForErrorPage(context: PageContext): Promise<Markup> {
  const { words, today } = context
  const { rows } = await loadEventListOfPage(context, { start_date: today, per_page: NEXT_MAX })
  if (rows.length === 0) return html``
  const cards = rows.map((event) => renderEventCard(context, event, { showsDay: true }))
  return html`<section class="related"><h2>${words.nextOne}</h2><ul class="cards row">${cards}</ul></section>`
}

/**
 * The HTML page of an error, with links to other pages.
 * @param status HTTP status
 * @param reasons error messages in the language of the records
 * @param next result of `loadAndRenderUpcomingEventsForErrorPage`; undefined if the database should not be queried,
 *   e.g. because it is unavailable
 */
export function errorPage(
  context: PageContext,
  status: number,
  reasons: readonly string[],
  next: Markup | undefined,
): HtmlPage {
  const { words, isEmbedded, scope } = context
  const [title, hint] = problemWords(context, status)
  const reasonLines = reasons.map(
    (reason) => html`<p class="quiet"${textAttributes(context, { text: scope }, reason)}>${reason}</p>`,
  )
  const target = isEmbedded && html` target="_top"`
  return {
    status,
    title,
    bodyClass: 'problem',
    main: html`
      <section class="nothing">
        <p class="code" aria-hidden="true">${String(status)}</p>
        <h1>${title}</h1>
        <p>${hint}</p>
        ${reasonLines}
        ${renderSearchForm(context)}
        <p><a class="button" href="${languageRootPath(context)}/"${target}>${words.allEvents}</a></p>
      </section>
      ${next}
    `,
  }
}

function problemWords({ words }: PageContext, status: number): [title: string, hint: string] {
  if (status === 404) return [words.notFound, words.notFoundHint]
  if (status === 403 || status === 401) return [words.notYours, words.notFoundHint]
  if (status >= 500) return [words.failed, words.failedHint]
  return [words.notFound, words.wrongHint]
}
