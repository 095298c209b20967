import type { EventRow } from '../../collections/events/row.ts'
import { instantToLocal, localToInstant, zoneAbbreviation } from '../../core/time/instant.ts'
import { addDays, datePart } from '../dates.ts'
import { html, type Markup } from '../markup.ts'
import { dateText, type PageContext } from '../page.ts'

type EventTimeColumns = Pick<EventRow, 'start_local' | 'end_local' | 'start_at' | 'end_at' | 'all_day' | 'timezone'>

/** Ends after midnight belong to the evening before. */
export const NIGHT_END = '05:00:00'

/** The last day an event is on, as people see it. */
export function lastDayOf({ start_local, end_local }: Pick<EventTimeColumns, 'start_local' | 'end_local'>): string {
  const [first, last] = [datePart(start_local), datePart(end_local)]
  return first < last && end_local.slice(11) <= NIGHT_END ? addDays(last, -1) : last
}

/** Whether an event is on more than one day, as people see it. */
export const isMultiDay = (event: Pick<EventTimeColumns, 'start_local' | 'end_local'>) =>
  lastDayOf(event) > datePart(event.start_local)

/** Moments for machines: the script beside the page tells the reader's own time from them. */
const stamp = (instant: number) => `${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`

/** `19:30`, or `all day`: the time of an event on the day it starts, with its zone where that is not the site's. */
export function startTime(context: PageContext, event: EventTimeColumns): Markup {
  if (event.all_day === 1) return html`<span class="time">${context.words.allDay}</span>`
  const { site } = context.scope
  // A site that has not said where it is has nothing to compare with.
  const isElsewhere = site.timezone !== 'UTC' && localToInstant(event.start_local, site.timezone) !== event.start_at
  return html`<time class="time" datetime="${stamp(event.start_at)}">${dateText(context, 'time', event.start_local)}${isElsewhere && ` ${zoneAbbreviation(event.start_at, event.timezone)}`}</time>`
}

/** The whole span in words: `Saturday 21 November 2026, 19:30 – 22:00`. */
export function timeSpan(context: PageContext, event: EventTimeColumns): Markup {
  const { start_local: start, end_local: end } = event
  const time = (local: string) => (event.all_day === 1 ? '' : `, ${dateText(context, 'time', local)}`)
  const first = `${dateText(context, 'full', start)}${time(start)}`
  if (!isMultiDay(event)) {
    const last = event.all_day === 1 || start === end ? '' : ` – ${dateText(context, 'time', end)}`
    return html`<time datetime="${stamp(event.start_at)}">${first}${last}</time>`
  }
  return html`<time datetime="${stamp(event.start_at)}">${first}</time> – <time datetime="${stamp(event.end_at)}">${dateText(context, 'full', end)}${time(end)}</time>`
}

/** The zone of an event, with room for the reader's own time where that is another. */
export function timeZoneNote(context: PageContext, event: EventTimeColumns): Markup | undefined {
  if (event.all_day === 1) return undefined
  const { start_at, end_at, timezone } = event
  const abbreviation = zoneAbbreviation(start_at, timezone)
  const offset = Math.round((Date.parse(`${event.start_local.replace(' ', 'T')}Z`) / 1000 - start_at) / 60)
  return html`<p class="zone">${abbreviation}${abbreviation !== timezone && html`<span class="quiet"> · ${timezone.replaceAll('_', ' ')}</span>`} <span class="own" data-start="${start_at}" data-end="${end_at}" data-offset="${offset}" data-words="${context.words.yourTime}" hidden></span></p>`
}

/** What a list says of an event's days: until when it is on. */
export const untilText = (context: PageContext, event: EventTimeColumns): string | undefined =>
  isMultiDay(event) ? context.words.until(dateText(context, 'dayMonth', lastDayOf(event))) : undefined
