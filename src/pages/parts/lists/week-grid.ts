import type { TimedEventId } from '../../../collections/events/calendar/events-by-day.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatPageDate, hrefOfView, type PageContext } from '../../page-context.ts'
import { addFilterToAddress } from '../../parse-event-filter-of-page.ts'
import { isMultiDayEvent } from '../event/event-times.ts'
import { type DayWithBars, layOutBarsOfWeek, renderBarsOfDay, WEEK_LANES_MAX } from './bars-of-long-events.ts'
import type { CalendarDays } from './calendar-days.ts'
import {
  type Axis,
  cssClassesOfHourAxis,
  findHourAxisOfWeek,
  placeEventsOnHourAxis,
  renderCurrentTimeLine,
  renderEventOnHourAxis,
  renderEventWithoutRoomOnAxis,
  renderLabelsOfHourAxis,
} from './hour-axis-of-week.ts'
import { markIfToday, renderMoonPhaseIcon } from './month-grid.ts'

/**
 * Largest number of events in the list of a day on narrow screens that has no more of them on the axis. Busy days have
 * only the events of the axis there.
 */
export const EVENTS_IN_DAY_LIST_MAX = 16

/** Chooses the events that the column of a busy day shows: not the first ones, but events spread over the whole day. */
export function chooseEventsShownInDayColumn(times: readonly TimedEventId[]): readonly TimedEventId[] {
  const long = times.filter(isMultiDayEvent)
  const allDay = times.filter((one) => one.all_day === 1 && !isMultiDayEvent(one)).slice(0, WEEK_LANES_MAX)
  const { placed, crowded } = placeEventsOnHourAxis(times.filter((one) => one.all_day === 0 && !isMultiDayEvent(one)))
  const shown = [...long, ...allDay, ...placed.map(({ item }) => item)]
  const others = crowded.map(({ item }) => item).slice(0, Math.max(0, EVENTS_IN_DAY_LIST_MAX - shown.length))
  const chosen = new Set([...shown, ...others])
  return times.filter((one) => chosen.has(one))
}

type WeekDay = DayWithBars<EventRow> & ReturnType<typeof placeEventsOnHourAxis<EventRow>>

/**
 * A week with its days beside each other: bars at the top, and below them the other events on an axis of hours. On
 * narrow screens the style sheet shows the days as lists, and those before today last.
 */
export function renderWeekGrid(context: PageContext, calendar: CalendarDays<EventRow>): Markup {
  const days = layOutBarsOfWeek(calendar).map((day) => ({ ...day, ...placeEventsOnHourAxis(day.singles) }))
  const axis = findHourAxisOfWeek(days.flatMap(({ placed }) => placed))
  return html`
    <div class="week ${cssClassesOfHourAxis(axis)}">
      ${renderLabelsOfHourAxis(context, axis)}
      ${days.map((day) => dayColumn(context, axis, day))}
    </div>
  `
}

function dayColumn(context: PageContext, axis: Axis, day: WeekDay): Markup {
  const { date, bars, placed, crowded, moon } = day
  const { today } = context
  const period = date === today ? 'today' : date < today ? 'past' : ''
  const classes = `${period}${bars.lanes.length + placed.length === 0 ? ' empty' : ''}`.trim() || 'column'
  const lines = [
    ...placed.map((event) => ({ from: event.from, line: renderEventOnHourAxis(context, event) })),
    ...crowded.map(({ from, item }) => ({ from, line: renderEventWithoutRoomOnAxis(context, item) })),
  ]
    .toSorted((a, b) => a.from - b.from)
    .map(({ line }) => line)
  return html`
    <section class="${classes}">
      <h2>
        <a class="number" href="${dayHref(context, date)}"${markIfToday(context, date)}>
          <span class="weekday">${formatPageDate(context, 'weekdayShort', date)}</span>${' '}
          <span class="numeral">${String(Number(date.slice(8)))}</span>
        </a>
        ${renderMoonPhaseIcon(context, moon)}
      </h2>
      ${bars.lanes.length > 0 && html`<ul class="bars">${renderBarsOfDay(context, bars)}</ul>`}
      ${lines.length > 0 && html`<ul class="timed">${lines}</ul>`}
      ${date === today && renderCurrentTimeLine(context, axis)}
      ${moreLinks(context, day)}
    </section>
  `
}

const dayHref = (context: PageContext, date: string) =>
  addFilterToAddress(hrefOfView(context, 'day', date), context.filter)

/**
 * The links "5 more" to the page of a day: one on the axis of hours, for events for which it has no room, and one below
 * the list on narrow screens.
 */
function moreLinks(context: PageContext, { date, hidden, crowded }: WeekDay): Markup[] {
  const links =
    crowded.length > 0
      ? [
          { count: hidden + crowded.length, width: ' wide' },
          { count: hidden, width: ' narrow' },
        ]
      : [{ count: hidden, width: '' }]
  return links
    .filter(({ count }) => count > 0)
    .map(
      ({ count, width }) =>
        html`<a class="more${width}" href="${dayHref(context, date)}">${context.words.more(count)}</a>`,
    )
}
