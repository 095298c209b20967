import { withFilter } from '../../filter.ts'
import { html, type Markup } from '../../html-template.ts'
import type { MoonPhase } from '../../moon-phases.ts'
import { formatHeadingDate, formatPageDate, type PageContext, viewHref } from '../../page.ts'
import { eventLine } from '../event/event-card.ts'
import type { DayWithEvents } from './calendar-days.ts'
import { festivalLine } from './festivals.ts'

/** SVG path of the illuminated part of the moon in each phase, as seen from the northern hemisphere. */
const LIT_PATHS: Record<MoonPhase, string> = {
  new: '',
  first: 'M8 2a6 6 0 0 1 0 12z',
  full: 'M8 2a6 6 0 0 1 0 12a6 6 0 0 1 0 -12z',
  last: 'M8 2a6 6 0 0 0 0 12z',
}

export function moonIcon({ words }: PageContext, phase: MoonPhase | undefined): Markup | undefined {
  if (phase === undefined) return undefined
  const name = words.phases[phase]
  return html`
    <svg class="moon" viewBox="0 0 16 16" role="img" aria-label="${name}">
      <title>${name}</title>
      <circle cx="8" cy="8" r="6"/>
      <path d="${LIT_PATHS[phase]}"/>
    </svg>
  `
}

const dayNumber = (date: string) => String(Number(date.slice(8)))

const weeksOf = (days: readonly DayWithEvents[]) =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))

/**
 * Column headings of a month table: abbreviated names of the weekdays.
 * @param length of the abbreviation in characters
 */
function weekdayHeads(context: PageContext, week: readonly DayWithEvents[], length?: number): Markup[] {
  return week.map(({ date }) => {
    const short = formatPageDate(context, 'weekdayShort', date).slice(0, length)
    return html`<th scope="col"><abbr title="${formatPageDate(context, 'weekday', date)}">${short}</abbr></th>`
  })
}

/** A month as a table of weeks. On narrow screens the style sheet shows the table as a list of days. */
export function monthTable(
  context: PageContext,
  month: string,
  days: readonly DayWithEvents[],
  caption: string,
): Markup {
  const weeks = weeksOf(days)
  const rows = weeks.map((week) => html`<tr>${week.map((day) => dayCell(context, month, day))}</tr>`)
  return html`
    <table class="month${context.today.startsWith(month) && ' current'}" data-grid>
      <caption class="hidden">${caption}</caption>
      <thead><tr>${weekdayHeads(context, weeks[0] ?? [])}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  `
}

function dayCell(context: PageContext, month: string, day: DayWithEvents): Markup {
  const { date, events, continued, festivals, total, moon } = day
  const isEmpty = events.length + continued.length + festivals.length === 0
  const classes = [
    !date.startsWith(month) && 'outside',
    date === context.today && 'today',
    date < context.today && 'past',
    isEmpty && 'empty',
  ].filter((name) => name !== false)
  const address = withFilter(viewHref(context, 'day', date), context.filter)
  const lines = [
    ...festivals.map((festival) => festivalLine(context, festival, date)),
    ...continued.map((event) => eventLine(context, event, true)),
    ...events.map((event) => eventLine(context, event)),
  ]
  return html`
    <td${classes.length > 0 && html` class="${classes.join(' ')}"`}>
      <div class="day">
        <p class="head">
          <a class="number" data-moves href="${address}" aria-label="${formatPageDate(context, 'full', date)}">
            ${dayNumber(date)}
          </a>
          <span class="long-date" aria-hidden="true">${formatPageDate(context, 'day', date)}</span>
          ${moonIcon(context, moon)}
        </p>
        ${!isEmpty && html`<ul>${lines}</ul>`}
        ${moreLink(context, date, address, total - events.length)}
      </div>
    </td>
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
export function smallMonthTable(context: PageContext, month: string, days: readonly DayWithEvents[]): Markup {
  const weeks = weeksOf(days)
  const name = formatHeadingDate(context, 'monthYear', `${month}-01`)
  const rows = weeks.map((week) => html`<tr>${week.map((day) => smallCell(context, month, day))}</tr>`)
  return html`
    <table class="small-month">
      <caption><a href="${viewHref(context, 'month', month)}">${name}</a></caption>
      <thead><tr>${weekdayHeads(context, weeks[0] ?? [], 2)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  `
}

function smallCell(context: PageContext, month: string, { date, total, continued }: DayWithEvents): Markup {
  if (!date.startsWith(month)) return html`<td></td>`
  const number = dayNumber(date)
  const count = total + continued.length
  const label = `${formatPageDate(context, 'day', date)}: ${context.words.events(count)}`
  const level = Math.min(3, Math.ceil(count / 3))
  const content =
    count === 0
      ? html`<span>${number}</span>`
      : html`<a class="busy-${level}" href="${viewHref(context, 'day', date)}" aria-label="${label}">${number}</a>`
  return html`<td${date === context.today && html` class="today"`}>${content}</td>`
}
