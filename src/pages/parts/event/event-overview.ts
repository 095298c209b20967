import type { EventRow } from '../../../collections/events/event-row.ts'
import { canAttendOnline } from '../../../collections/events/event-status/present-event-status.ts'
import { html, type Markup } from '../../html-template.ts'
import { hrefOfPost, type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import { directionAttribute } from '../language-and-direction-attributes.ts'
import { renderAddToCalendarPanel, renderButtonOpeningPanel, renderSharePanel } from './action-panels.ts'
import { renderRecurrenceNote } from './dates-of-repeated-event.ts'
import { formatCostOfEvent } from './event-card.ts'
import { renderEventTimeSpan, renderTimeZoneNoteOfEvent } from './event-times.ts'
import { isEventTakingPlace, strikeThroughIfNotTakingPlace, wordForAttendanceMode } from './status-badges.ts'
import { findTicketLink } from './ticket-link.ts'

/**
 * The box at the top of an event page: when and where the event takes place, what it costs, and buttons for tickets,
 * the visitor's calendar and sharing.
 * @param shown the event or, for a repeated event, the date whose times are shown
 * @param address address of the event's page
 */
export function renderEventOverview(context: PageContext, event: EventRow, shown: EventRow, address: string): Markup {
  const { words, scope } = context
  const [cost, places] = [formatCostOfEvent(context, event), placesOf(context, shown)]
  return html`
    <div class="overview">
      <dl>
        <dt>${words.when}</dt>
        <dd>
          <p class="span">${strikeThroughIfNotTakingPlace(shown, renderEventTimeSpan(context, shown))}</p>
          ${renderTimeZoneNoteOfEvent(context, shown)}
          ${renderRecurrenceNote(context, event)}
        </dd>
        ${places.length > 0 && html`<dt>${words.where}</dt>${places}`}
        ${cost !== '' && html`<dt>${words.price}</dt><dd class="cost">${cost}</dd>`}
      </dl>
      ${actions(context, shown, address, shown.end_at <= scope.now)}
    </div>
  `
}

/** The places of an event as `<dd>` elements: each venue with its city, and how people attend online. */
function placesOf(context: PageContext, event: EventRow): Markup[] {
  const isOnlineOnly = event.attendance_mode === 'online'
  const venues = isOnlineOnly ? [] : event.links.venues
  const places = venues.map((venue) => {
    const name = plainTitleOfRecord(venue)
    const city = venue.city !== '' && html`, ${venue.city}`
    const direction = directionAttribute(name, context.language)
    return html`<dd${direction}><a href="${hrefOfPost(context, 'venue', venue)}">${name}</a>${city}</dd>`
  })
  return canAttendOnline(event) ? [...places, html`<dd>${wordForAttendanceMode(context, event)}</dd>`] : places
}

/**
 * The buttons on the page of an event. An event that is over, cancelled or postponed has no button for tickets, and
 * none that adds it to a calendar.
 */
function actions(context: PageContext, event: EventRow, address: string, isOver: boolean): Markup {
  const { words } = context
  const tickets = isOver || !isEventTakingPlace(event) ? undefined : findTicketLink(context, event)
  const canBeAdded = !isOver && event.event_status !== 'cancelled'
  const title = plainTitleOfRecord(event)
  return html`
    <div class="actions">
      ${tickets && html`<a class="button" href="${tickets.address}" rel="noopener nofollow">${tickets.name}</a>`}
      ${canBeAdded && renderButtonOpeningPanel('add', words.add)}
      ${renderButtonOpeningPanel('share', words.share, html` data-share="${address}" data-title="${title}"`)}
    </div>
    ${canBeAdded && renderAddToCalendarPanel(context, event, address)}
    ${renderSharePanel(context, address)}
  `
}
