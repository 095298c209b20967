import type { EventRow } from '../../collections/events/row.ts'
import type { OrganizerRow } from '../../collections/organizers/store.ts'
import type { VenueRow } from '../../collections/venues/store.ts'
import { htmlToText } from '../../core/text/html.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { withQuery } from '../../core/urls.ts'
import { presentImage } from '../../media/present.ts'
import { addDays } from '../dates.ts'
import { loadEventList } from '../event-list.ts'
import { html, type Markup, sanitizedHtml } from '../markup.ts'
import { type Page, type PageContext, plainTitle, postHref, termHref } from '../page.ts'
import { costText, eventCard, eventColorClass, eventPicture, eventSummary, langAttribute } from '../parts/event-card.ts'
import { categoryColorClass } from '../parts/poster.ts'
import { timeSpan, timeZoneNote } from '../parts/times.ts'
import { venueMap } from '../parts/venue-map.ts'

const RELATED_MAX = 4

/** What a record says of its page. */
export interface RecordPageData {
  /** Its path. */
  own: string
  /** Its page in each language it speaks. */
  versions: Page['versions']
  canonical: string | undefined
  linkedData: readonly object[]
}

export async function eventPage(
  context: PageContext,
  event: EventRow,
  { own, ...more }: RecordPageData,
): Promise<Page> {
  const { scope, words } = context
  const related = await relatedTo(context, event)
  const { now } = scope
  const state = event.end_at <= now ? words.over : event.start_at <= now ? words.underWay : undefined
  const turn = event.start_at > now ? event.start_at : event.end_at > now ? event.end_at : undefined
  const description = event.text.description
  return {
    status: 200,
    title: plainTitle(event),
    description: eventSummary(event, 200) || undefined,
    bodyClass: `record ${eventColorClass(event)}`,
    ...more,
    imageUrl: event.image && presentImage(event.image, scope.urls).url,
    isIndexed: event.hide_from_listings === 0,
    feedSelection: { eventId: event.id },
    expiresAt: turn,
    main: html`<article class="event-page">
<header class="hero"><div class="words">
<p class="line">${event.links.categories.map((category) => html`<a class="chip ${categoryColorClass(category.id)}" href="${termHref(context, 'category', category)}">${plainTitle(category)}</a> `)}${state !== undefined && html`<span class="mark">${state}</span>`}</p>
<h1${langAttribute(context, event)}>${plainTitle(event)}</h1>
<p class="span">${timeSpan(context, event)}</p>${timeZoneNote(context, event)}
</div><div class="frame">${eventPicture(context, event, { isFirst: true, widthMin: 700 })}</div></header>
<div class="columns"><div class="story"${langAttribute(context, event)}><h2 class="hidden" lang="${scope.language}">${words.about}</h2>${description !== '' ? sanitizedHtml(description) : html`<p>${eventSummary(event)}</p>`}
${event.links.tags.length > 0 && html`<ul class="tags" aria-label="${words.tags}">${event.links.tags.map((tag) => html`<li><a href="${termHref(context, 'tag', tag)}">#${plainTitle(tag)}</a></li>`)}</ul>`}
</div><aside class="facts">${factsOf(context, event)}${addTo(context, event, `${scope.urls.origin}${own}`)}</aside></div></article>
${related.length > 0 && html`<section class="related"><h2>${words.related}</h2><ul class="cards row">${related.map((one) => eventCard(context, one, { showsDay: true }))}</ul></section>`}`,
  }
}

/** Those to come of the same category, else of the same venue, else of whatever kind. */
async function relatedTo(context: PageContext, event: EventRow): Promise<EventRow[]> {
  const { today } = context
  const { categories, venues } = event.links
  const from = today > event.start_local.slice(0, 10) ? today : event.start_local.slice(0, 10)
  const query = {
    start_date: from,
    end_date: addDays(from, 365),
    per_page: RELATED_MAX + 1,
    ...(categories[0] ? { categories: [String(categories[0].id)] } : venues[0] ? { venue: [venues[0].id] } : {}),
  }
  const { rows } = await loadEventList(context, query)
  return rows.filter(({ id }) => id !== event.id).slice(0, RELATED_MAX)
}

