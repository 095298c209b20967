import type { EventRow } from '../../collections/events/event-row.ts'
import { canAttendOnline } from '../../collections/events/event-status/present-event-status.ts'
import { isRepeatedEvent } from '../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { writingDirection } from '../../core/language.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../html-template.ts'
import {
  formatPageMessage,
  type HtmlPage,
  hrefOfPost,
  hrefOfTerm,
  type PageContext,
  plainTitleOfRecord,
} from '../page-context.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { contactLines } from '../parts/contact-details.ts'
import { renderDescriptionOfRecord } from '../parts/description-markup.ts'
import { renderAdmissionDetails } from '../parts/event/admission-details.ts'
import { loadUpcomingDatesOfRepeatedEvent, renderDatesOfRepeatedEvent } from '../parts/event/dates-of-repeated-event.ts'
import { colorClassOfEvent, formatCostOfEvent, summarizeEvent } from '../parts/event/event-card.ts'
import { renderNoticeOfEventState } from '../parts/event/event-notice.ts'
import { renderEventOverview } from '../parts/event/event-overview.ts'
import { colorClassOfCategory, renderGeneratedPicture } from '../parts/event/generated-picture.ts'
import { renderRelatedEvents } from '../parts/event/related-events.ts'
import { renderSeriesOfEvent } from '../parts/event/series-of-event.ts'
import { isEventTakingPlace, wordForAttendanceMode } from '../parts/event/status-badges.ts'
import { timesOfTicketSaleChanges } from '../parts/event/ticket-link.ts'
import { attributesOfDescriptionElement, attributesOfTitleHeading } from '../parts/language-and-direction-attributes.ts'
import { linkPreviewImageOfPicture, renderFullSizePicture } from '../parts/picture-element.ts'
import { renderVenueDetails } from '../parts/places/venue-details.ts'
import { renderPrintedQrCode } from '../parts/qr-code.ts'
import { websiteLink } from '../parts/website-link.ts'
import { eventSharePicture, sharePicturePath } from '../share-pictures/share-picture.ts'
import type { SharePicture } from '../share-pictures/share-picture-content.ts'
import type { RecordPageData } from './record-page-data.ts'

export async function eventPage(
  context: PageContext,
  event: EventRow,
  { own, breadcrumbs, linkedData, ...more }: RecordPageData,
): Promise<HtmlPage> {
  const { scope } = context
  const loadingDates = loadUpcomingDatesOfRepeatedEvent(context, event)
  // The page of a repeated event shows the times of its next date or, after the last date, those of its first date.
  const shownOf = ([next]: readonly EventRow[]) => (isRepeatedEvent(event) && next) || event
  const [related, series, coming] = await Promise.all([
    renderRelatedEvents(context, event),
    loadingDates.then((dates) => renderSeriesOfEvent(context, event, shownOf(dates))),
    loadingDates,
  ])
  const shown = shownOf(coming)
  const address = `${scope.urls.origin}${own}`
  const sharePicture = eventSharePicture(context, event, shown)
  return {
    status: 200,
    title: plainTitleOfRecord(event),
    description: summarizeEvent(event, 200) || undefined,
    bodyClass: `record ${colorClassOfEvent(event)}`,
    ...more,
    image: event.image && linkPreviewImageOfPicture(context, event.image, plainTitleOfRecord(event)),
    sharePicture,
    linkedData: linkedData.map((data) => addPictureToLinkedData(context, data, sharePicture)),
    isIndexed: event.hide_from_listings === 0,
    record: { kind: 'event', id: event.id },
    expiresAt: nextChange(shown, scope.now),
    main: html`
      ${renderBreadcrumbs(context, breadcrumbs)}
      <article class="event-page">
        <header class="hero">
          <div class="words">
            ${eventHeading(context, event, shown)}
            ${renderEventOverview(context, event, shown, address)}
          </div>
          <div class="frame">${eventPicture(context, event)}</div>
        </header>
        <div class="columns">
          ${story(context, event, coming)}
          <aside class="facts">
            ${eventFactList(context, event, series)}
            ${renderPrintedQrCode(appendQueryToUrl(scope.urls.home, { p: event.id }), address)}
          </aside>
        </div>
      </article>
      ${related}
    `,
  }
}

/**
 * Adds the generated picture for previews of links to the JSON-LD of an event without a picture, because search engines
 * show events with a picture.
 */
function addPictureToLinkedData(context: PageContext, data: object, picture: SharePicture): object {
  const isEvent = '@type' in data && (data['@type'] === 'Event' || data['@type'] === 'EventSeries')
  if (!isEvent || 'image' in data) return data
  return { ...data, image: [`${context.scope.urls.origin}${sharePicturePath(context, picture)}`] }
}

