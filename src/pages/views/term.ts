import type { TermRow } from '../../collections/terms/read.ts'
import type { TermKind } from '../../core/kinds.ts'
import { htmlToText } from '../../core/text/html.ts'
import { termFilterValue, withFilter } from '../filter.ts'
import { html } from '../markup.ts'
import { type Page, type PageContext, plainTitle, viewHref } from '../page.ts'
import { emptyNotice } from '../parts/agenda.ts'
import { categoryColorClass, poster } from '../parts/poster.ts'
import type { RecordPageData } from './event.ts'
import { loadAgenda } from './list.ts'

/** A category or tag: what it says of itself, and its events to come. */
export async function termPage(
  context: PageContext,
  kind: TermKind,
  term: TermRow,
  page: number,
  { own, ...more }: RecordPageData,
): Promise<Page> {
  const { words } = context
  const parameter = kind === 'category' ? 'categories' : 'tags'
  const narrowed = { ...context, filter: { values: {}, query: { [parameter]: [String(term.id)] } } }
  const found = await loadAgenda(narrowed, page, (at) => (at > 1 ? `${own}?page=${at}` : own))
  const chosen = { values: { [parameter]: termFilterValue(term) } }
  const ink = kind === 'category' ? categoryColorClass(term.id) : categoryColorClass(undefined)
  return {
    status: found.isBeyond ? 404 : 200,
    title: plainTitle(term),
    description: htmlToText(term.text.description).slice(0, 200) || words.events(found.total),
    bodyClass: `record ${ink}`,
    ...more,
    linkedData: [...more.linkedData, ...found.linkedData],
    feedSelection: { filters: chosen.values },
    main: html`<header class="hero"><div class="words"><p class="line quiet">${kind === 'category' ? words.category : words.tag}</p><h1>${kind === 'tag' && '#'}${plainTitle(term)}</h1><p class="summary">${htmlToText(term.text.description)}</p>
<p class="line"><a class="button" href="${withFilter(viewHref(context, 'month', context.today.slice(0, 7)), chosen)}">${words.views.month}</a> <a class="button" href="${withFilter(viewHref(context, 'map'), chosen)}">${words.views.map}</a></p></div><div class="frame">${poster(term.id, kind === 'category' ? term.id : undefined)}</div></header>
<h2 class="section">${words.comingUp} <span class="quiet">${words.events(found.total)}</span></h2>${found.total === 0 ? emptyNotice(context, words.nothingFound) : found.main}`,
  }
}