function factsOf(context: PageContext, event: EventRow): Markup {
  const { words } = context
  const cost = costText(context, event)
  const { venues, organizers } = event.links
  const website = httpUrl(event.website)
  return html`<dl>
${venues.length > 0 && html`<dt>${words.where}</dt>${venues.map((venue) => html`<dd>${venueDetails(context, venue)}</dd>`)}`}
${cost !== '' && html`<dt>${words.price}</dt><dd class="price">${cost}</dd>`}
${organizers.length > 0 && html`<dt>${words.host}</dt>${organizers.map((organizer) => html`<dd>${hostOf(context, organizer)}</dd>`)}`}
${website !== undefined && html`<dt>${words.website}</dt><dd><a href="${website}" rel="noopener nofollow">${hostName(website)}</a></dd>`}
</dl>`
}

const hostOf = (context: PageContext, organizer: OrganizerRow) =>
  html`<a href="${postHref(context, 'organizer', organizer)}">${plainTitle(organizer)}</a>`

const SMALL_MAP = { width: 360, height: 200 }

/** A venue with its address and where that is. */
export function venueDetails(context: PageContext, venue: VenueRow, isOwnPage = false): Markup {
  const { words } = context
  const lines = [venue.address, [venue.zip, venue.city].filter((part) => part !== '').join(' '), venue.country]
  const { geo_lat: latitude, geo_lng: longitude } = venue
  const name = plainTitle(venue)
  const address = postHref(context, 'venue', venue)
  const place =
    latitude !== null && longitude !== null
      ? { id: venue.id, name, latitude, longitude, weight: 3, address }
      : undefined
  const search = [name, ...lines].filter((part) => part !== '').join(', ')
  const onMap =
    latitude !== null && longitude !== null
      ? withQuery('https://www.openstreetmap.org/', { mlat: latitude, mlon: longitude, zoom: 17 })
      : withQuery('https://www.openstreetmap.org/search', { query: search })
  return html`${!isOwnPage && html`<a href="${address}">${name}</a>`}<address>${lines.filter((line) => line !== '').map((line) => html`${line}<br>`)}</address>${
    place && venueMap(context, [place], SMALL_MAP, words.location(name))
  }<a class="quiet" href="${onMap}" rel="noopener">${words.directions} ↗</a>`
}

/** Addresses people typed, if a browser may follow them. */
export const httpUrl = (address: string) =>
  /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined

export const hostName = (address: string) => new URL(address).host.replace(/^www\./, '')

function addTo(context: PageContext, event: EventRow, url: string): Markup {
  const { scope, words } = context
  const file = scope.urls.feed('ics', event.id)
  const title = plainTitle(event)
  const place = event.links.venues
    .map((venue) => [plainTitle(venue), venue.address, venue.city].filter((part) => part !== '').join(', '))
    .join('; ')
  const compact = (instant: number) => `${instantToLocal(instant, 'UTC').replace(/[-:]/g, '').replace(' ', 'T')}Z`
  const date = (local: string) => local.slice(0, 10).replaceAll('-', '')
  const dates =
    event.all_day === 1
      ? `${date(event.start_local)}/${date(addDays(event.end_local.slice(0, 10), 1))}`
      : `${compact(event.start_at)}/${compact(event.end_at)}`
  const details = `${htmlToText(event.text.excerpt || event.text.description).slice(0, 400)}\n\n${url}`
  const google = withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates,
    details,
    location: place,
  })
  const outlook = withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
    rru: 'addevent',
    subject: title,
    startdt: instantToLocal(event.start_at, 'UTC').replace(' ', 'T').concat('Z'),
    enddt: instantToLocal(event.end_at, 'UTC').replace(' ', 'T').concat('Z'),
    body: details,
    location: place,
  })
  return html`<section class="add"><h2>${words.add}</h2><p><a class="button" href="${file}">${words.addFile}</a></p><p><a href="${google}" rel="noopener">Google</a> · <a href="${outlook}" rel="noopener">Outlook</a></p></section>
<section class="share"><h2>${words.share}</h2><p><input class="address" readonly value="${url}" aria-label="${words.share}"> <button type="button" data-copy="${url}" data-title="${title}" data-done="${words.copied}" hidden>${words.copy}</button></p></section>`
}
