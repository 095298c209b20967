import type { OrganizerRow } from '../../collections/organizers/store.ts'
import type { PostContent } from '../../collections/posts/read.ts'
import type { VenueRow } from '../../collections/venues/store.ts'
import type { LinkedPostKind } from '../../core/kinds.ts'
import { htmlToText } from '../../core/text/html.ts'
import { presentImage } from '../../media/present.ts'
import { withFilter } from '../filter.ts'
import { html, type Markup, sanitizedHtml } from '../markup.ts'
import { type Page, type PageContext, plainTitle, viewHref } from '../page.ts'
import { emptyNotice } from '../parts/agenda.ts'
import { categoryColorClass, poster } from '../parts/poster.ts'
import { hostName, httpUrl, type RecordPageData, venueDetails } from './event.ts'
import { loadAgenda } from './list.ts'

type PlaceRow = { id: number; website: string; phone: string } & PostContent

/** @param linkedData of the place itself, as a single read of it has it */
async function placePage(
  context: PageContext,
  kind: LinkedPostKind,
  place: PlaceRow,
  page: number,
  facts: Markup,
  { own, ...more }: RecordPageData,
): Promise<Page> {
  const { scope, words } = context
  const narrowed = { ...context, filter: { values: {}, query: { [kind]: [place.id] } } }
  const found = await loadAgenda(narrowed, page, (at) => (at > 1 ? `${own}?page=${at}` : own))
  const picture = place.image && presentImage(place.image, scope.urls)
  const name = plainTitle(place)
  return {
    status: found.isBeyond ? 404 : 200,
    title: name,
    description: htmlToText(place.text.excerpt || place.text.description).slice(0, 200) || undefined,
    bodyClass: `record ${categoryColorClass(place.id)}`,
    imageUrl: picture?.url,
    ...more,
    feedSelection: { filters: { [kind]: place.id } },
    main: html`<article class="event-page"><header class="hero"><div class="words"><p class="line quiet">${kind === 'venue' ? words.venue : words.organizer}</p><h1>${name}</h1></div><div class="frame">${
      picture
        ? html`<img class="poster" src="${picture.url}" width="${picture.width}" height="${picture.height}" alt="">`
        : poster(place.id, place.id)
    }</div></header>
<div class="columns"><div class="story">${sanitizedHtml(place.text.description)}
<section class="here"><h2>${kind === 'venue' ? words.eventsHere : words.eventsOf} <span class="quiet">${words.events(found.total)}</span></h2>${
      found.total === 0 ? emptyNotice(context, words.nothingFound) : found.main
    }</section></div>
<aside class="facts">${facts}<p><a class="button" href="${withFilter(viewHref(context, 'month', context.today.slice(0, 7)), { values: { [kind]: String(place.id) } })}">${words.calendar}</a></p></aside></div></article>`,
  }
}

export function venuePage(context: PageContext, venue: VenueRow, page: number, more: RecordPageData): Promise<Page> {
  const { words } = context
  const facts = html`<dl><dt>${words.address}</dt><dd>${venueDetails(context, venue, true)}</dd>${contactOf(context, venue)}</dl>`
  return placePage(context, 'venue', venue, page, facts, more)
}

export function organizerPage(
  context: PageContext,
  organizer: OrganizerRow,
  page: number,
  more: RecordPageData,
): Promise<Page> {
  const { words } = context
  const mail =
    organizer.email !== '' &&
    html`<dt>${words.email}</dt><dd><a href="mailto:${encodeURIComponent(organizer.email).replace('%40', '@')}">${organizer.email}</a></dd>`
  const facts = html`<dl>${contactOf(context, organizer)}${mail}</dl>`
  return placePage(context, 'organizer', organizer, page, facts, more)
}

function contactOf({ words }: PageContext, { phone, website }: { phone: string; website: string }): Markup {
  const address = httpUrl(website)
  return html`${phone !== '' && html`<dt>${words.phone}</dt><dd>${/\d/.test(phone) ? html`<a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>` : phone}</dd>`}${
    address !== undefined &&
    html`<dt>${words.website}</dt><dd><a href="${address}" rel="noopener nofollow">${hostName(address)}</a></dd>`
  }`
}
