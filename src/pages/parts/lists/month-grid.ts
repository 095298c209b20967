import { memoize } from '../../../core/generic/memoize.ts'
import { html, type Markup } from '../../html-template.ts'
import type { MoonPhase } from '../../moon-phases.ts'
import { formatHeadingDate, formatPageDate, hrefOfView, type PageContext } from '../../page-context.ts'
import { addFilterToAddress } from '../../parse-event-filter-of-page.ts'
import { colorClassOfEvent, renderEventLine } from '../event/event-card.ts'
import {
  colorClassOfBar,
  type DayWithBars,
  groupDaysByWeek,
  layOutBarsOfMonth,
  renderBarsOfDay,
} from './bars-of-long-events.ts'
import type { CalendarDays, DayWithEvents } from './calendar-days.ts'

/** SVG path of the illuminated part of the moon in each phase, as seen from the northern hemisphere. */
const LIT_PATHS: Record<MoonPhase, string> = {
  new: '',
  first: 'M8 2a6 6 0 0 1 0 12z',
  full: 'M8 2a6 6 0 0 1 0 12a6 6 0 0 1 0 -12z',
  last: 'M8 2a6 6 0 0 0 0 12z',
}

export function renderMoonPhaseIcon({ words }: PageContext, phase: MoonPhase | undefined): Markup | undefined {
  if (phase === undefined) return undefined
  const name = words.phases[phase]
  return html`
    <svg class="moon" viewBox="0 0 16 16" role="img">
      <title>${name}</title>
      <circle cx="8" cy="8" r="6"/>
      <path d="${LIT_PATHS[phase]}"/>
    </svg>
  `
}

const dayNumber = (date: string) => String(Number(date.slice(8)))

/** The number of a day of the month in a link; French writes the first one as `1er`, as the name of the link does. */
const dayNumberInLink = ({ language }: PageContext, date: string): Markup =>
  html`${dayNumber(date)}${language === 'fr' && date.endsWith('-01') && html`<sup>er</sup>`}`

/**
 * Column headings of a month table: abbreviated names of the weekdays.
 * @param length of the abbreviation in characters
 */
function weekdayHeads(context: PageContext, week: readonly DayWithEvents[], length?: number): Markup[] {
  const cut = week.map(({ date }) => formatPageDate(context, 'weekdayShort', date).slice(0, length))
  // If the abbreviations of some weekdays are equal, as in Arabic, the shortest names of the language are used instead.
  const isAmbiguous = new Set(cut).size < week.length
  const names = isAmbiguous ? week.map(({ date }) => formatPageDate(context, 'weekdayNarrow', date)) : cut
  return week.map(({ date }, index) => {
    const title = formatPageDate(context, 'weekday', date)
    return html`<th scope="col"><abbr title="${title}">${names[index] ?? ''}</abbr></th>`
  })
}

/**
 * A month as a table of weeks. On narrow screens the style sheet shows the table without events, and below it the
 * events of one day: of the day to which the fragment of the address points, else of `pickedDay`.
 */
export function renderMonthTable(context: PageContext, month: string, calendar: CalendarDays, caption: string): Markup {
  const weeks = layOutBarsOfMonth(calendar)
  const picked = pickedDay(context, month, weeks.flat())
  const rows = weeks.map(
    (week) => html`
      <tr${(week.at(-1)?.date ?? '') < context.today && html` class="over"`}>
        ${week.map((day) => dayCell(context, month, day, day.date === picked))}
      </tr>
    `,
  )
  return html`
    <table class="month${context.today.startsWith(month) && ' current'}" data-grid>
      <caption class="hidden">${caption}</caption>
      <thead><tr>${weekdayHeads(context, weeks[0] ?? [])}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  `
}

/** Today or the first day after it with events, in other months the first day with events; undefined without events. */
function pickedDay({ today }: PageContext, month: string, days: readonly DayWithBars[]): string | undefined {
  const busy = days.filter((day) => day.date.startsWith(month) && isBusy(day))
  return (busy.find(({ date }) => date >= today) ?? busy[0])?.date
}

/** Tells screen readers which day of a calendar is today. */
export const markIfToday = ({ today }: PageContext, date: string): Markup | false =>
  date === today && html` aria-current="date"`

const isBusy = ({ bars, count }: DayWithBars) => bars.lanes.length > 0 || count > 0

