import type { EventRow } from '../../collections/events/row.ts'
import { addDays, datePart } from '../dates.ts'
import { html, type Markup } from '../markup.ts'
import { dateText, type PageContext, viewHref } from '../page.ts'
import { eventCard } from './event-card.ts'

/** Events under the days they start on, in their order. */
export function agenda(context: PageContext, events: readonly EventRow[]): Markup {
  const days = Map.groupBy(events, ({ start_local }) => datePart(start_local))
  return html`<div class="agenda">${[...days].map(
    (
      [date, ofDay],
      index,
    ) => html`<section class="agenda-day"><h2><a href="${viewHref(context, 'day', date)}">${dayName(context, date)}</a></h2>
<ul class="cards">${ofDay.map((event, place) => eventCard(context, event, { isFirst: index === 0 && place < 2 }))}</ul></section>`,
  )}</div>`
}

/** `Today`, `Tomorrow`, then the date: a day by the name people use. */
function dayName(context: PageContext, date: string): Markup {
  const { words, today } = context
  const near = date === today ? words.today : date === addDays(today, 1) ? words.tomorrow : undefined
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : date.slice(0, 4)
  return html`<span class="numeral" aria-hidden="true">${String(Number(date.slice(8)))}</span><span class="weekday">${near && html`<em>${near}</em> `}${dateText(context, 'day', date)}${year && ` ${year}`}</span>`
}

/** Leads to the pages around one. @param words what the two are called */
export const pager = (
  before: { address: string; name: string } | undefined,
  after: { address: string; name: string } | undefined,
): Markup | undefined =>
  before || after
    ? html`<nav class="pager">${before && html`<a data-moves rel="prev" href="${before.address}">← ${before.name}</a>`}${after && html`<a data-moves rel="next" href="${after.address}">${after.name} →</a>`}</nav>`
    : undefined

/** What is said where there are no events. */
export const emptyNotice = ({ words }: PageContext, hint: string): Markup =>
  html`<div class="nothing"><svg viewBox="0 0 120 60" aria-hidden="true"><path d="M8 52h104M20 52a40 40 0 0 1 80 0M60 4v-2M24 18l-2 -2M96 18l2 -2"/></svg><h2>${words.nothing}</h2><p>${hint}</p></div>`
