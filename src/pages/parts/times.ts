import type { EventRow } from '../../collections/events/row.ts'
import { instantToLocal, localToInstant, zoneAbbreviation } from '../../core/time/instant.ts'
import { addDaysToDate, datePart } from '../dates.ts'
import { html, type Markup } from '../markup.ts'
import { dateText, type PageContext } from '../page.ts'

type EventTimeColumns = Pick<EventRow, 'start_local' | 'end_local' | 'start_at' | 'end_at' | 'all_day' | 'timezone'>

/** An event that ends by this time counts as ending on the evening before. */
export const NIGHT_END = '05:00:00'

/** The last date on which the calendar shows an event. */
export function lastDayOf({ start_local, end_local }: Pick<EventTimeColumns, 'start_local' | 'end_local'>): string {
  const [first, last] = [datePart(start_local), datePart(end_local)]
  return first < last && end_local.slice(11) <= NIGHT_END ? addDaysToDate(last, -1) : last
}

/** Whether the calendar shows an event on several days. */
export const isMultiDay = (event: Pick<EventTimeColumns, 'start_local' | 'end_local'>) =>
  lastDayOf(event) > datePart(event.start_local)

/** UTC for `datetime` attributes: `2026-11-21T18:30:00Z`. */
const utcStamp = (instant: number) => `${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`

/** `19:30`, or `all day`: when an event starts, with the zone if that is not the zone of the site. */
export function startTime(context: PageContext, event: EventTimeColumns): Markup {
  if (event.all_day === 1) return html`<span class="time">${context.words.allDay}</span>`
  const { site } = context.scope
  // UTC is the default of the setting: then the site's zone is not known, and every event would seem to be elsewhere.
  const isElsewhere = site.timezone !== 'UTC' && localToInstant(event.start_local, site.timezone) !== event.start_at
  const zone = isElsewhere && ` ${zoneAbbreviation(event.start_at, event.timezone)}`
  const time = dateText(context, 'time', event.start_local)
  return html`<time class="time" datetime="${utcStamp(event.start_at)}">${time}${zone}</time>`
}

/** Start and end of an event: `Saturday 21 November 2026, 19:30 – 22:00`. */
export function timeSpan(context: PageContext, event: EventTimeColumns): Markup {
  const { start_local: start, end_local: end } = event
  const time = (local: string) => (event.all_day === 1 ? '' : `, ${dateText(context, 'time', local)}`)
  const first = `${dateText(context, 'full', start)}${time(start)}`
  if (!isMultiDay(event)) {
    const last = event.all_day === 1 || start === end ? '' : ` – ${dateText(context, 'time', end)}`
    return html`<time datetime="${utcStamp(event.start_at)}">${first}${last}</time>`
  }
  const last = `${dateText(context, 'full', end)}${time(end)}`
  return html`
    <time datetime="${utcStamp(event.start_at)}">${first}</time> –${' '}
    <time datetime="${utcStamp(event.end_at)}">${last}</time>
  `
}

/** The zone of an event, and an empty element into which the script writes the reader's local time if it differs. */
export function timeZoneNote(context: PageContext, event: EventTimeColumns): Markup | undefined {
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
        data-words="${context.words.yourTime}"
        hidden
      ></span>
    </p>
  `
}

/** `until 30 Nov` for an event of several days; undefined for all others. */
export const untilText = (context: PageContext, event: EventTimeColumns): string | undefined =>
  isMultiDay(event) ? context.words.until(dateText(context, 'dayMonth', lastDayOf(event))) : undefined
