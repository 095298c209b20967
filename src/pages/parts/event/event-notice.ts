import type { EventRow } from '../../../collections/events/event-row.ts'
import { displayedStatusReason } from '../../../collections/events/event-status/present-event-status.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatPageDate, type PageContext } from '../../page-context.ts'
import { isEventTakingPlace } from './status-badges.ts'

/**
 * The notice above the title of an event that is over, sold out, cancelled, postponed or changed: what happened, why,
 * and the start that was announced first. Undefined for all other events.
 */
export function renderNoticeOfEventState(context: PageContext, event: EventRow): Markup | undefined {
  const { scope, words } = context
  const { event_status: status, previous_start: local } = event
  const isOver = event.end_at <= scope.now
  const states = [
    status !== 'scheduled' && words.notices[status],
    isOver && isEventTakingPlace(event) && words.over,
    !isOver && isEventTakingPlace(event) && event.sold_out === 1 && words.notices.sold_out,
  ].filter((state) => typeof state === 'string')
  const reason = displayedStatusReason(scope, event)
  if (states.length === 0 && reason === '' && local === null) return undefined
  const format = event.all_day === 1 ? 'full' : 'fullTime'
  const previous = local !== null && html`<s>${formatPageDate(context, format, local)}</s>`
  return html`
    <div class="status-note${!isEventTakingPlace(event) && ' off'}">
      ${states.map((state) => html`<p class="state">${state}</p>`)}
      ${reason !== '' && html`<p dir="auto">${reason}</p>`}
      ${previous && html`<p>${words.previousStart} ${previous}</p>`}
    </div>
  `
}
