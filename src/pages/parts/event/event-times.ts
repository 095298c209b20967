import { NIGHT_END } from '../../../collections/events/calendar/calendar-days-sql.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { LOCALES } from '../../../core/language.ts'
import { instantToLocal, localToInstant, zoneAbbreviation } from '../../../core/time/instant.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatHeadingDate, formatPageDate, type PageContext } from '../../page-context.ts'
import { addDaysToDate, capitalize, dateOfLocalTime, formatTimeRangeOfDay } from '../../page-dates.ts'

type EventTimeColumns = Pick<EventRow, 'start_local' | 'end_local' | 'start_at' | 'end_at' | 'all_day' | 'timezone'>

/** The last date (`YYYY-MM-DD`) on which the calendar shows an event. */
export function lastShownDayOfEvent({
  start_local,
  end_local,
}: Pick<EventTimeColumns, 'start_local' | 'end_local'>): string {
  const [first, last] = [dateOfLocalTime(start_local), dateOfLocalTime(end_local)]
  return first < last && end_local.slice(11) <= NIGHT_END ? addDaysToDate(last, -1) : last
}

/** Whether the calendar shows an event on more than one day. */
export const isMultiDayEvent = (event: Pick<EventTimeColumns, 'start_local' | 'end_local'>) =>
  lastShownDayOfEvent(event) > dateOfLocalTime(event.start_local)

/** Formats seconds since 1970-01-01 UTC for `datetime` attributes: `2026-11-21T18:30:00Z`. */
const utcStamp = (instant: number) => `${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`

/**
 * The start time of an event as text: `19:30`, or `19:30 CET` if the UTC offset of the event differs from that of the
 * site, or `all day`.
 */
export function renderEventStartTime(context: PageContext, event: EventTimeColumns): Markup {
  if (event.all_day === 1) return html`<span class="time">${context.words.allDay}</span>`
  const { site } = context.scope
  // UTC is the default time zone of a site and probably not chosen, so on such a site events are shown without their
  // time zone.
  const isElsewhere = site.timezone !== 'UTC' && localToInstant(event.start_local, site.timezone) !== event.start_at
  const zone = isElsewhere && ` ${zoneAbbreviation(event.start_at, event.timezone)}`
  const time = formatPageDate(context, 'time', event.start_local)
  return html`<time class="time" datetime="${utcStamp(event.start_at)}">${time}${zone}</time>`
}

/** Date and time of the start and end of an event: `Saturday, 21 November 2026, 19:30–22:00`. */
export function renderEventTimeSpan(context: PageContext, event: EventTimeColumns): Markup {
  const { start_local: start, end_local: end } = event
  const format = event.all_day === 1 ? 'full' : 'fullTime'
  const first = formatHeadingDate(context, format, start)
  if (!isMultiDayEvent(event)) {
    const hasEnd = event.all_day === 0 && start < end
    const text = hasEnd ? timesOfDay(context, start, end) : first
    return html`<time datetime="${utcStamp(event.start_at)}">${text}</time>`
  }
  const last = formatPageDate(context, format, end)
  return html`
    <time datetime="${utcStamp(event.start_at)}">${first}</time> –${' '}
    <time datetime="${utcStamp(event.end_at)}">${last}</time>
  `
}

/**
 * Formats start and end of an event as times on one day. An event that ends in the night counts as one of a single day,
 * although its end is on the next date.
 */
function timesOfDay({ language, scope }: PageContext, start: string, end: string): string {
  const sameDay = `${dateOfLocalTime(start)} ${end.slice(11)}`
  return capitalize(language, formatTimeRangeOfDay(language, start, sameDay, scope.site.clock))
}

/**
 * The time zone of an event, and an empty element into which the script of pages writes the event's time in the time
 * zone of the visitor, if that differs.
 */
export function renderTimeZoneNoteOfEvent(context: PageContext, event: EventTimeColumns): Markup | undefined {
  if (event.all_day === 1) return undefined
  const { start_at, end_at, timezone } = event
  const abbreviation = zoneAbbreviation(start_at, timezone)
  const name = abbreviation !== timezone && html`<span class="quiet"> · ${timezone.replaceAll('_', ' ')}</span>`
  const offsetMinutes = Math.round((Date.parse(`${event.start_local.replace(' ', 'T')}Z`) / 1000 - start_at) / 60)
  return html`
    <p class="zone">
      ${abbreviation}${name}${' '}
      <span
        class="own"
        data-start="${start_at}"
        data-end="${end_at}"
        data-offset="${offsetMinutes}"
        data-locale="${LOCALES[context.language]}"
        data-clock="${context.scope.site.clock}"
        data-words="${context.words.yourTime}"
        hidden
      ></span>
    </p>
  `
}

/** The last day of an event that lasts several days, as in `until 30 Nov`; undefined for all other events. */
export const formatLastDayOfEvent = (context: PageContext, event: EventTimeColumns): string | undefined =>
  isMultiDayEvent(event)
    ? context.words.until(formatPageDate(context, 'dayMonth', lastShownDayOfEvent(event)))
    : undefined
