import type { EventLine } from '../../../collections/events/event-row.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatPageMessage, type PageContext } from '../../page-context.ts'

/** Whether an event is neither cancelled nor postponed, so that its title is not struck through. */
export const isEventTakingPlace = ({ event_status }: Pick<EventLine, 'event_status'>) =>
  event_status !== 'cancelled' && event_status !== 'postponed'

/** A word for how people attend an event other than at its venue: `Online`; undefined for other events. */
export function wordForAttendanceMode(context: PageContext, { attendance_mode: mode }: EventLine): string | undefined {
  return mode === 'offline' ? undefined : formatPageMessage(context, `attendance.${mode}`)
}

/**
 * The badges for the status and attendance mode of an event: `Cancelled`, `Sold out`, `Online`; undefined if there are
 * none.
 */
export function renderBadgesForEventStatus(context: PageContext, event: EventLine): Markup | undefined {
  const { event_status: status, sold_out, attendance_mode } = event
  // Returns early, because nearly all events of a month have no badge.
  if (status === 'scheduled' && sold_out === 0 && attendance_mode === 'offline') return undefined
  const words = [
    status !== 'scheduled' && formatPageMessage(context, `event-status.${status}`),
    sold_out === 1 && isEventTakingPlace(event) && formatPageMessage(context, 'event-status.sold_out'),
    status !== 'moved_online' && wordForAttendanceMode(context, event),
  ].filter((word) => typeof word === 'string')
  if (words.length === 0) return undefined
  const kind = isEventTakingPlace(event) ? 'badge' : 'badge off'
  return html`${words.map((word) => html`<span class="${kind}" lang="${context.language}">${word}</span> `)}`
}

/** Strikes a text or markup of an event through if the event is cancelled or postponed. */
export const strikeThroughIfNotTakingPlace = (event: EventLine, content: string | Markup): string | Markup =>
  isEventTakingPlace(event) ? content : html`<s>${content}</s>`