function dayCell(context: PageContext, month: string, day: DayWithBars, isPicked: boolean): Markup {
  const { date, moon } = day
  const isOutside = !date.startsWith(month)
  const classes = [
    isOutside && 'outside',
    date === context.today && 'today',
    date < context.today && 'past',
    isPicked && 'picked',
  ].filter((name) => name !== false)
  const address = addFilterToAddress(hrefOfView(context, 'day', date), context.filter)
  const label = formatPageDate(context, 'full', date)
  return html`
    <td id="d-${date}"${classes.length > 0 && html` class="${classes.join(' ')}"`}>
      <p class="head">
        <a class="number" data-moves href="${address}" aria-label="${label}"${markIfToday(context, date)}>
          ${dayNumberInLink(context, date)}
        </a>
        ${isBusy(day) && !isOutside ? dayChoice(context, day) : html`<span class="choice">${dayNumber(date)}</span>`}
        ${renderMoonPhaseIcon(context, moon)}
      </p>
      ${isBusy(day) && dayEvents(context, day, address)}
    </td>
  `
}

const DOTS_MAX = 3

/** A dot in the colour of an event. Memoized, because a month has up to a hundred dots in few colours. */
const dot = memoize((color) => html`<i class="${color}"></i>`)

/**
 * The number of a day with dots for its first events. On narrow screens it is a link to the list of the day's events
 * below the month.
 */
function dayChoice(context: PageContext, { date, bars, singles, count }: DayWithBars): Markup {
  const label = `${formatPageDate(context, 'day', date)}: ${context.words.events(count)}`
  const barDots = bars.lanes.flatMap((bar) => (bar === undefined ? [] : dot(colorClassOfBar(bar.item))))
  const dots = [...barDots, ...singles.slice(0, DOTS_MAX).map((event) => dot(colorClassOfEvent(event)))]
  const shown = dots.slice(0, DOTS_MAX)
  const today = markIfToday(context, date)
  const number = dayNumberInLink(context, date)
  return html`<a class="choice" href="#d-${date}" aria-label="${label}"${today}><b>${number}</b>${shown}</a>`
}

function dayEvents(context: PageContext, day: DayWithBars, address: string): Markup {
  const { date, bars, singles, hidden } = day
  const lines = singles.map((event) => renderEventLine(context, event))
  return html`
    <div class="events">
      <p class="long-date">${formatHeadingDate(context, 'day', date)}</p>
      <ul>${renderBarsOfDay(context, bars)}${lines}</ul>
      ${moreLink(context, date, address, hidden)}
    </div>
  `
}

/**
 * The link "5 more" in the cell of a day, to the page of the day; undefined if the cell shows all events of the day.
 */
function moreLink(context: PageContext, date: string, address: string, count: number): Markup | undefined {
  if (count <= 0) return undefined
  const { words } = context
  const label = words.moreOn(count, formatPageDate(context, 'day', date))
  return html`<a class="more" data-moves href="${address}" aria-label="${label}">${words.more(count)}</a>`
}

/** A small month table, which shows the number of events of each day by colour, without their titles. */
export function renderSmallMonthTable(context: PageContext, month: string, days: readonly DayWithEvents[]): Markup {
  const weeks = groupDaysByWeek(days)
  const name = formatHeadingDate(context, 'monthYear', `${month}-01`)
  const rows = weeks.map((week) => html`<tr>${week.map((day) => smallCell(context, month, day))}</tr>`)
  return html`
    <table class="small-month">
      <caption><a href="${hrefOfView(context, 'month', month)}">${name}</a></caption>
      <thead><tr>${weekdayHeads(context, weeks[0] ?? [], 2)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  `
}

function smallCell(context: PageContext, month: string, { date, total, continued }: DayWithEvents): Markup {
  if (!date.startsWith(month)) return html`<td></td>`
  const number = dayNumberInLink(context, date)
  const count = total + continued.length
  const label = `${formatPageDate(context, 'day', date)}: ${context.words.events(count)}`
  const day = hrefOfView(context, 'day', date)
  const level = Math.min(3, Math.ceil(count / 3))
  const content =
    count === 0
      ? html`<span>${dayNumber(date)}</span>`
      : html`<a class="busy-${level}" href="${day}" aria-label="${label}"${markIfToday(context, date)}>${number}</a>`
  return html`<td${date === context.today && html` class="today"`}>${content}</td>`
}
