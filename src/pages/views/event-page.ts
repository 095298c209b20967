import type { EventRow } from '../../collections/events/event-row.ts'
import { canAttendOnline } from '../../collections/events/event-status/present-event-status.ts'
import { isRepeatedEvent } from '../../collections/events/repeat/repeat-row.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../html-template.ts'
import { formatPageMessage, type HtmlPage, type PageContext, plainTitle, postHref, termHref } from '../page-context.ts'
import { breadcrumbLinks } from '../parts/breadcrumbs.ts'
import { contactLines } from '../parts/contact-details.ts'
import { descriptionMarkup } from '../parts/description-markup.ts'
import { admissionDetails } from '../parts/event/admission-details.ts'
import { dateList, loadUpcomingDates } from '../parts/event/dates-of-repeated-event.ts'
import { costText, eventColorClass, eventSummary } from '../parts/event/event-card.ts'
import { eventNotice } from '../parts/event/event-notice.ts'
import { eventOverview } from '../parts/event/event-overview.ts'
import { categoryColorClass, generatedPicture } from '../parts/event/generated-picture.ts'
import { relatedEvents } from '../parts/event/related-events.ts'
import { seriesOfEvent } from '../parts/event/series-of-event.ts'
import { attendanceWord, isTakingPlace } from '../parts/event/status-badges.ts'
import { timesOfSaleChanges } from '../parts/event/ticket-link.ts'
import { descriptionAttributes, textAttributes } from '../parts/language-and-direction-attributes.ts'
import { fullSizePicture, linkPreviewImage } from '../parts/picture-element.ts'
import { venueDetails } from '../parts/places/venue-details.ts'
import { printedQrCode } from '../parts/qr-code.ts'
import { websiteLink } from '../parts/website-link.ts'
import { eventSharePicture } from '../share-pictures/share-picture.ts'
import type { RecordPageData } from './record-page-data.ts'

export async function eventPage(
  context: PageContext,
  event: EventRow,
  { own, breadcrumbs, ...more }: RecordPageData,
): Promise<HtmlPage> {
  const { scope } = context
  const [related, series, coming] = await Promise.all([
    relatedEvents(context, event),
    seriesOfEvent(context, event),
    loadUpcomingDates(context, event),
  ])
  // The page of a repeated event shows the times of its next date or, after the last date, those of its first date.
  const shown = (isRepeatedEvent(event) && coming[0]) || event
  const address = `${scope.urls.origin}${own}`
  return {
    status: 200,
    title: plainTitle(event),
    description: eventSummary(event, 200) || undefined,
    bodyClass: `record ${eventColorClass(event)}`,
    ...more,
    image: event.image && linkPreviewImage(context, event.image, plainTitle(event)),
    sharePicture: eventSharePicture(context, event, shown),
    isIndexed: event.hide_from_listings === 0,
    record: { kind: 'event', id: event.id },
    expiresAt: nextChange(shown, scope.now),
    main: html`
      ${breadcrumbLinks(context, breadcrumbs)}
      <article class="event-page">
        <header class="hero">
          <div class="words">
            ${eventHeading(context, event, shown)}
            ${eventOverview(context, event, shown, address)}
          </div>
          <div class="frame">${eventPicture(context, event)}</div>
        </header>
        <div class="columns">
          ${story(context, event, coming)}
          <aside class="facts">
            ${eventFactList(context, event, series)}
            ${printedQrCode(appendQueryToUrl(scope.urls.home, { p: event.id }), address)}
          </aside>
        </div>
      </article>
      ${related}
    `,
  }
}

/**
 * The next time (seconds since 1970-01-01 UTC) at which the page of an event changes without a write: when the event
 * starts, when it ends, and when the sale of its tickets starts or ends. Undefined after the end.
 */
function nextChange(event: EventRow, now: number): number | undefined {
  const { start_at, end_at } = event
  const changes = [start_at, end_at, ...(end_at > now ? timesOfSaleChanges(event) : [])].filter((time) => time > now)
  return changes.length === 0 ? undefined : Math.min(...changes)
}

/**
 * The heading of an event page: categories, title, and whether the event is over, in progress, cancelled or changed.
 * @param shown the event or, for a repeated event, the date whose times are shown
 */
function eventHeading(context: PageContext, event: EventRow, shown: EventRow): Markup {
  const { scope, words } = context
  const isUnderWay = shown.start_at <= scope.now && shown.end_at > scope.now && isTakingPlace(shown)
  const categories = event.links.categories.map((category) => {
    const address = termHref(context, 'category', category)
    return html`<a class="chip ${categoryColorClass(category.id)}" href="${address}">${plainTitle(category)}</a> `
  })
  const title = plainTitle(event)
  return html`
    ${eventNotice(context, shown)}
    <p class="line">
      ${categories}
      ${isUnderWay && html`<span class="mark">${words.underWay}</span>`}
    </p>
    <h1${textAttributes(context, event, title)}>${title}</h1>
  `
}

const eventPicture = (context: PageContext, event: EventRow): Markup =>
  event.image
    ? fullSizePicture(context, event.image, plainTitle(event))
    : generatedPicture(event.id, event.links.categories[0]?.id)

/** The main text of an event page: description, tags and coming dates. */
function story(context: PageContext, event: EventRow, coming: readonly EventRow[]): Markup {
  const { words } = context
  const { description } = event.text
  const datesHeading = isRepeatedEvent(event) ? words.comingUp : words.otherDates
  const tags = event.links.tags.map(
    (tag) => html`<li><a href="${termHref(context, 'tag', tag)}">#${plainTitle(tag)}</a></li>`,
  )
  return html`
    <div${descriptionAttributes(context, event)}>
      <h2 class="hidden" lang="${context.language}">${words.about}</h2>
      ${description !== '' ? descriptionMarkup(context, description) : html`<p>${eventSummary(event)}</p>`}
      ${tags.length > 0 && html`<ul class="tags" aria-label="${words.tags}">${tags}</ul>`}
      ${
        coming.length > 0 &&
        html`<section lang="${context.language}"><h2>${datesHeading}</h2>${dateList(context, coming)}</section>`
      }
    </div>
  `
}

/** The details on an event page: venues, cost, organizers, series and website. */
function eventFactList(context: PageContext, event: EventRow, series: Markup | undefined): Markup {
  const { words } = context
  const cost = costText(context, event)
  const website = websiteLink(event.website)
  const off = event.attendance_mode === 'online' && html` class="off"`
  const venues = event.links.venues.map((venue) => html`<dd${off}>${venueDetails(context, venue, event)}</dd>`)
  const online = canAttendOnline(event) ? websiteLink(event.online_url) : undefined
  const word = formatPageMessage(context, 'event-status.sold_out')
  const soldOut = event.sold_out === 1 && html`<span class="badge">${word}</span>`
  const organizers = event.links.organizers.map((organizer) => {
    const address = postHref(context, 'organizer', organizer)
    return html`<dd><a href="${address}">${plainTitle(organizer)}</a>${contactLines(organizer)}</dd>`
  })
  return html`
    <dl>
      ${venues.length > 0 && html`<dt>${words.where}</dt>${venues}`}
      ${online && html`<dt>${attendanceWord(context, event)}</dt><dd>${online}</dd>`}
      ${cost !== '' && html`<dt>${words.price}</dt><dd class="price">${cost} ${soldOut}</dd>`}
      ${admissionDetails(context, event)}
      ${organizers.length > 0 && html`<dt>${words.host}</dt>${organizers}`}
      ${series}
      ${website && html`<dt>${words.website}</dt><dd>${website}</dd>`}
    </dl>
  `
}
