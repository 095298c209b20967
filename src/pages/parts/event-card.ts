import { presentCost } from '../../collections/events/present.ts'
import type { EventRow } from '../../collections/events/store.ts'
import { plainText } from '../../core/text/html.ts'
import { presentImage } from '../../media/present.ts'
import { html, type Markup } from '../markup.ts'
import { inWords, postAddress, titleOf, type Visit } from '../visit.ts'
import { inkOf, poster } from './poster.ts'
import { isLong, timeOf, untilOf } from './times.ts'

/** Says so where a text is shown in another language than the page, for those who hear it. */
export const langOf = ({ scope }: Visit, { text }: EventRow): Markup | undefined =>
  text.language === scope.language ? undefined : html` lang="${text.language}"`

/** Leads to an event's page; out of the frame when the calendar is inside someone else's page. */
export const eventLink = (visit: Visit, event: EventRow, name = 'event'): Markup =>
  html`<a class="${name}" href="${postAddress(visit, 'event', event)}"${visit.isEmbedded && html` target="_top"`}${langOf(visit, event)}>${titleOf(event)}</a>`

export const inkOfEvent = ({ links }: EventRow) => inkOf(links.categories[0]?.id)

/** Its picture in the smallest size that is large enough, else a print. */
export function pictureOf({ scope }: Visit, event: EventRow, { isFirst = false, widthMin = 300 } = {}): Markup {
  const { image } = event
  if (!image) return poster(event.id, event.links.categories[0]?.id)
  const view = presentImage(image, scope.urls)
  const sizes = Object.values(view.sizes ?? {}).filter(({ width }) => width >= widthMin)
  const { url, width, height } = sizes.toSorted((one, other) => one.width - other.width)[0] ?? view
  return html`<img class="poster" src="${url}" width="${width}" height="${height}" alt=""${!isFirst && html` loading="lazy" decoding="async"`}>`
}

export function costOf({ scope, words }: Visit, event: EventRow): string {
  const { cost } = presentCost(scope, event)
  return cost === 'Free' ? words.free : cost
}

/** Venue and town. */
export function placeOf({ links }: EventRow): string {
  return links.venues.map((venue) => [titleOf(venue), venue.city].filter((part) => part !== '').join(', ')).join(' · ')
}

const SUMMARY_LENGTH = 160

/** The excerpt, or the beginning of the description, as plain text. */
export function summaryOf({ text }: EventRow, length = SUMMARY_LENGTH): string {
  const plain = plainText(text.excerpt || text.description)
  if (plain.length <= length) return plain
  return `${plain.slice(0, length).replace(/\s+\S*$/, '')} …`
}

/** An event in a list: its picture, time, title, place. */
export function eventCard(visit: Visit, event: EventRow, { showsDay = false, isFirst = false } = {}): Markup {
  const { words } = visit
  const [place, cost, until] = [placeOf(event), costOf(visit, event), untilOf(visit, event)]
  const day = showsDay && html`<span class="date">${inWords(visit, 'short', event.start_local)}</span> `
  return html`<li class="card ${inkOfEvent(event)}">
<div class="frame">${pictureOf(visit, event, { isFirst })}</div>
<div class="about">
<p class="line">${day}${timeOf(visit, event)}${until && html` <span class="until">${until}</span>`}${event.featured === 1 && html` <span class="mark">${words.featured}</span>`}</p>
<h3>${eventLink(visit, event)}</h3>
${place !== '' && html`<p class="place">${place}</p>`}
<p class="summary"${langOf(visit, event)}>${summaryOf(event)}</p>
<p class="line quiet">${event.links.categories.map((category) => html`<span class="chip ${inkOf(category.id)}">${titleOf(category)}</span> `)}${cost !== '' && html`<span class="cost">${cost}</span>`}</p>
</div></li>`
}

/** An event in a day of a grid: as little as tells it from others. */
export const eventLine = (visit: Visit, event: EventRow, isContinued = false): Markup =>
  html`<li class="${inkOfEvent(event)}${isContinued && ' continued'}${isLong(event) && ' long'}">${isContinued ? html`<span class="time" aria-hidden="true">⟶</span>` : timeOf(visit, event)} ${eventLink(visit, event)}</li>`
