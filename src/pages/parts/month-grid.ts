import { listBegun, listDays, listLasting } from '../../collections/events/days.ts'
import type { EventRow } from '../../collections/events/store.ts'
import { instantOf, localOf } from '../../core/time/instant.ts'
import { dateOf, datesFrom, mondayOf, movedBy } from '../dates.ts'
import { filtered } from '../filter.ts'
import { html, type Markup } from '../markup.ts'
import { type Phase, phasesBetween } from '../moon.ts'
import { inWords, type Visit, viewAddress } from '../visit.ts'
import { eventLine } from './event-card.ts'
import { isLong, lastDayOf, SMALL_HOURS } from './times.ts'

export interface DayOfGrid {
  date: string
  /** Those that start on it, the first of them. */
  events: EventRow[]
  /** Those that began before and are still on. */
  continued: EventRow[]
  /** How many start on it. */
  total: number
  moon: Phase | undefined
}

/** What lasts longer is not repeated on each of its days. */
const REPEATED_DAYS_MAX = 7
/** How many of those that last over a whole period are named. */
const LASTING_MAX = 12
/** How many of those that begin in a period. */
const BEGUN_MAX = 50

const lengthOf = (event: EventRow) =>
  (Date.parse(lastDayOf(event)) - Date.parse(dateOf(event.start_local))) / 86_400_000 + 1

/** The days of a period, and what is on all the while. @param eventsMax of one day */
export async function daysOf(visit: Visit, first: string, count: number, eventsMax: number) {
  const dates = datesFrom(first, count)
  const last = dates.at(-1) as string
  const window = { from: `${first} 00:00:00`, to: `${last} 23:59:59` }
  const { scope, filter } = visit
  const [listed, lasting, begun] = await Promise.all([
    listDays(scope, filter.query, window, eventsMax),
    listLasting(scope, filter.query, first, SMALL_HOURS, LASTING_MAX),
    listBegun(scope, filter.query, window, SMALL_HOURS, BEGUN_MAX),
  ])
  const byDate = new Map(listed.map((day) => [day.date, day]))
  // Also those that a busy day has no room for.
  const shown = [...listed.flatMap(({ events }) => events), ...begun.events].filter(isLong)
  const started = [...new Map(shown.map((event) => [event.id, event])).values()]
  const repeated = [...lasting.events.filter(isLong), ...started].filter((one) => lengthOf(one) <= REPEATED_DAYS_MAX)
  const moons = moonsOf(visit, first, last)
  const days = dates.map((date): DayOfGrid => {
    const { events = [], total = 0 } = byDate.get(date) ?? {}
    const isOn = (event: EventRow) => dateOf(event.start_local) < date && date <= lastDayOf(event)
    return { date, events, total, continued: repeated.filter(isOn), moon: moons.get(date) }
  })
  const ongoing = [...lasting.events.filter(isLong), ...started].filter((one) => lengthOf(one) > REPEATED_DAYS_MAX)
  return { days, ongoing, total: listed.reduce((sum, day) => sum + day.total, 0) + lasting.total }
}

function moonsOf({ scope: { site } }: Visit, first: string, last: string): Map<string, Phase> {
  const from = instantOf(`${first} 00:00:00`, site.timezone)
  const to = instantOf(`${last} 23:59:59`, site.timezone)
  return new Map(phasesBetween(from, to).map(({ phase, at }) => [dateOf(localOf(at, site.timezone)), phase]))
}

/** The moon as it hangs over the north. */
export function moonMark({ words }: Visit, phase: Phase | undefined): Markup | undefined {
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
export function weeksAround(month: string): { first: string; count: number } {
  const first = mondayOf(`${month}-01`)
  const [year, number] = month.split('-').map(Number) as [number, number]
  const end = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const weeks = Math.ceil(((Date.parse(end) - Date.parse(first)) / 86_400_000 + 1) / 7)
  return { first, count: weeks * 7 }
}

const linkedDay = (visit: Visit, date: string, text: string) =>
  html`<a class="number" data-moves href="${filtered(viewAddress(visit, 'day', date), visit.filter)}" aria-label="${inWords(visit, 'full', date)}">${text}</a>`

/** A month as a table of weeks: on a narrow screen the same table reads as a list of days. */
export function monthGrid(visit: Visit, month: string, days: readonly DayOfGrid[], caption: string): Markup {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const weekdays = weeks[0]?.map(
    ({ date }) =>
      html`<th scope="col"><abbr title="${inWords(visit, 'weekday', date)}">${inWords(visit, 'weekdayShort', date)}</abbr></th>`,
  )
  return html`<table class="month${visit.today.startsWith(month) && ' current'}" data-grid><caption class="hidden">${caption}</caption><thead><tr>${weekdays ?? ''}</tr></thead><tbody>${weeks.map(
    (week) => html`<tr>${week.map((day) => cell(visit, month, day))}</tr>\n`,
  )}</tbody></table>`
}

function cell(visit: Visit, month: string, day: DayOfGrid): Markup {
  const { date, events, continued, total, moon } = day
  const isOutside = !date.startsWith(month)
  const isEmpty = events.length === 0 && continued.length === 0
  const classes = [
    isOutside && 'outside',
    date === visit.today && 'today',
    date < visit.today && 'past',
    isEmpty && 'empty',
  ].filter((name) => name !== false)
  const left = total - events.length
  return html`<td${classes.length > 0 && html` class="${classes.join(' ')}"`}><div class="day"><p class="head">${linkedDay(visit, date, String(Number(date.slice(8))))}<span class="long-date" aria-hidden="true">${inWords(visit, 'day', date)}</span>${moonMark(visit, moon)}</p>${
    !isEmpty &&
    html`<ul>${continued.map((event) => eventLine(visit, event, true))}${events.map((event) => eventLine(visit, event))}</ul>`
  }${left > 0 && html`<a class="more" data-moves href="${filtered(viewAddress(visit, 'day', date), visit.filter)}" aria-label="${visit.words.moreOn(left, inWords(visit, 'day', date))}">${visit.words.more(left)}</a>`}</div></td>`
}

/** A small month that only says which days have events. */
export function smallMonth(visit: Visit, month: string, days: readonly DayOfGrid[]): Markup {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return html`<table class="small-month"><caption><a href="${viewAddress(visit, 'month', month)}">${inWords(visit, 'monthYear', `${month}-01`)}</a></caption><thead><tr>${(
    weeks[0] ?? []
  ).map(
    ({ date }) =>
      html`<th scope="col"><abbr title="${inWords(visit, 'weekday', date)}">${inWords(visit, 'weekdayShort', date).slice(0, 2)}</abbr></th>`,
  )}</tr></thead><tbody>${weeks.map(
    (week) => html`<tr>${week.map((day) => smallCell(visit, month, day))}</tr>`,
  )}</tbody></table>`
}

function smallCell(visit: Visit, month: string, { date, total, continued }: DayOfGrid): Markup {
  if (!date.startsWith(month)) return html`<td></td>`
  const number = String(Number(date.slice(8)))
  const count = total + continued.length
  const inside =
    count === 0
      ? html`<span>${number}</span>`
      : html`<a class="busy-${Math.min(3, Math.ceil(count / 3))}" href="${viewAddress(visit, 'day', date)}" aria-label="${inWords(visit, 'day', date)}: ${visit.words.events(count)}">${number}</a>`
  return html`<td${date === visit.today && html` class="today"`}>${inside}</td>`
}

export const nextMonth = (month: string) => movedBy(`${month}-01`, 31).slice(0, 7)
export const previousMonth = (month: string) => movedBy(`${month}-01`, -1).slice(0, 7)
