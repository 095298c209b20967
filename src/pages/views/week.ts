import type { EventRow } from '../../collections/events/store.ts'
import { dateOf, hasPages, mondayOf, movedBy, weekNumber } from '../dates.ts'
import { filtered } from '../filter.ts'
import { html } from '../markup.ts'
import { nothing } from '../parts/agenda.ts'
import { eventLine, placeOf } from '../parts/event-card.ts'
import { filterBar, viewTabs } from '../parts/filter-bar.ts'
import { daysOf, moonMark } from '../parts/month-grid.ts'
import { ongoingLines } from '../parts/ongoing.ts'
import { periodHead } from '../parts/period-head.ts'
import { inWords, type Page, type Visit, viewAddress, viewPath } from '../visit.ts'

const EVENTS_MAX = 12

/** The week a date is in, as seven columns. @param date `YYYY-MM-DD` */
export async function weekPage(visit: Visit, date: string): Promise<Page> {
  const { words, filter, today } = visit
  const monday = mondayOf(date)
  const sunday = movedBy(monday, 6)
  const address = (of: string) => filtered(viewAddress(visit, 'week', of), filter)
  const step = (of: string) => (hasPages(of) ? address(of) : undefined)
  const [{ days, ongoing, total }, bar] = await Promise.all([
    daysOf(visit, monday, 7, EVENTS_MAX),
    filterBar(visit, viewAddress(visit, 'week', monday)),
  ])
  const span = `${inWords(visit, 'dayMonth', monday)} – ${inWords(visit, 'dayMonth', sunday)} ${sunday.slice(0, 4)}`
  const isThis = mondayOf(today) === monday
  const head = periodHead(visit, 'week', {
    title: html`<span class="month-name">${words.week(weekNumber(monday))}</span> <span class="year">${span}</span>`,
    before: step(movedBy(monday, -7)),
    after: step(movedBy(monday, 7)),
    now: isThis ? undefined : address(mondayOf(today)),
  })
  const line = (event: EventRow) =>
    html`${eventLine(visit, event)}${placeOf(event) !== '' && html`<li class="place">${placeOf(event)}</li>`}`
  const columns = days.map(({ date: day, events, continued, total: all, moon }) => {
    const left = all - events.length
    const classes = `${day === today ? 'today' : day < today ? 'past' : ''}${events.length + continued.length === 0 ? ' empty' : ''}`
    return html`<section class="${classes.trim() || 'column'}"><h2><a class="number" href="${filtered(viewAddress(visit, 'day', day), filter)}"><span class="weekday">${inWords(visit, 'weekdayShort', day)}</span> <span class="numeral">${String(Number(day.slice(8)))}</span></a>${moonMark(visit, moon)}</h2><ul>${continued.map((event) => eventLine(visit, event, true))}${events.map(line)}</ul>${left > 0 && html`<a class="more" href="${filtered(viewAddress(visit, 'day', day), filter)}">${words.more(left)}</a>`}</section>`
  })
  return {
    status: 200,
    title: `${words.week(weekNumber(monday))}, ${span}`,
    kind: 'calendar',
    isIndexed: total > 0,
    view: 'week',
    path: filtered(viewPath('week', monday), filter),
    main: html`${viewTabs(visit, 'week', isThis ? today : dateOf(monday))}${bar}${head}<div class="week">${columns}</div>${ongoingLines(visit, ongoing)}${total === 0 && nothing(visit, words.nothingFound)}`,
  }
}
