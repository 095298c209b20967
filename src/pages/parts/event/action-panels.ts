import type { EventRow } from '../../../collections/events/event-row.ts'
import { htmlToText } from '../../../core/text/html.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { appendQueryToUrl } from '../../../core/urls.ts'
import { html, type Markup } from '../../html-template.ts'
import { type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import { addDaysToDate, dateOfLocalTime } from '../../page-dates.ts'

const DETAILS_LENGTH = 400

/**
 * A button that opens a panel of the page, even if the browser runs no script.
 * @param panel id of the panel
 * @param attributes further attributes of the button
 */
export const renderButtonOpeningPanel = (panel: string, name: string, attributes?: Markup): Markup =>
  html`<button type="button" class="second" popovertarget="${panel}"${attributes}>${name}</button>`

/**
 * The panel with links that add an event to the calendar of the visitor (Google, Outlook, iCalendar file).
 * @param url of the event's page
 */
export function renderAddToCalendarPanel(context: PageContext, event: EventRow, url: string): Markup {
  const { scope, words } = context
  const title = plainTitleOfRecord(event)
  const location = event.links.venues
    .map((venue) => [plainTitleOfRecord(venue), venue.address, venue.city].filter((part) => part !== '').join(', '))
    .join('; ')
  const summary = htmlToText(event.text.excerpt || event.text.description).slice(0, DETAILS_LENGTH)
  const details = `${summary}\n\n${url}`
  const google = appendQueryToUrl('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: googleDates(event),
    details,
    location,
  })
  const outlook = appendQueryToUrl('https://outlook.live.com/calendar/0/deeplink/compose', {
    rru: 'addevent',
    subject: title,
    startdt: utcTime(event.start_at),
    enddt: utcTime(event.end_at),
    body: details,
    location,
  })
  const file = scope.urls.feed('ics', { collection: 'events', id: event.id })
  return html`
    <div class="panel" id="add" popover role="dialog" aria-labelledby="add-title">
      <h2 id="add-title">${words.add}</h2>
      <p><a class="button" href="${file}">${words.addFile}</a></p>
      <p><a href="${google}" rel="noopener">Google</a> · <a href="${outlook}" rel="noopener">Outlook</a></p>
    </div>
  `
}

/** The panel with the address of a page, and a button that copies it. */
export const renderSharePanel = ({ words }: PageContext, url: string): Markup => html`
  <div class="panel" id="share" popover role="dialog" aria-labelledby="share-title">
    <h2 id="share-title">${words.share}</h2>
    <p>
      <input class="address" readonly value="${url}" aria-label="${words.share}">${' '}
      <button type="button" data-copy="${url}" data-done="${words.copied}" hidden>${words.copy}</button>
    </p>
  </div>
`

const utcTime = (instant: number) => `${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`

/**
 * Start and end of an event for a Google Calendar link: UTC times or, for all-day events, the first day and the day
 * after the last.
 */
function googleDates({ all_day, start_local, end_local, start_at, end_at }: EventRow): string {
  const compact = (text: string) => text.replace(/[-:]/g, '')
  return all_day === 1
    ? `${compact(dateOfLocalTime(start_local))}/${compact(addDaysToDate(dateOfLocalTime(end_local), 1))}`
    : `${compact(utcTime(start_at))}/${compact(utcTime(end_at))}`
}
