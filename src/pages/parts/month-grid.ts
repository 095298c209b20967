import { listContinuing, listDays, listStartingMultiDay } from '../../collections/events/calendar/days.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import { addDays, consecutiveDates, datePart, mondayOf } from '../dates.ts'
import { withFilter } from '../filter.ts'
import { html, type Markup } from '../markup.ts'
import { type MoonPhase, moonPhasesBetween } from '../moon.ts'
import { dateText, type PageContext, viewHref } from '../page.ts'
import { eventLine } from './event-card.ts'
import { isMultiDay, lastDayOf, NIGHT_END } from './times.ts'

export interface CalendarDay {
  date: string
  /** Those that start on it, the first of them. */
  events: EventRow[]
  /** Those that began before and are still on. */
  continued: EventRow[]
  /** How many start on it. */
  total: number
  moon: MoonPhase | undefined
}

/** What lasts longer is not repeated on each of its days. */
const REPEATED_DAYS_MAX = 7
/** How many of those that last over a whole period are named. */
const LASTING_MAX = 12
/** How many of those that begin in a period. */
const BEGUN_MAX = 50

const lengthOf = (event: EventRow) =>
  (Date.parse(lastDayOf(event)) - Date.parse(datePart(event.start_local))) / 86_400_000 + 1

/** The days of a period, and what is on all the while. @param eventsMax of one day */
export async function loadCalendarDays(context: PageContext, first: string, count: number, eventsMax: number) {
  const dates = consecutiveDates(first, count)
  const last = dates.at(-1) as string
  const window = { from: `${first} 00:00:00`, to: `${last} 23:59:59` }
  const { scope, filter } = context
  const [listed, lasting, begun] = await Promise.all([
    listDays(scope, filter.query, window, eventsMax),
    listContinuing(scope, filter.query, first, NIGHT_END, LASTING_MAX),
    listStartingMultiDay(scope, filter.query, window, NIGHT_END, BEGUN_MAX),
  ])
  const byDate = new Map(listed.map((day) => [day.date, day]))
  // Also those that a busy day has no room for.
  const shown = [...listed.flatMap(({ events }) => events), ...begun.events].filter(isMultiDay)
  const started = [...new Map(shown.map((event) => [event.id, event])).values()]
  const repeated = [...lasting.events.filter(isMultiDay), ...started].filter(
    (one) => lengthOf(one) <= REPEATED_DAYS_MAX,
  )
  const moons = moonsOf(context, first, last)
  const days = dates.map((date): CalendarDay => {
    const { events = [], total = 0 } = byDate.get(date) ?? {}
    const isOn = (event: EventRow) => datePart(event.start_local) < date && date <= lastDayOf(event)
    return { date, events, total, continued: repeated.filter(isOn), moon: moons.get(date) }
  })
  const ongoing = [...lasting.events.filter(isMultiDay), ...started].filter((one) => lengthOf(one) > REPEATED_DAYS_MAX)
  return { days, ongoing, total: listed.reduce((sum, day) => sum + day.total, 0) + lasting.total }
}

function moonsOf({ scope: { site } }: PageContext, first: string, last: string): Map<string, MoonPhase> {
  const from = localToInstant(`${first} 00:00:00`, site.timezone)
  const to = localToInstant(`${last} 23:59:59`, site.timezone)
  return new Map(
    moonPhasesBetween(from, to).map(({ phase, at }) => [datePart(instantToLocal(at, site.timezone)), phase]),
  )
}

/** The moon as it hangs over the north. */
export function moonIcon({ words }: PageContext, phase: MoonPhase | undefined): Markup | undefined {
  if (phase === undefined) return undefined
  const lit = {
    new: '',
    first: 'M8 2a6 6 0 0 1 0 12z',
    full: 'M8 2a6 6 0 0 1 0 12a6 6 0 0 1 0 -12z',
    last: 'M8 2a6 6 0 0 0 0 12z',
  }
  return html`<svg class="moon" viewBox="0 0 16 16" role="img" aria-label="${words.phases[phase]}"><title>${words.phases[phase]}</title><circle cx="8" cy="8" r="6"/><path d="${lit[phase]}"/></svg>`
}

