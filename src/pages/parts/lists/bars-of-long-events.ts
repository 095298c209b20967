import type { EventLine, EventRow } from '../../../collections/events/event-row.ts'
import type { SeriesRow } from '../../../collections/series/series-store.ts'
import {
  assignLanesToEventBars,
  type DayLanes,
  LANES_MAX,
  type Segment,
  type Span,
} from '../../calendar-layout/bar-lanes.js'
import { cssClassForLayoutNumber } from '../../calendar-layout/css-classes-for-numbers.ts'
import { html, type Markup } from '../../html-template.ts'
import type { PageContext } from '../../page-context.ts'
import { dateOfLocalTime } from '../../page-dates.ts'
import { colorClassOfEvent, renderEventLink } from '../event/event-card.ts'
import { lastShownDayOfEvent, renderEventStartTime } from '../event/event-times.ts'
import type { CalendarDays, DayWithEvents } from './calendar-days.ts'
import { festivalLink } from './festivals.ts'

type BarItem = { event: EventLine } | { festival: SeriesRow }

/** A day of a month or week with the bars of festivals and of events of several days. */
export interface DayWithBars<Row extends EventLine = EventLine> extends DayWithEvents<Row> {
  bars: DayLanes<BarItem>
  /** Events of this day that have no bar. */
  singles: Row[]
  /** Number of events of this day that have neither a bar nor a line of their own in the cell. */
  hidden: number
  /** Number of all events that take place on this day. */
  count: number
}

/** Gives the festivals and the events of several days lanes for their bars, for each week of the month. */
export const layOutBarsOfMonth = (calendar: CalendarDays): DayWithBars[][] =>
  barsOfWeeks(calendar, calendar.long, LANES_MAX)

/** Largest number of bars above each other on the page of a week. */
export const WEEK_LANES_MAX = 5

/** Gives the festivals, the events of several days and the all-day events of a week lanes for their bars. */
export function layOutBarsOfWeek(calendar: CalendarDays<EventRow>): DayWithBars<EventRow>[] {
  const longIds = new Set(calendar.long.map(({ id }) => id))
  const allDay = calendar.days.flatMap(({ events }) =>
    events.filter(({ id, all_day }) => all_day === 1 && !longIds.has(id)),
  )
  return barsOfWeeks(calendar, [...calendar.long, ...allDay], WEEK_LANES_MAX).flat()
}

function barsOfWeeks<Row extends EventLine>(
  { days, long, festivals }: CalendarDays<Row>,
  events: readonly Row[],
  lanesMax: number,
): DayWithBars<Row>[][] {
  const barred = new Set(events.map(({ id }) => id))
  const groups = [festivals.flatMap(festivalSpan), events.map((event) => eventSpan(event, long.includes(event)))]
  return groupDaysByWeek(days).map((week) => {
    const dates = week.map(({ date }) => date)
    const lanes = assignLanesToEventBars<BarItem>(dates, groups, lanesMax)
    return week.map((day, index) => withBars(day, lanes[index] as DayLanes<BarItem>, barred))
  })
}

/** Divides consecutive days into weeks of seven days. */
export const groupDaysByWeek = <Day>(days: readonly Day[]): Day[][] =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))

/**
 * The first and last day of the bar of an event.
 * @param isLong whether the bar extends over all days of the event; if not, it is in the cell of its first day only
 */
const eventSpan = (event: EventLine, isLong: boolean): Span<BarItem> => ({
  item: { event },
  first: dateOfLocalTime(event.start_local),
  last: isLong ? lastShownDayOfEvent(event) : dateOfLocalTime(event.start_local),
})

function festivalSpan(festival: SeriesRow): Span<BarItem>[] {
  const { first_start: first, last_start: last } = festival.programme
  if (first === null || last === null) return []
  return [{ item: { festival }, first: dateOfLocalTime(first), last: dateOfLocalTime(last) }]
}

function withBars<Row extends EventLine>(
  day: DayWithEvents<Row>,
  bars: DayLanes<BarItem>,
  barred: ReadonlySet<number>,
): DayWithBars<Row> {
  const count = day.total + day.continued.length
  const singles = day.events.filter(({ id }) => !barred.has(id))
  const shown = bars.lanes.filter((bar) => bar !== undefined && 'event' in bar.item).length
  return { ...day, bars, singles, count, hidden: count - singles.length - shown }
}

/**
 * The lines of the bars in the cell of a day, from the top. Segments on consecutive days form one bar, whose title
 * is in the first of them, over all of its days of the week; the others have the title for screen readers, and for
 * narrow screens, which show the events of one day.
 */
export const renderBarsOfDay = (context: PageContext, { lanes }: DayLanes<BarItem>): Markup[] =>
  lanes.map((bar) => (bar === undefined ? GAP : barLine(context, bar)))

const GAP = html`<li class="gap" aria-hidden="true"></li>`

function barLine(context: PageContext, { item, begins, ends, days }: Segment<BarItem>): Markup {
  const length = days > 0 ? ` ${cssClassForLayoutNumber('days', days)}` : ''
  const extent = `${begins ? ' begins' : ''}${ends ? ' ends' : ''}${length}`
  if ('festival' in item) {
    return html`<li class="bar festival${extent}"><p>${festivalLink(context, item.festival)}</p></li>`
  }
  const { event } = item
  const time = begins && event.all_day === 0 && html`${renderEventStartTime(context, event)} `
  const color = colorClassOfEvent(event)
  return html`<li class="bar ${color}${extent}"><p>${time}${renderEventLink(context, event)}</p></li>`
}

/** CSS class of the colour of a bar. */
export const colorClassOfBar = (item: BarItem): string => ('event' in item ? colorClassOfEvent(item.event) : 'festival')
