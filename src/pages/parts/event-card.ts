import { formattedCost } from '../../collections/events/present.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { htmlToText } from '../../core/text/html.ts'
import { presentImage } from '../../media/present.ts'
import { html, type Markup } from '../markup.ts'
import { dateText, type PageContext, plainTitle, postHref } from '../page.ts'
import { categoryColorClass, poster } from './poster.ts'
import { isMultiDay, startTime, untilText } from './times.ts'

/** Says so where a text is shown in another language than the page, for those who hear it. */
export const langAttribute = ({ scope }: PageContext, { text }: EventRow): Markup | undefined =>
  text.language === scope.language ? undefined : html` lang="${text.language}"`

/** Leads to an event's page; out of the frame when the calendar is inside someone else's page. */
export const eventLink = (context: PageContext, event: EventRow, name = 'event'): Markup =>
  html`<a class="${name}" href="${postHref(context, 'event', event)}"${context.isEmbedded && html` target="_top"`}${langAttribute(context, event)}>${plainTitle(event)}</a>`

export const eventColorClass = ({ links }: EventRow) => categoryColorClass(links.categories[0]?.id)

/** Its picture in the smallest size that is large enough, else a print. */
export function eventPicture(
  { scope }: PageContext,
  event: EventRow,
  { isFirst = false, widthMin = 300 } = {},
): Markup {
  const { image } = event
  if (!image) return poster(event.id, event.links.categories[0]?.id)
  const view = presentImage(image, scope.urls)
  const sizes = Object.values(view.sizes ?? {}).filter(({ width }) => width >= widthMin)
  const { url, width, height } = sizes.toSorted((one, other) => one.width - other.width)[0] ?? view
  return html`<img class="poster" src="${url}" width="${width}" height="${height}" alt=""${!isFirst && html` loading="lazy" decoding="async"`}>`
}

export function costText({ scope, words }: PageContext, event: EventRow): string {
  const cost = formattedCost(scope, event)
  return cost === 'Free' ? words.free : cost
}

/** Venue and town. */
export function venueText({ links }: EventRow): string {
  return links.venues
    .map((venue) => [plainTitle(venue), venue.city].filter((part) => part !== '').join(', '))
    .join(' · ')
}

const SUMMARY_LENGTH = 160

/** The excerpt, or the beginning of the description, as plain text. */
export function eventSummary({ text }: EventRow, length = SUMMARY_LENGTH): string {
  const plain = htmlToText(text.excerpt || text.description)
  if (plain.length <= length) return plain
  return `${plain.slice(0, length).replace(/\s+\S*$/, '')} …`
}

/** An event in a list: its picture, time, title, place. */
export function eventCard(context: PageContext, event: EventRow, { showsDay = false, isFirst = false } = {}): Markup {
  const { words } = context
  const [place, cost, until] = [venueText(event), costText(context, event), untilText(context, event)]
  const day = showsDay && html`<span class="date">${dateText(context, 'short', event.start_local)}</span> `
  return html`<li class="card ${eventColorClass(event)}">
<div class="frame">${eventPicture(context, event, { isFirst })}</div>
<div class="about">
<p class="line">${day}${startTime(context, event)}${until && html` <span class="until">${until}</span>`}${event.featured === 1 && html` <span class="mark">${words.featured}</span>`}</p>
<h3>${eventLink(context, event)}</h3>
${place !== '' && html`<p class="place">${place}</p>`}
<p class="summary"${langAttribute(context, event)}>${eventSummary(event)}</p>
<p class="line quiet">${event.links.categories.map((category) => html`<span class="chip ${categoryColorClass(category.id)}">${plainTitle(category)}</span> `)}${cost !== '' && html`<span class="cost">${cost}</span>`}</p>
</div></li>`
}

/** An event in a day of a grid: as little as tells it from others. */
export const eventLine = (context: PageContext, event: EventRow, isContinued = false): Markup =>
  html`<li class="${eventColorClass(event)}${isContinued && ' continued'}${isMultiDay(event) && ' long'}">${isContinued ? html`<span class="time" aria-hidden="true">⟶</span>` : startTime(context, event)} ${eventLink(context, event)}</li>`
