import type { EventRow } from '../../collections/events/row.ts'
import {
  addDaysToDate,
  datePart,
  firstDateOfWeek,
  formatDateRange,
  isInCalendarRange,
  isoWeekNumber,
} from '../dates.ts'
import { eventListLinkedData } from '../event-list.ts'
import { withFilter } from '../filter.ts'
import { html, type Markup } from '../html-template.ts'
import { formatPageDate, type HtmlPage, type PageContext, viewHref, viewPath } from '../page.ts'
import { eventLine, venueText } from '../parts/event/event-card.ts'
import { type DayWithEvents, eventsOfCalendarDays, loadCalendarDays } from '../parts/lists/calendar-days.ts'
import { noEventsNotice } from '../parts/lists/event-list-by-day.ts'
import { festivalLine } from '../parts/lists/festivals.ts'
import { filterBar, viewTabs } from '../parts/lists/filter-bar.ts'
import { moonIcon } from '../parts/lists/month-grid.ts'
import { ongoingLines } from '../parts/lists/ongoing-events.ts'
import { pageHeading, periodHeader } from '../parts/lists/period-header.ts'

/** Largest number of events in the column of a day; a link to the day shows the number of further events. */
const EVENTS_MAX = 12

/** The page of the week that contains a date, with seven columns. @param date `YYYY-MM-DD` */
export async function weekPage(context: PageContext, date: string): Promise<HtmlPage> {
  const { words, filter, today } = context
  const { week_start: weekStart } = context.scope.site
  const first = firstDateOfWeek(date, weekStart)
  const last = addDaysToDate(first, 6)
  const present = firstDateOfWeek(today, weekStart)
  const address = (of: string) => withFilter(viewHref(context, 'week', of), filter)
  const step = (of: string) => (isInCalendarRange(of) ? address(of) : undefined)
  const [{ days, ongoing, total }, bar] = await Promise.all([
    loadCalendarDays(context, first, 7, EVENTS_MAX),
    filterBar(context, viewHref(context, 'week', first)),
  ])
  const span = formatDateRange(context.scope.language, first, last)
  const name = words.week(isoWeekNumber(addDaysToDate(first, 3)))
  const isThisWeek = present === first
  const header = periodHeader(context, 'week', {
    title: pageHeading(name, span),
    previous: step(addDaysToDate(first, -7)),
    next: step(addDaysToDate(first, 7)),
    now: isThisWeek ? undefined : address(present),
  })
  return {
    status: 200,
    title: `${name}, ${span}`,
    bodyClass: 'calendar',
    isIndexed: total > 0,
    linkedData: eventListLinkedData(context, eventsOfCalendarDays(days, ongoing)),
    view: 'week',
    path: withFilter(viewPath('week', first), filter),
    main: html`
      ${viewTabs(context, 'week', isThisWeek ? today : datePart(first))}
      ${bar}
      ${header}
      <div class="week">${days.map((day) => dayColumn(context, day))}</div>
      ${ongoingLines(context, ongoing)}
      ${total === 0 && noEventsNotice(context, words.nothingFound)}
    `,
  }
}

function dayColumn(context: PageContext, day: DayWithEvents): Markup {
  const { date, events, continued, festivals, total, moon } = day
  const { today } = context
  const period = date === today ? 'today' : date < today ? 'past' : ''
  const classes =
    `${period}${events.length + continued.length + festivals.length === 0 ? ' empty' : ''}`.trim() || 'column'
  const address = withFilter(viewHref(context, 'day', date), context.filter)
  const lines = [
    ...festivals.map((festival) => festivalLine(context, festival, date)),
    ...continued.map((event) => eventLine(context, event, true)),
    ...events.map((event) => eventWithVenue(context, event)),
  ]
  const hidden = total - events.length
  return html`
    <section class="${classes}">
      <h2>
        <a class="number" href="${address}">
          <span class="weekday">${formatPageDate(context, 'weekdayShort', date)}</span>${' '}
          <span class="numeral">${String(Number(date.slice(8)))}</span>
        </a>
        ${moonIcon(context, moon)}
      </h2>
      <ul>${lines}</ul>
      ${hidden > 0 && html`<a class="more" href="${address}">${context.words.more(hidden)}</a>`}
    </section>
  `
}

function eventWithVenue(context: PageContext, event: EventRow): Markup {
  const venue = venueText(event)
  return html`${eventLine(context, event)}${venue !== '' && html`<li class="place">${venue}</li>`}`
}
