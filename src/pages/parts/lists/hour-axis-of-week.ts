import type { EventRow } from '../../../collections/events/event-row.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { cssClassForLayoutNumber } from '../../calendar-layout/css-classes-for-numbers.ts'
import {
  chooseHoursShownOnAxis,
  minutesSinceMidnight,
  type PlacedItem,
  placeOverlappingEventsInColumns,
} from '../../calendar-layout/hour-axis-layout.js'
import { html, type Markup } from '../../html-template.ts'
import { formatPageDate, type PageContext } from '../../page-context.ts'
import { dateOfLocalTime } from '../../page-dates.ts'
import { colorClassOfEvent, formatVenuesOfEvent, renderEventLink } from '../event/event-card.ts'
import { renderEventStartTime } from '../event/event-times.ts'
import { directionAttribute } from '../language-and-direction-attributes.ts'

/** An event of one day with its position on the axis of hours. */
export type PlacedEvent = PlacedItem<EventRow>

/** Events and the line of the current time are placed in steps of this many minutes. */
const STEP = 15

/**
 * Places the events of one day on the axis of hours. An event that ends after midnight is drawn until midnight.
 * @returns `crowded`: events for which the axis has no room
 */
export function placeEventsOnHourAxis<Item extends Pick<EventRow, 'start_local' | 'end_local'>>(
  events: readonly Item[],
) {
  const { placed, hidden } = placeOverlappingEventsInColumns(
    events.map((event) => ({
      item: event,
      from: minutesSinceMidnight(event.start_local),
      to:
        dateOfLocalTime(event.start_local) === dateOfLocalTime(event.end_local)
          ? minutesSinceMidnight(event.end_local)
          : 24 * 60,
    })),
  )
  return { placed, crowded: hidden }
}

/** The hours that the axis of a week shows. */
export interface Axis {
  first: number
  hours: number
}

/** Finds the hours that the axis of a week must show for its events. */
export const findHourAxisOfWeek = (placed: readonly PlacedEvent[]): Axis => chooseHoursShownOnAxis(placed)

/** CSS classes that set the first hour and the number of hours of the axis. */
export const cssClassesOfHourAxis = ({ first, hours }: Axis): string =>
  `${cssClassForLayoutNumber('first', first)} ${cssClassForLayoutNumber('hours', hours)}`

/** The labels of the hours beside the columns of a week. */
export function renderLabelsOfHourAxis(context: PageContext, { first, hours }: Axis): Markup {
  const labels = Array.from({ length: hours }, (_, index) => {
    const hour = String(first + index).padStart(2, '0')
    return html`<li>${formatPageDate(context, 'time', `2000-01-01 ${hour}:00:00`)}</li>`
  })
  return html`<ol class="hour-labels" aria-hidden="true">${labels}</ol>`
}

/** An event on the axis of hours: its time, title and venue. */
export function renderEventOnHourAxis(
  context: PageContext,
  { item: event, from, to, column, columns }: PlacedEvent,
): Markup {
  const start = Math.floor(from / STEP)
  const place = [
    cssClassForLayoutNumber('at', start),
    cssClassForLayoutNumber('for', Math.floor(to / STEP) - start),
    ...(columns > 1 ? [cssClassForLayoutNumber('column', column), cssClassForLayoutNumber('columns', columns)] : []),
  ].join(' ')
  return timedLine(context, event, place)
}

/** An event for which the axis of hours has no room. The style sheet shows it only in the list on narrow screens. */
export const renderEventWithoutRoomOnAxis = (context: PageContext, event: EventRow): Markup =>
  timedLine(context, event, 'crowded')

function timedLine(context: PageContext, event: EventRow, classes: string): Markup {
  const venue = formatVenuesOfEvent(event)
  return html`
    <li class="${colorClassOfEvent(event)} ${classes}">
      <p>
        ${renderEventStartTime(context, event)}${' '}
        ${renderEventLink(context, event)}
        ${venue !== '' && html` <span class="place"${directionAttribute(venue, context.language)}>${venue}</span>`}
      </p>
    </li>
  `
}

/**
 * The line at the current time in the time zone of the site. In browsers without script it is up to 15 minutes late;
 * the script of pages moves it every minute.
 */
export function renderCurrentTimeLine({ scope }: PageContext, { first, hours }: Axis): Markup {
  const { now, site } = scope
  const local = instantToLocal(now, site.timezone)
  const hour = minutesSinceMidnight(local) / 60
  const isHidden = hour < first || hour > first + hours
  const offset = Math.round((Date.parse(`${local.replace(' ', 'T')}Z`) / 1000 - now) / 60)
  const at = cssClassForLayoutNumber('at', Math.floor(minutesSinceMidnight(local) / STEP))
  return html`
    <div
      class="now ${at}"
      data-date="${dateOfLocalTime(local)}"
      data-offset="${offset}"
      aria-hidden="true"${isHidden && html` hidden`}
    ></div>
  `
}

/**
 * The next time at which the server draws the line of the current time at another position: seconds since 1970-01-01
 * UTC.
 */
export const timeOfNextMoveOfCurrentTimeLine = (now: number): number => (Math.floor(now / (STEP * 60)) + 1) * STEP * 60
