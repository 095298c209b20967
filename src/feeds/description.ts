import { formatMessage } from '../core/messages/index.ts'
import { escapeHtml } from '../core/text/html.ts'
import { type FeedEvent, venueAddressLine } from './feed-event.ts'

/** When, where and for how much, in the words of the event's language, for readers that know nothing of events. */
export function eventFacts(event: FeedEvent): { label: string; text: string }[] {
  const { language, cost } = event
  const facts = [
    { label: formatMessage(language, 'feed.when'), text: eventTimeText(event) },
    { label: formatMessage(language, 'feed.where'), text: event.venues.map(venueAddressLine).join('; ') },
    { label: formatMessage(language, 'feed.cost'), text: cost },
  ]
  return facts.filter(({ text }) => text !== '')
}

/** `Thursday, 1 May 2031, 19:30 – 22:00 (WEST)`, as the language writes it. */
export function eventTimeText({ language, start, end, isAllDay, timezone }: FeedEvent): string {
  // Local times are read and written as if they were of UTC: they are those of the event's own clock.
  const [from, to] = [start, end].map((local) => Date.parse(`${local.replace(' ', 'T')}Z`)) as [number, number]
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'full',
    ...(!isAllDay && { timeStyle: 'short' }),
    timeZone: 'UTC',
  })
  const text = isAllDay || from === to ? format.formatRange(from, isAllDay ? to : from) : format.formatRange(from, to)
  return isAllDay ? text : `${text} (${timezone})`
}

/** The same and the description, as HTML. */
export function descriptionHtml(event: FeedEvent): string {
  const facts = eventFacts(event).map(({ label, text }) => `<strong>${escapeHtml(label)}:</strong> ${escapeHtml(text)}`)
  const { image } = event
  const picture = image
    ? `<p><img src="${escapeHtml(image.url)}" alt="${escapeHtml(image.alt)}" width="${image.width}" height="${image.height}" /></p>\n`
    : ''
  return `<p>${facts.join('<br />')}</p>\n${picture}${event.html}`
}
