import { displayedStatusReason, isVirtual } from '../../collections/events/event-status/present.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { withQuery } from '../../core/urls.ts'
import { presentImage } from '../../media/present.ts'
import { addDaysToDate, datePart } from '../dates.ts'
import { loadEventList } from '../event-list.ts'
import { html, type Markup } from '../html-template.ts'
import { formatPageDate, type HtmlPage, type PageContext, plainTitle, postHref, termHref } from '../page.ts'
import { descriptionMarkup } from '../parts/description.ts'
import { addToCalendar, shareField } from '../parts/event/add-to-calendar.ts'
import { admissionDetails } from '../parts/event/admission-details.ts'
import { costText, eventCard, eventColorClass, eventSummary } from '../parts/event/event-card.ts'
import { dateList, loadComingDates, recurrenceNote } from '../parts/event/event-dates.ts'
import { eventTimeSpan, timeZoneNote } from '../parts/event/event-times.ts'
import { categoryColorClass, generatedPicture } from '../parts/event/generated-picture.ts'
import { seriesOfEvent } from '../parts/event/series-of-event.ts'
import { attendanceWord, statusBadges, struckUnlessTakingPlace, takesPlace } from '../parts/event/status-badges.ts'
import { fullSizePicture } from '../parts/picture.ts'
import { venueDetails } from '../parts/places/venue-details.ts'
import { printedQrCode } from '../parts/qr-code.ts'
import { descriptionAttributes, textAttributes } from '../parts/text-attributes.ts'
import { websiteLink } from '../parts/website-link.ts'
import type { RecordPageData } from './record-page-data.ts'

const RELATED_MAX = 4
const RELATED_DAYS = 365
/**
 * Number of events that are loaded to choose related events from. Larger than the number shown, because several may be
 * dates of one repeated event.
 */
const CANDIDATES_MAX = 20

export async function eventPage(
  context: PageContext,
  event: EventRow,
  { own, ...more }: RecordPageData,
): Promise<HtmlPage> {
  const { scope, words } = context
  const [related, series, coming] = await Promise.all([
    loadRelated(context, event),
    seriesOfEvent(context, event),
    loadComingDates(context, event),
  ])
  // The page of a repeated event shows the times of its next date or, after the last date, those of its first date.
  const shown = coming[0] ?? event
  const address = `${scope.urls.origin}${own}`
  const cards = related.map((one) => eventCard(context, one, { showsDay: true }))
  return {
    status: 200,
    title: plainTitle(event),
    description: eventSummary(event, 200) || undefined,
    bodyClass: `record ${eventColorClass(event)}`,
    ...more,
    imageUrl: event.image && presentImage(event.image, scope.urls).url,
    isIndexed: event.hide_from_listings === 0,
    record: { kind: 'event', id: event.id },
    expiresAt: nextChange(shown, scope.now),
    main: html`
      <article class="event-page">
        ${hero(context, event, shown)}
        <div class="columns">
          ${story(context, event, coming)}
          <aside class="facts">
            ${eventFactList(context, event, series)}
            ${shown.end_at > scope.now && addToCalendar(context, shown, address)}
            ${shareField(context, address, plainTitle(event))}
            ${printedQrCode(withQuery(scope.urls.home, { p: event.id }), address)}
          </aside>
        </div>
      </article>
      ${
        related.length > 0 &&
        html`<section class="related"><h2>${words.related}</h2><ul class="cards row">${cards}</ul></section>`
      }
    `,
  }
}

/**
 * Time (seconds since 1970-01-01 UTC) at which the event page changes without a write: the start of the event, after
 * that its end. Undefined after the end.
 */
const nextChange = ({ start_at, end_at }: EventRow, now: number) =>
  start_at > now ? start_at : end_at > now ? end_at : undefined

/**
 * The header of an event page: categories, title, times and picture.
 * @param shown the event, or the date of it whose times are shown
 */