/**
 * The next time (seconds since 1970-01-01 UTC) at which the page of an event changes without a write: when the event
 * starts, when it ends, and when the sale of its tickets starts or ends. Undefined after the end.
 */
function nextChange(event: EventRow, now: number): number | undefined {
  const { start_at, end_at } = event
  const changes = [start_at, end_at, ...(end_at > now ? timesOfTicketSaleChanges(event) : [])].filter(
    (time) => time > now,
  )
  return changes.length === 0 ? undefined : Math.min(...changes)
}

/**
 * The heading of an event page: categories, title, and whether the event is over, in progress, cancelled or changed.
 * @param shown the event or, for a repeated event, the date whose times are shown
 */
function eventHeading(context: PageContext, event: EventRow, shown: EventRow): Markup {
  const { scope, words } = context
  const isUnderWay = shown.start_at <= scope.now && shown.end_at > scope.now && isEventTakingPlace(shown)
  const categories = event.links.categories.map((category) => {
    const address = hrefOfTerm(context, 'category', category)
    const color = colorClassOfCategory(category.id)
    return html`<a class="chip ${color}" href="${address}">${plainTitleOfRecord(category)}</a> `
  })
  const title = plainTitleOfRecord(event)
  return html`
    ${renderNoticeOfEventState(context, shown)}
    <p class="line">
      ${categories}
      ${isUnderWay && html`<span class="mark">${words.underWay}</span>`}
    </p>
    <h1${attributesOfTitleHeading(context, event, title)}>${title}</h1>
  `
}

const eventPicture = (context: PageContext, event: EventRow): Markup =>
  event.image
    ? renderFullSizePicture(context, event.image, plainTitleOfRecord(event))
    : renderGeneratedPicture(event.id, event.links.categories[0]?.id)

/** The main text of an event page: description, tags and coming dates. */
function story(context: PageContext, event: EventRow, coming: readonly EventRow[]): Markup {
  const { words } = context
  const { description } = event.text
  const datesHeading = isRepeatedEvent(event) ? words.comingUp : words.otherDates
  const tags = event.links.tags.map(
    (tag) => html`<li><a href="${hrefOfTerm(context, 'tag', tag)}">#${plainTitleOfRecord(tag)}</a></li>`,
  )
  return html`
    <div${attributesOfDescriptionElement(context, event)}>
      <h2 class="hidden" lang="${context.language}">${words.about}</h2>
      ${description !== '' ? renderDescriptionOfRecord(context, description) : html`<p>${summarizeEvent(event)}</p>`}
      ${tags.length > 0 && html`<ul class="tags" aria-label="${words.tags}">${tags}</ul>`}
      ${
        coming.length > 0 &&
        html`<section lang="${context.language}" dir="${writingDirection(context.language)}"><h2>${datesHeading}</h2>
          ${renderDatesOfRepeatedEvent(context, coming, plainTitleOfRecord(event))}</section>`
      }
    </div>
  `
}

/** The details on an event page: venues, cost, organizers, series and website. */
function eventFactList(context: PageContext, event: EventRow, series: Markup | undefined): Markup {
  const { words } = context
  const cost = formatCostOfEvent(context, event)
  const website = websiteLink(event.website)
  const off = event.attendance_mode === 'online' && html` class="off"`
  const venues = event.links.venues.map((venue) => html`<dd${off}>${renderVenueDetails(context, venue, event)}</dd>`)
  const online = canAttendOnline(event) ? websiteLink(event.online_url) : undefined
  const word = formatPageMessage(context, 'event-status.sold_out')
  const soldOut = event.sold_out === 1 && html`<span class="badge">${word}</span>`
  const organizers = event.links.organizers.map((organizer) => {
    const address = hrefOfPost(context, 'organizer', organizer)
    return html`<dd><a href="${address}">${plainTitleOfRecord(organizer)}</a>${contactLines(organizer)}</dd>`
  })
  return html`
    <dl>
      ${venues.length > 0 && html`<dt>${words.where}</dt>${venues}`}
      ${online && html`<dt>${wordForAttendanceMode(context, event)}</dt><dd>${online}</dd>`}
      ${cost !== '' && html`<dt>${words.price}</dt><dd class="price">${cost} ${soldOut}</dd>`}
      ${renderAdmissionDetails(context, event)}
      ${organizers.length > 0 && html`<dt>${words.host}</dt>${organizers}`}
      ${series}
      ${website && html`<dt>${words.website}</dt><dd>${website}</dd>`}
    </dl>
  `
}
