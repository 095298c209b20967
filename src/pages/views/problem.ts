import { loadEventList } from '../event-list.ts'
import { html, type Markup } from '../markup.ts'
import { type Page, type PageContext, rootPath, viewHref } from '../page.ts'
import { eventCard } from '../parts/event-card.ts'

const NEXT_MAX = 3

/** The next events, for who looked for something else. */
export async function nextEvents(context: PageContext): Promise<Markup> {
  const { words, today } = context
  const next = (await loadEventList(context, { start_date: today, per_page: NEXT_MAX })).rows
  return html`${
    next.length > 0 &&
    html`<section class="related"><h2>${words.nextOne}</h2><ul class="cards row">${next.map((event) => eventCard(context, event, { showsDay: true }))}</ul></section>`
  }`
}

/**
 * What is wrong, and where to go from here.
 * @param reasons in the reader's words, if there are any
 * @param next    `nextEvents`, where the server is well enough
 */
export function problemPage(
  context: PageContext,
  status: number,
  reasons: readonly string[],
  next: Markup | undefined,
): Page {
  const { words } = context
  const [title, hint] =
    status === 404
      ? [words.notFound, words.notFoundHint]
      : status === 403 || status === 401
        ? [words.notYours, words.notFoundHint]
        : status >= 500
          ? [words.failed, words.failedHint]
          : [words.notFound, words.wrongHint]
  return {
    status,
    title,
    bodyClass: 'problem',
    main: html`<section class="nothing"><p class="code" aria-hidden="true">${String(status)}</p><h1>${title}</h1><p>${hint}</p>${reasons.map((reason) => html`<p class="quiet">${reason}</p>`)}
<form class="filter" method="get" action="${viewHref(context, 'list')}" role="search"><label class="field wide"><span>${words.search}</span><input type="search" name="search" placeholder="${words.searchHint}" maxlength="100"></label><button>${words.show}</button></form>
<p><a class="button" href="${rootPath(context)}/"${context.isEmbedded && html` target="_top"`}>${words.allEvents}</a></p></section>${next}`,
  }
}