function hero(context: PageContext, event: EventRow, shown: EventRow): Markup {
  const { scope, words } = context
  const period = shown.end_at <= scope.now ? words.over : shown.start_at <= scope.now ? words.underWay : undefined
  const state = takesPlace(shown) ? period : undefined
  const categories = event.links.categories.map((category) => {
    const address = termHref(context, 'category', category)
    return html`<a class="chip ${categoryColorClass(category.id)}" href="${address}">${plainTitle(category)}</a> `
  })
  const title = plainTitle(event)
  const picture = event.image
    ? fullSizePicture(context, event.image, title)
    : generatedPicture(event.id, event.links.categories[0]?.id)
  return html`
    <header class="hero">
      <div class="words">
        <p class="line">
          ${statusBadges(context, shown)}${categories}
          ${state !== undefined && html`<span class="mark">${state}</span>`}
        </p>
        <h1${textAttributes(context, event, title)}>${title}</h1>
        <p class="span">${struckUnlessTakingPlace(shown, eventTimeSpan(context, shown))}</p>
        ${timeZoneNote(context, shown)}
        ${recurrenceNote(context, event)}
        ${statusNote(context, shown)}
      </div>
      <div class="frame">${picture}</div>
    </header>
  `
}

/**
 * The note about the status of an event: why it does not take place as announced, and the start that was announced
 * first.
 */
function statusNote(context: PageContext, event: EventRow): Markup | undefined {
  const reason = displayedStatusReason(context.scope, event)
  const { previous_start: local, all_day } = event
  const time = local !== null && all_day === 0 ? `, ${formatPageDate(context, 'time', local)}` : ''
  const previous = local !== null && html`<s>${formatPageDate(context, 'full', local)}${time}</s>`
  if (reason === '' && !previous) return undefined
  return html`
    <div class="status-note">
      ${previous && html`<p>${context.words.previousStart} ${previous}</p>`}
      ${reason !== '' && html`<p>${reason}</p>`}
    </div>
  `
}

/** The main text of an event page: description, tags and coming dates. */
function story(context: PageContext, event: EventRow, coming: readonly EventRow[]): Markup {
  const { scope, words } = context
  const { description } = event.text
  const tags = event.links.tags.map(
    (tag) => html`<li><a href="${termHref(context, 'tag', tag)}">#${plainTitle(tag)}</a></li>`,
  )
  return html`
    <div${descriptionAttributes(context, event)}>
      <h2 class="hidden" lang="${scope.language}">${words.about}</h2>
      ${description !== '' ? descriptionMarkup(context, description) : html`<p>${eventSummary(event)}</p>`}
      ${tags.length > 0 && html`<ul class="tags" aria-label="${words.tags}">${tags}</ul>`}
      ${
        coming.length > 0 &&
        html`<section lang="${scope.language}"><h2>${words.comingUp}</h2>${dateList(context, coming)}</section>`
      }
    </div>
  `
}

/**
 * Loads other upcoming events of the same category or, if the event has none, at the same venue; if it has neither, any
 * upcoming events.
 */
async function loadRelated(context: PageContext, event: EventRow): Promise<EventRow[]> {
  const { today } = context
  const { categories, venues } = event.links
  const start = datePart(event.start_local)
  const from = today > start ? today : start
  const query = {
    start_date: from,
    end_date: addDaysToDate(from, RELATED_DAYS),
    per_page: CANDIDATES_MAX,
    ...(categories[0] ? { categories: [String(categories[0].id)] } : venues[0] ? { venue: [venues[0].id] } : {}),
  }
  const { rows } = await loadEventList(context, query)
  const wholeId = ({ id, repeat_id }: EventRow) => repeat_id ?? id
  const first = new Map(rows.toReversed().map((row) => [wholeId(row), row]))
  first.delete(wholeId(event))
  return rows.filter((row) => first.get(wholeId(row)) === row).slice(0, RELATED_MAX)
}

/** The details on an event page: venues, cost, organizers, series and website. */
function eventFactList(context: PageContext, event: EventRow, series: Markup | undefined): Markup {
  const { words } = context
  const cost = costText(context, event)
  const website = websiteLink(event.website)
  const off = event.attendance_mode === 'online' && html` class="off"`
  const venues = event.links.venues.map((venue) => html`<dd${off}>${venueDetails(context, venue, event)}</dd>`)
  const online = isVirtual(event) ? websiteLink(event.online_url) : undefined
  const word = formatMessage(context.scope.language, 'event-status.sold_out')
  const soldOut = event.sold_out === 1 && html`<span class="badge">${word}</span>`
  const organizers = event.links.organizers.map((organizer) => {
    const address = postHref(context, 'organizer', organizer)
    return html`<dd><a href="${address}">${plainTitle(organizer)}</a></dd>`
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
