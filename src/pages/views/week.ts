import type { EventRow } from '../../collections/events/row.ts'
import { addDays, datePart, isInCalendarRange, mondayOf, weekNumber } from '../dates.ts'
import { withFilter } from '../filter.ts'
import { html } from '../markup.ts'
import { dateText, type Page, type PageContext, viewHref, viewPath } from '../page.ts'
import { emptyNotice } from '../parts/agenda.ts'
import { eventLine, venueText } from '../parts/event-card.ts'
import { filterBar, viewTabs } from '../parts/filter-bar.ts'
import { loadCalendarDays, moonIcon } from '../parts/month-grid.ts'
import { ongoingLines } from '../parts/ongoing.ts'
import { periodHeader } from '../parts/period-header.ts'

const EVENTS_MAX = 12

/** The week a date is in, as seven columns. @param date `YYYY-MM-DD` */
export async function weekPage(context: PageContext, date: string): Promise<Page> {
  const { words, filter, today } = context
  const monday = mondayOf(date)
  const sunday = addDays(monday, 6)
  const address = (of: string) => withFilter(viewHref(context, 'week', of), filter)
  const step = (of: string) => (isInCalendarRange(of) ? address(of) : undefined)
  const [{ days, ongoing, total }, bar] = await Promise.all([
    loadCalendarDays(context, monday, 7, EVENTS_MAX),
    filterBar(context, viewHref(context, 'week', monday)),
  ])
  const span = `${dateText(context, 'dayMonth', monday)} – ${dateText(context, 'dayMonth', sunday)} ${sunday.slice(0, 4)}`
  const isThis = mondayOf(today) === monday
  const head = periodHeader(context, 'week', {
    title: html`<span class="month-name">${words.week(weekNumber(monday))}</span> <span class="year">${span}</span>`,
    before: step(addDays(monday, -7)),
    after: step(addDays(monday, 7)),
    now: isThis ? undefined : address(mondayOf(today)),
  })
  const line = (event: EventRow) =>
    html`${eventLine(context, event)}${venueText(event) !== '' && html`<li class="place">${venueText(event)}</li>`}`
  const columns = days.map(({ date: day, events, continued, total: all, moon }) => {
    const left = all - events.length
    const classes = `${day === today ? 'today' : day < today ? 'past' : ''}${events.length + continued.length === 0 ? ' empty' : ''}`
    return html`<section class="${classes.trim() || 'column'}"><h2><a class="number" href="${withFilter(viewHref(context, 'day', day), filter)}"><span class="weekday">${dateText(context, 'weekdayShort', day)}</span> <span class="numeral">${String(Number(day.slice(8)))}</span></a>${moonIcon(context, moon)}</h2><ul>${continued.map((event) => eventLine(context, event, true))}${events.map(line)}</ul>${left > 0 && html`<a class="more" href="${withFilter(viewHref(context, 'day', day), filter)}">${words.more(left)}</a>`}</section>`
  })
  return {
    status: 200,
    title: `${words.week(weekNumber(monday))}, ${span}`,
    bodyClass: 'calendar',
    isIndexed: total > 0,
    view: 'week',
    path: withFilter(viewPath('week', monday), filter),
    main: html`${viewTabs(context, 'week', isThis ? today : datePart(monday))}${bar}${head}<div class="week">${columns}</div>${ongoingLines(context, ongoing)}${total === 0 && emptyNotice(context, words.nothingFound)}`,
  }
}
