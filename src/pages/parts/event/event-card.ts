import { statedCostOrCostOfOffers } from '../../../collections/events/admission/present-admission.ts'
import type { EventLine, EventRow } from '../../../collections/events/event-row.ts'
import type { RecordText } from '../../../collections/texts/record-texts.ts'
import { htmlToText } from '../../../core/text/html.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatPageDate, hrefOfPost, type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import { directionAttribute, textAttributes } from '../language-and-direction-attributes.ts'
import { renderPictureElement } from '../picture-element.ts'
import { formatLastDayOfEvent, isMultiDayEvent, renderEventStartTime } from './event-times.ts'
import { formatPriceOnPage } from './format-price.ts'
import { colorClassOfCategory, renderGeneratedPicture } from './generated-picture.ts'
import { renderBadgesForEventStatus, strikeThroughIfNotTakingPlace } from './status-badges.ts'

/**
 * A link to the page of an event, after the badges for its status. On embedded pages the link opens in the whole window
 * instead of the `<iframe>`.
 */
export function renderEventLink(context: PageContext, event: EventLine): Markup {
  const target = context.isEmbedded && html` target="_top"`
  const plain = plainTitleOfRecord(event)
  const title = strikeThroughIfNotTakingPlace(event, plain)
  const address = hrefOfPost(context, 'event', event)
  const attributes = textAttributes(context, event, plain)
  const badges = renderBadgesForEventStatus(context, event)
  return html`${badges}<a class="event" href="${address}"${target}${attributes}>${title}</a>`
}

/** CSS class for the colour of an event: the colour of its first category. */
export const colorClassOfEvent = ({ links }: Pick<EventLine, 'links'>) => colorClassOfCategory(links.categories[0]?.id)

/**
 * The picture of an event in a list, or a generated picture if it has none.
 * @param isFirst whether the picture is visible without scrolling
 */
function cardPicture(context: PageContext, event: EventRow, isFirst: boolean): Markup {
  const { image, id, links } = event
  if (!image) return renderGeneratedPicture(id, links.categories[0]?.id)
  return renderPictureElement(context, image, { isFirst, shownWidth: '20rem' })
}

/** The cost of an event as pages show it; empty if nothing is known about it. */
export const formatCostOfEvent = (context: PageContext, event: EventRow): string =>
  formatPriceOnPage(context, statedCostOrCostOfOffers(context.scope, event)) ||
  (event.is_free === 1 ? context.words.free : '')

/** Names and cities of the venues of an event: `Old harbour, Porto`. */
export function formatVenuesOfEvent({ links }: EventRow): string {
  return links.venues
    .map((venue) => [plainTitleOfRecord(venue), venue.city].filter((part) => part !== '').join(', '))
    .join(' · ')
}

const SUMMARY_LENGTH = 160

/**
 * The excerpt of an event, or the beginning of its description, as plain text.
 * @param length largest number of characters
 */
export function summarizeEvent({ text }: EventRow, length = SUMMARY_LENGTH): string {
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

interface EventCardOptions {
  /** Whether the card says on which day the event begins. */
  showsDay?: boolean
  /** Whether the card is visible without scrolling. */
  isFirst?: boolean
  /** A paragraph below the title. */
  note?: Markup | undefined
}

/** An event in a list of cards: picture, time, title, venue, summary, categories and cost. */
export function renderEventCard(
  context: PageContext,
  event: EventRow,
  { showsDay = false, isFirst = false, note }: EventCardOptions = {},
): Markup {
  const { words } = context
  const [venue, cost, until] = [
    formatVenuesOfEvent(event),
    formatCostOfEvent(context, event),
    formatLastDayOfEvent(context, event),
  ]
  const summary = summarizeEvent(event)
  const day = showsDay && html`<span class="date">${formatPageDate(context, 'short', event.start_local)}</span> `
  const categories = event.links.categories.map(
    (category) => html`<span class="chip ${colorClassOfCategory(category.id)}">${plainTitleOfRecord(category)}</span> `,
  )
  return html`
    <li class="card ${colorClassOfEvent(event)}">
      <div class="frame">${cardPicture(context, event, isFirst)}</div>
      <div class="about">
        <p class="line">
          ${day}${renderEventStartTime(context, event)}
          ${until && html` <span class="until">${until}</span>`}
          ${event.featured === 1 && html` <span class="mark">${words.featured}</span>`}
        </p>
        <h3>${renderEventLink(context, event)}</h3>
        ${note}
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
export function renderEventLine(context: PageContext, event: EventLine, isContinued = false): Markup {
  const length = isMultiDayEvent(event) ? ' long' : ''
  const classes = `${colorClassOfEvent(event)}${isContinued ? ' continued' : ''}${length}`
  const time = isContinued ? html`<span class="time" aria-hidden="true">⟶</span>` : renderEventStartTime(context, event)
  return html`<li class="${classes}">${time} ${renderEventLink(context, event)}</li>`
}
