import { listed } from '../listed.ts'
import { html, type Markup } from '../markup.ts'
import { eventCard } from '../parts/event-card.ts'
import { type Page, rootPath, type Visit, viewAddress } from '../visit.ts'

const NEXT_MAX = 3

/** The next events, for who looked for something else. */
export async function nextEvents(visit: Visit): Promise<Markup> {
  const { words, today } = visit
  const next = (await listed(visit, { start_date: today, per_page: NEXT_MAX })).rows
  return html`${
    next.length > 0 &&
    html`<section class="related"><h2>${words.nextOne}</h2><ul class="cards row">${next.map((event) => eventCard(visit, event, { showsDay: true }))}</ul></section>`
  }`
}

/**
 * What is wrong, and where to go from here.
 * @param reasons in the reader's words, if there are any
 * @param next    `nextEvents`, where the server is well enough
 */
export function problemPage(visit: Visit, status: number, reasons: readonly string[], next: Markup | undefined): Page {
  const { words } = visit
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
    kind: 'problem',
    main: html`<section class="nothing"><p class="code" aria-hidden="true">${String(status)}</p><h1>${title}</h1><p>${hint}</p>${reasons.map((reason) => html`<p class="quiet">${reason}</p>`)}
<form class="filter" method="get" action="${viewAddress(visit, 'list')}" role="search"><label class="field wide"><span>${words.search}</span><input type="search" name="search" placeholder="${words.searchHint}" maxlength="100"></label><button>${words.show}</button></form>
<p><a class="button" href="${rootPath(visit)}/"${visit.isEmbedded && html` target="_top"`}>${words.allEvents}</a></p></section>${next}`,
  }
}
