import { displayedCostOfEvent } from '../../../collections/events/admission/present-admission.ts'
import type { EventLine, EventRow } from '../../../collections/events/event-row.ts'
import { formatCostForSite } from '../../../collections/events/present-event.ts'
import type { RecordText } from '../../../collections/texts/record-texts.ts'
import { lowestAndHighestPrice } from '../../../core/cost/parse-and-format-cost.ts'
import { htmlToText } from '../../../core/text/html.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatPageDate, type PageContext, plainTitle, postHref } from '../../page-context.ts'
import { directionAttribute, textAttributes } from '../language-and-direction-attributes.ts'
import { pictureElement } from '../picture-element.ts'
import { eventStartTime, isMultiDay, lastDayText } from './event-times.ts'
import { categoryColorClass, generatedPicture } from './generated-picture.ts'
import { statusBadges, struckUnlessTakingPlace } from './status-badges.ts'

/**
 * A link to the page of an event, after the badges for its status. On embedded pages the link opens in the whole window
 * instead of the `<iframe>`.
 */
export function eventLink(context: PageContext, event: EventLine): Markup {
  const target = context.isEmbedded && html` target="_top"`
  const plain = plainTitle(event)
  const title = struckUnlessTakingPlace(event, plain)
  const address = postHref(context, 'event', event)
  const attributes = textAttributes(context, event, plain)
  return html`${statusBadges(context, event)}<a class="event" href="${address}"${target}${attributes}>${title}</a>`
}

/** CSS class for the colour of an event: the colour of its first category. */
export const eventColorClass = ({ links }: Pick<EventLine, 'links'>) => categoryColorClass(links.categories[0]?.id)

/**
 * The picture of an event in a list, or a generated picture if it has none.
 * @param isFirst whether the picture is visible without scrolling
 */
function cardPicture(context: PageContext, event: EventRow, isFirst: boolean): Markup {
  const { image, id, links } = event
  if (!image) return generatedPicture(id, links.categories[0]?.id)
  return pictureElement(context, image, { isFirst, shownWidth: '20rem' })
}

export function costText({ scope, words }: PageContext, event: EventRow): string {
  const cost = displayedCostOfEvent(scope, event)
  const range = lowestAndHighestPrice(cost)
  if (range?.high === 0) return words.free
  const text = formatCostForSite(scope, cost)
  // The API writes the word `Free` of a range such as `Free – €24` in English, so it is replaced by the page's word.
  return range?.low === 0 ? text.replace(/^Free\b/, words.free) : text
}

/** Names and cities of the venues of an event: `Old harbour, Porto`. */
export function venueText({ links }: EventRow): string {
  return links.venues
    .map((venue) => [plainTitle(venue), venue.city].filter((part) => part !== '').join(', '))
    .join(' · ')
}

const SUMMARY_LENGTH = 160

/**
 * The excerpt of an event, or the beginning of its description, as plain text.
 * @param length largest number of characters
 */
export function eventSummary({ text }: EventRow, length = SUMMARY_LENGTH): string {
  const plain = plainTextOf(text)
  if (plain.length <= length) return plain
  return `${plain.slice(0, length).replace(/\s+\S*$/, '')} …`
}

/**
 * Plain texts of descriptions and excerpts by record text. Cached, because a page shows the text of each event and
 * repeats it in its JSON-LD.
 */
const plainTexts = new WeakMap<RecordText, string>()

function plainTextOf(text: RecordText): string {
  const plain = plainTexts.get(text) ?? htmlToText(text.excerpt || text.description)
  plainTexts.set(text, plain)
  return plain
}

/** An event in a list of cards: picture, time, title, venue, summary, categories and cost. */
export function eventCard(context: PageContext, event: EventRow, { showsDay = false, isFirst = false } = {}): Markup {
  const { words } = context
  const [venue, cost, until] = [venueText(event), costText(context, event), lastDayText(context, event)]
  const summary = eventSummary(event)
  const day = showsDay && html`<span class="date">${formatPageDate(context, 'short', event.start_local)}</span> `
  const categories = event.links.categories.map(
    (category) => html`<span class="chip ${categoryColorClass(category.id)}">${plainTitle(category)}</span> `,
  )
  return html`
    <li class="card ${eventColorClass(event)}">
      <div class="frame">${cardPicture(context, event, isFirst)}</div>
      <div class="about">
        <p class="line">
          ${day}${eventStartTime(context, event)}
          ${until && html` <span class="until">${until}</span>`}
          ${event.featured === 1 && html` <span class="mark">${words.featured}</span>`}
        </p>
        <h3>${eventLink(context, event)}</h3>
        ${venue !== '' && html`<p class="place"${directionAttribute(venue, context.language)}>${venue}</p>`}
        <p class="summary"${textAttributes(context, event, summary)}>${summary}</p>
        <p class="line quiet">${categories}${cost !== '' && html`<span class="cost">${cost}</span>`}</p>
      </div>
    </li>
  `
}

/**
 * An event as one line, for example in the cell of a day: its time and title.
 * @param isContinued whether the event began on an earlier day
 */
export function eventLine(context: PageContext, event: EventLine, isContinued = false): Markup {
  const classes = `${eventColorClass(event)}${isContinued ? ' continued' : ''}${isMultiDay(event) ? ' long' : ''}`
  const time = isContinued ? html`<span class="time" aria-hidden="true">⟶</span>` : eventStartTime(context, event)
  return html`<li class="${classes}">${time} ${eventLink(context, event)}</li>`
}
