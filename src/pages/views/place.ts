import type { OrganizerRow } from '../../collections/organizers/store.ts'
import type { PostParts } from '../../collections/posts/post.ts'
import type { VenueRow } from '../../collections/venues/store.ts'
import type { LinkedPostKind } from '../../core/kinds.ts'
import { plainText } from '../../core/text/html.ts'
import { presentImage } from '../../media/present.ts'
import { filtered } from '../filter.ts'
import { html, type Markup, storedHtml } from '../markup.ts'
import { nothing } from '../parts/agenda.ts'
import { inkOf, poster } from '../parts/poster.ts'
import { type Page, titleOf, type Visit, viewAddress } from '../visit.ts'
import { hostName, type OfRecord, placeOfVenue, safeAddress } from './event.ts'
import { agendaOf } from './list.ts'

type PlaceRow = { id: number; website: string; phone: string } & PostParts

/** @param linkedData of the place itself, as a single read of it has it */
async function placePage(
  visit: Visit,
  kind: LinkedPostKind,
  place: PlaceRow,
  page: number,
  facts: Markup,
  { own, ...more }: OfRecord,
): Promise<Page> {
  const { scope, words } = visit
  const narrowed = { ...visit, filter: { sent: {}, query: { [kind]: [place.id] } } }
  const found = await agendaOf(narrowed, page, (at) => (at > 1 ? `${own}?page=${at}` : own))
  const picture = place.image && presentImage(place.image, scope.urls)
  const name = titleOf(place)
  return {
    status: found.isBeyond ? 404 : 200,
    title: name,
    description: plainText(place.text.excerpt || place.text.description).slice(0, 200) || undefined,
    kind: `record ${inkOf(place.id)}`,
    picture: picture?.url,
    ...more,
    shown: { filters: { [kind]: place.id } },
    main: html`<article class="event-page"><header class="hero"><div class="words"><p class="line quiet">${kind === 'venue' ? words.venue : words.organizer}</p><h1>${name}</h1></div><div class="frame">${
      picture
        ? html`<img class="poster" src="${picture.url}" width="${picture.width}" height="${picture.height}" alt="">`
        : poster(place.id, place.id)
    }</div></header>
<div class="columns"><div class="story">${storedHtml(place.text.description)}
<section class="here"><h2>${kind === 'venue' ? words.eventsHere : words.eventsOf} <span class="quiet">${words.events(found.total)}</span></h2>${
      found.total === 0 ? nothing(visit, words.nothingFound) : found.main
    }</section></div>
<aside class="facts">${facts}<p><a class="button" href="${filtered(viewAddress(visit, 'month', visit.today.slice(0, 7)), { sent: { [kind]: String(place.id) } })}">${words.calendar}</a></p></aside></div></article>`,
  }
}

export function venuePage(visit: Visit, venue: VenueRow, page: number, more: OfRecord): Promise<Page> {
  const { words } = visit
  const facts = html`<dl><dt>${words.address}</dt><dd>${placeOfVenue(visit, venue, true)}</dd>${contactOf(visit, venue)}</dl>`
  return placePage(visit, 'venue', venue, page, facts, more)
}

export function organizerPage(visit: Visit, organizer: OrganizerRow, page: number, more: OfRecord): Promise<Page> {
  const { words } = visit
  const mail =
    organizer.email !== '' &&
    html`<dt>${words.email}</dt><dd><a href="mailto:${encodeURIComponent(organizer.email).replace('%40', '@')}">${organizer.email}</a></dd>`
  const facts = html`<dl>${contactOf(visit, organizer)}${mail}</dl>`
  return placePage(visit, 'organizer', organizer, page, facts, more)
}

function contactOf({ words }: Visit, { phone, website }: { phone: string; website: string }): Markup {
  const address = safeAddress(website)
  return html`${phone !== '' && html`<dt>${words.phone}</dt><dd>${/\d/.test(phone) ? html`<a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>` : phone}</dd>`}${
    address !== undefined &&
    html`<dt>${words.website}</dt><dd><a href="${address}" rel="noopener nofollow">${hostName(address)}</a></dd>`
  }`
}
