import type { EventRow } from '../../../collections/events/event-row.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatHeadingDate, formatPageDate, hrefOfView, type PageContext } from '../../page-context.ts'
import { addDaysToDate, dateOfLocalTime } from '../../page-dates.ts'
import { renderEventCard } from '../event/event-card.ts'

/** A list of event cards, grouped under the days on which the events start. */
export function renderEventCardsByDay(context: PageContext, events: readonly EventRow[]): Markup {
  const days = [...Map.groupBy(events, ({ start_local }) => dateOfLocalTime(start_local))]
  const sections = days.map(([date, started], index) => {
    const cards = started.map((event, place) => renderEventCard(context, event, { isFirst: index === 0 && place < 2 }))
    return html`
      <section class="agenda-day">
        <h2><a href="${hrefOfView(context, 'day', date)}">${dayName(context, date)}</a></h2>
        <ul class="cards">${cards}</ul>
      </section>
    `
  })
  return html`<div class="agenda">${sections}</div>`
}

/**
 * The heading of a day: the day of the month as a large number, and the date in words, which begins with `Today` or
 * `Tomorrow` on these days. Dates of the current year are written without the year.
 */
function dayName(context: PageContext, date: string): Markup {
  const { words, today } = context
  const near = date === today ? words.today : date === addDaysToDate(today, 1) ? words.tomorrow : undefined
  const format = date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'full'
  const name = near ? formatPageDate(context, format, date) : formatHeadingDate(context, format, date)
  return html`
    <span class="numeral" aria-hidden="true">${String(Number(date.slice(8)))}</span>
    <span class="weekday">${near && html`<em>${near}</em> `}${name}</span>
  `
}

interface PagerLink {
  address: string
  name: string
}

/**
 * Links to the previous and the next page of a list.
 * @param label what the list contains, for screen readers
 */
export function renderPreviousNextLinks(
  label: string,
  previous: PagerLink | undefined,
  next: PagerLink | undefined,
): Markup | undefined {
  if (!previous && !next) return undefined
  return html`
    <nav class="pager" aria-label="${label}">
      ${previous && html`<a data-moves rel="prev" href="${previous.address}">← ${previous.name}</a>`}
      ${next && html`<a data-moves rel="next" href="${next.address}">${next.name} →</a>`}
    </nav>
  `
}

/**
 * A notice that a page shows if there are no events.
 * @param hint a sentence that says why there are none
 * @param more links to other events
 */
export const noEventsNotice = ({ words }: PageContext, hint: string, more?: Markup): Markup => html`
  <div class="nothing">
    <svg viewBox="0 0 120 60" aria-hidden="true">
      <path d="M8 52h104M20 52a40 40 0 0 1 80 0M60 4v-2M24 18l-2 -2M96 18l2 -2"/>
    </svg>
    <h2>${words.nothing}</h2>
    <p>${hint}</p>
    ${more}
  </div>
`