/** The first Monday shown and how many days, whole weeks around a month. */
export function monthWeeks(month: string): { first: string; count: number } {
  const first = mondayOf(`${month}-01`)
  const [year, number] = month.split('-').map(Number) as [number, number]
  const end = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const weeks = Math.ceil(((Date.parse(end) - Date.parse(first)) / 86_400_000 + 1) / 7)
  return { first, count: weeks * 7 }
}

const linkedDay = (context: PageContext, date: string, text: string) =>
  html`<a class="number" data-moves href="${withFilter(viewHref(context, 'day', date), context.filter)}" aria-label="${dateText(context, 'full', date)}">${text}</a>`

/** A month as a table of weeks: on a narrow screen the same table reads as a list of days. */
export function monthGrid(context: PageContext, month: string, days: readonly CalendarDay[], caption: string): Markup {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const weekdays = weeks[0]?.map(
    ({ date }) =>
      html`<th scope="col"><abbr title="${dateText(context, 'weekday', date)}">${dateText(context, 'weekdayShort', date)}</abbr></th>`,
  )
  return html`<table class="month${context.today.startsWith(month) && ' current'}" data-grid><caption class="hidden">${caption}</caption><thead><tr>${weekdays ?? ''}</tr></thead><tbody>${weeks.map(
    (week) => html`<tr>${week.map((day) => cell(context, month, day))}</tr>\n`,
  )}</tbody></table>`
}

function cell(context: PageContext, month: string, day: CalendarDay): Markup {
  const { date, events, continued, total, moon } = day
  const isOutside = !date.startsWith(month)
  const isEmpty = events.length === 0 && continued.length === 0
  const classes = [
    isOutside && 'outside',
    date === context.today && 'today',
    date < context.today && 'past',
    isEmpty && 'empty',
  ].filter((name) => name !== false)
  const left = total - events.length
  return html`<td${classes.length > 0 && html` class="${classes.join(' ')}"`}><div class="day"><p class="head">${linkedDay(context, date, String(Number(date.slice(8))))}<span class="long-date" aria-hidden="true">${dateText(context, 'day', date)}</span>${moonIcon(context, moon)}</p>${
    !isEmpty &&
    html`<ul>${continued.map((event) => eventLine(context, event, true))}${events.map((event) => eventLine(context, event))}</ul>`
  }${left > 0 && html`<a class="more" data-moves href="${withFilter(viewHref(context, 'day', date), context.filter)}" aria-label="${context.words.moreOn(left, dateText(context, 'day', date))}">${context.words.more(left)}</a>`}</div></td>`
}

/** A small month that only says which days have events. */
export function smallMonth(context: PageContext, month: string, days: readonly CalendarDay[]): Markup {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return html`<table class="small-month"><caption><a href="${viewHref(context, 'month', month)}">${dateText(context, 'monthYear', `${month}-01`)}</a></caption><thead><tr>${(
    weeks[0] ?? []
  ).map(
    ({ date }) =>
      html`<th scope="col"><abbr title="${dateText(context, 'weekday', date)}">${dateText(context, 'weekdayShort', date).slice(0, 2)}</abbr></th>`,
  )}</tr></thead><tbody>${weeks.map(
    (week) => html`<tr>${week.map((day) => smallCell(context, month, day))}</tr>`,
  )}</tbody></table>`
}

function smallCell(context: PageContext, month: string, { date, total, continued }: CalendarDay): Markup {
  if (!date.startsWith(month)) return html`<td></td>`
  const number = String(Number(date.slice(8)))
  const count = total + continued.length
  const inside =
    count === 0
      ? html`<span>${number}</span>`
      : html`<a class="busy-${Math.min(3, Math.ceil(count / 3))}" href="${viewHref(context, 'day', date)}" aria-label="${dateText(context, 'day', date)}: ${context.words.events(count)}">${number}</a>`
  return html`<td${date === context.today && html` class="today"`}>${inside}</td>`
}

export const nextMonth = (month: string) => addDays(`${month}-01`, 31).slice(0, 7)
export const previousMonth = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)
