import type { TermRow } from '../../collections/terms/term.ts'
import type { TermKind } from '../../core/kinds.ts'
import { plainText } from '../../core/text/html.ts'
import { filtered, wordFor } from '../filter.ts'
import { html } from '../markup.ts'
import { nothing } from '../parts/agenda.ts'
import { inkOf, poster } from '../parts/poster.ts'
import { type Page, titleOf, type Visit, viewAddress } from '../visit.ts'
import type { OfRecord } from './event.ts'
import { agendaOf } from './list.ts'

/** A category or tag: what it says of itself, and its events to come. */
export async function termPage(
  visit: Visit,
  kind: TermKind,
  term: TermRow,
  page: number,
  { own, ...more }: OfRecord,
): Promise<Page> {
  const { words } = visit
  const parameter = kind === 'category' ? 'categories' : 'tags'
  const narrowed = { ...visit, filter: { sent: {}, query: { [parameter]: [String(term.id)] } } }
  const found = await agendaOf(narrowed, page, (at) => (at > 1 ? `${own}?page=${at}` : own))
  const chosen = { sent: { [parameter]: wordFor(term) } }
  const ink = kind === 'category' ? inkOf(term.id) : inkOf(undefined)
  return {
    status: found.isBeyond ? 404 : 200,
    title: titleOf(term),
    description: plainText(term.text.description).slice(0, 200) || words.events(found.total),
    kind: `record ${ink}`,
    ...more,
    linkedData: [...more.linkedData, ...found.linkedData],
    shown: { filters: chosen.sent },
    main: html`<header class="hero"><div class="words"><p class="line quiet">${kind === 'category' ? words.category : words.tag}</p><h1>${kind === 'tag' && '#'}${titleOf(term)}</h1><p class="summary">${plainText(term.text.description)}</p>
<p class="line"><a class="button" href="${filtered(viewAddress(visit, 'month', visit.today.slice(0, 7)), chosen)}">${words.views.month}</a> <a class="button" href="${filtered(viewAddress(visit, 'map'), chosen)}">${words.views.map}</a></p></div><div class="frame">${poster(term.id, kind === 'category' ? term.id : undefined)}</div></header>
<h2 class="section">${words.comingUp} <span class="quiet">${words.events(found.total)}</span></h2>${found.total === 0 ? nothing(visit, words.nothingFound) : found.main}`,
  }
}
