import { formatMessage } from '../core/messages/index.ts'
import { escapeHtml } from '../core/text/html.ts'
import { type FeedEvent, venueAddressLine, wordForEventStatus } from './feed-event-types.ts'

/**
 * Time, venue and cost of an event, labelled in the language of its text, for feed formats that have no fields for
 * them.
 */
export function labelledTimeVenueAndCost(event: FeedEvent): { label: string; text: string }[] {
  const { language, cost } = event
  const facts = [
    ...reasonOf(event),
    { label: formatMessage(language, 'feed.when'), text: eventTimeText(event) },
    { label: formatMessage(language, 'feed.where'), text: placesText(event) },
    { label: formatMessage(language, 'feed.cost'), text: cost },
  ]
  return facts.filter(({ text }) => text !== '')
}

/** The reason why an event is cancelled, postponed or changed, labelled with the word for its status. */
function reasonOf({ language, eventStatus, statusReason: text }: FeedEvent): { label: string; text: string }[] {
  return eventStatus === 'scheduled' || text === '' ? [] : [{ label: wordForEventStatus(language, eventStatus), text }]
}

/** The venues of an event, and the address at which it takes place online, as one text. */
const placesText = ({ venues, onlineUrl }: FeedEvent) =>
  [...venues.map(venueAddressLine), onlineUrl].filter(Boolean).join('; ')

/** The time of an event as text in the language of its texts: `Thursday, 1 May 2031, 19:30 – 22:00 (Europe/Lisbon)`. */
function eventTimeText({ language, start, end, isAllDay, timezone }: FeedEvent): string {
  // The local times are parsed and formatted as UTC, so that the time zone of the server does not change them.
  const [from, to] = [start, end].map((local) => Date.parse(`${local.replace(' ', 'T')}Z`)) as [number, number]
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'full',
    ...(!isAllDay && { timeStyle: 'short' }),
    timeZone: 'UTC',
  })
  const text = isAllDay || from === to ? format.formatRange(from, isAllDay ? to : from) : format.formatRange(from, to)
  return isAllDay ? text : `${text} (${timezone})`
}

/** HTML of an event for feed readers: labelled time, venue and cost, then the picture and the description. */
export function eventHtmlForFeedReaders(event: FeedEvent): string {
  const facts = labelledTimeVenueAndCost(event).map(
    ({ label, text }) => `<strong>${escapeHtml(label)}:</strong> ${escapeHtml(text)}`,
  )
  const { image } = event
  const picture = image ? `<p>${imageElement(image)}</p>\n` : ''
  return `<p>${facts.join('<br />')}</p>\n${picture}${event.html}`
}

function imageElement({ url, alt, width, height }: NonNullable<FeedEvent['image']>): string {
  return `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" />`
}

/**
 * The description of an event as plain text, with price and page address at the end, because most calendar programs
 * display no property that contains these.
 */
export function descriptionTextWithPriceAndPage(event: FeedEvent): string {
  const { text, excerpt, url } = event
  const reasons = reasonOf(event).map((reason) => `${reason.label}: ${reason.text}`)
  return [...reasons, text || excerpt, [...priceLine(event), url].join('\n')].filter(Boolean).join('\n\n')
}

/** The description of an event as HTML, with price and a link to the page at the end. */
export function descriptionHtmlWithPriceAndPage(event: FeedEvent): string {
  const address = escapeHtml(event.url)
  const lines = [...priceLine(event).map(escapeHtml), `<a href="${address}">${address}</a>`]
  const reasons = reasonOf(event).map(({ label, text }) => `<p>${escapeHtml(`${label}: ${text}`)}</p>\n`)
  return `${reasons.join('')}${event.html}\n<p>${lines.join('<br />')}</p>`
}

const priceLine = ({ language, cost }: FeedEvent) =>
  cost === '' ? [] : [`${formatMessage(language, 'feed.cost')}: ${cost}`]
