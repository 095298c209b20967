import ICAL from 'ical.js'
import type { Language } from '../../core/language.ts'
import { LAST_CALENDAR_DAY } from '../../core/time/local-time.ts'
import { descriptionHtmlWithPriceAndPage, descriptionTextWithPriceAndPage } from '../feed-descriptions.ts'
import { type FeedEvent, venueAddressLine, zoneOfFeedEvent } from '../feed-event-types.ts'
import { type FeedMetadata, type FeedWriter, PRODUCT_NAME, REFRESH_MINUTES } from '../feed-writer.ts'
import {
  addIcsListProperty,
  addIcsProperty,
  convertInstantToIcsUtcTime,
  convertLocalTimeToIcsDay,
  convertLocalTimeToIcsTime,
} from './ics-properties.ts'
import { addRecurrenceIdToIcsEvent, addRecurrenceRulesToIcsEvent } from './ics-recurrence.ts'
import { formatVtimezone, icsTzidOfZone } from './vtimezone.ts'

// Names of properties with text values that ical.js does not have. They are declared as text, because ical.js escapes
// commas and line breaks only in properties of this type.
const TEXTS = ['x-alt-desc', 'x-cost', 'x-wr-calname', 'x-wr-caldesc', 'x-wr-timezone', 'styled-description']
for (const name of TEXTS) ICAL.design.icalendar.property[name] = { defaultType: 'text' }

const LINE_OCTETS_MAX = 75
// A line has at most 75 octets (RFC 5545, 3.1); ical.js does not count the space at the start of a continuation line.
ICAL.foldLength = LINE_OCTETS_MAX - 1

/**
 * Creates a writer for feeds in iCalendar (RFC 5545), with properties of RFC 7986 and extensions for Outlook and Apple.
 */
export function createIcsWriter(head: FeedMetadata): FeedWriter {
  const calendar = new ICAL.Component('vcalendar')
  addIcsProperty(calendar, 'prodid', `-//${PRODUCT_NAME}//${PRODUCT_NAME}//EN`)
  addIcsProperty(calendar, 'version', '2.0')
  addIcsProperty(calendar, 'calscale', 'GREGORIAN')
  if (!head.isSingle) nameCalendar(calendar, head)
  const end = 'END:VCALENDAR\r\n'
  const feedLanguage = head.isSingle ? undefined : head.language
  return {
    begin: `${calendar.toString()}\r\n`.slice(0, -end.length) + vtimezones(head),
    event: (event) =>
      vevents(event, feedLanguage ?? event.language)
        .map(textOf)
        .join(''),
    between: '',
    end,
  }
}

/**
 * Formats an iCalendar component without subcomponents as text. Its method `toString` gives the same text but is slow,
 * because it folds lines character by character.
 */
function textOf(component: ICAL.Component): string {
  const name = component.name.toUpperCase()
  const lines = component.getAllProperties().map((property) => foldLine(property.toICALString()))
  return [`BEGIN:${name}`, ...lines, `END:${name}`, ''].join('\r\n')
}

/** Folds a content line to lines of at most 75 octets (RFC 5545, 3.1). */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) > line.length) return ICAL.helpers.foldline(line)
  let folded = line.slice(0, LINE_OCTETS_MAX)
  for (let at = LINE_OCTETS_MAX; at < line.length; at += LINE_OCTETS_MAX - 1) {
    folded += `\r\n ${line.slice(at, at + LINE_OCTETS_MAX - 1)}`
  }
  return folded
}

/**
 * The `VTIMEZONE` components of all zones in the feed. A zone without a name needs none, because its times are written
 * in UTC.
 */
function vtimezones({ zoneSpans }: FeedMetadata): string {
  const byName = Map.groupBy(zoneSpans, ({ zone }) => icsTzidOfZone(zone))
  const texts = [...byName].map(([name, spans]) => {
    if (name === undefined) return ''
    const first = Math.min(...spans.map((span) => span.first))
    const last = Math.max(...spans.map((span) => span.last))
    return `${formatVtimezone(name, { first, last })}\r\n`
  })
  return texts.join('')
}

/**
 * Adds name, description, addresses and refresh interval to a calendar to which people subscribe. A feed with a single
 * event has none of these, because programs would create a new calendar for it. The calendar has no `UID` (RFC 7986,
 * 5.3), because vdirsyncer would take it for the `UID` of all events.
 */
function nameCalendar(calendar: ICAL.Component, head: FeedMetadata): void {
  addIcsProperty(calendar, 'name', head.title)
  addIcsProperty(calendar, 'x-wr-calname', head.title)
  addIcsProperty(calendar, 'description', head.description)
  addIcsProperty(calendar, 'x-wr-caldesc', head.description)
  const zone = icsTzidOfZone(head.timezone)
  if (zone !== undefined) addIcsProperty(calendar, 'x-wr-timezone', zone)
  addIcsProperty(calendar, 'url', head.page)
  addIcsProperty(calendar, 'source', head.self, { value: 'URI' })
  const refresh = `PT${REFRESH_MINUTES}M`
  addIcsProperty(calendar, 'refresh-interval', ICAL.Duration.fromString(refresh))
  addIcsProperty(calendar, 'x-published-ttl', refresh)
}

/**
 * The VEVENT components of an event. A repeated event also has a component for each date whose times or texts differ.
 */
function vevents(event: FeedEvent, feedLanguage: Language): ICAL.Component[] {
  const { repeated } = event
  const component = vevent(event, feedLanguage)
  if (repeated === undefined) return [component]
  addRecurrenceRulesToIcsEvent(component, event, repeated)
  const changed = repeated.changed.map(({ originalStart, event: date }) => {
    const other = vevent({ ...date, uid: event.uid }, feedLanguage)
    addRecurrenceIdToIcsEvent(other, event, originalStart)
    return other
  })
  return [component, ...changed]
}

/**
 * Creates the VEVENT component of an event.
 * @param feedLanguage language of the feed; texts in this language have no parameter `LANGUAGE`, because the parser
 * node-ical returns texts with a parameter as objects, which many programs show as `[object Object]`
 */
function vevent(event: FeedEvent, feedLanguage: Language): ICAL.Component {
  const component = new ICAL.Component('vevent')
  const language = event.language === feedLanguage ? undefined : event.language
  addIcsProperty(component, 'uid', event.uid)
  addIcsProperty(component, 'sequence', event.sequence)
  // `DTSTAMP` is the time of the last change (RFC 5545, 3.8.7.2). With the current time instead, no two responses would
  // be equal.
  for (const name of ['dtstamp', 'last-modified'])
    addIcsProperty(component, name, convertInstantToIcsUtcTime(event.modifiedAt))
  addIcsProperty(component, 'created', convertInstantToIcsUtcTime(event.createdAt))
  addTimes(component, event)
  addIcsProperty(component, 'summary', event.headline, { language })
  addDescription(component, event, language)
  addIcsProperty(component, 'url', event.url)
  const location = event.venues.map(venueAddressLine).join('; ') || event.onlineUrl
  if (location) addIcsProperty(component, 'location', location)
  const geo = event.venues.find((place) => place.geo)?.geo
  if (geo) addIcsProperty(component, 'geo', [geo.lat, geo.lng])
  const words = [...new Set([...event.categories, ...event.tags])]
  if (words.length > 0) addIcsListProperty(component, 'categories', words, { language })
  addOrganizers(component, event, language)
  for (const { uid } of event.series) addIcsProperty(component, 'related-to', uid, { reltype: 'PARENT' })
  const { image, cost, website } = event
  if (image) addIcsProperty(component, 'image', image.url, { value: 'URI', display: 'BADGE', fmttype: image.type })
  if (event.onlineUrl)
    addIcsProperty(component, 'conference', event.onlineUrl, { value: 'URI', feature: 'AUDIO,VIDEO' })
  if (website) addIcsProperty(component, 'link', website, { value: 'URI', linkrel: 'related' })
  if (cost) addIcsProperty(component, 'x-cost', cost)
  if (event.statusReason) addIcsProperty(component, 'comment', event.statusReason, { language })
  addIcsProperty(component, 'status', event.certainty.toUpperCase())
  addIcsProperty(component, 'class', event.status === 'publish' ? 'PUBLIC' : 'PRIVATE')
  // `TRANSPARENT`: in the calendars of subscribers, the time of the event does not count as busy.
  addIcsProperty(component, 'transp', 'TRANSPARENT')
  return component
}

function addTimes(component: ICAL.Component, event: FeedEvent): void {
  if (event.isAllDay) {
    const [start, end] = [convertLocalTimeToIcsDay(event.start), convertLocalTimeToIcsDay(event.end)]
    // `DTEND` of an all-day event is the day after its last day, but at most 9999-12-31, the last date of the format.
    if (event.end.slice(0, 10) < LAST_CALENDAR_DAY) end.adjust(1, 0, 0, 0)
    addIcsProperty(component, 'dtstart', start)
    if (end.compare(start) > 0) addIcsProperty(component, 'dtend', end)
    return
  }
  const zone = zoneOfFeedEvent(event)
  const time = (local: string, instant: number) =>
    zone === undefined ? convertInstantToIcsUtcTime(instant) : convertLocalTimeToIcsTime(local)
  addIcsProperty(component, 'dtstart', time(event.start, event.startAt), { tzid: zone })
  // An event without duration has no `DTEND`, because `DTEND` must be later than `DTSTART` (RFC 5545, 3.8.2.2).
  if (event.endAt > event.startAt) addIcsProperty(component, 'dtend', time(event.end, event.endAt), { tzid: zone })
}

/**
 * Adds the description of an event as plain text, and also as HTML if it contains other markup than paragraphs and line
 * breaks.
 */
function addDescription(component: ICAL.Component, event: FeedEvent, language: Language | undefined): void {
  addIcsProperty(component, 'description', descriptionTextWithPriceAndPage(event), { language })
  if (!/<(?!\/?p>|br ?\/?>)/.test(event.html)) return
  const html = descriptionHtmlWithPriceAndPage(event)
  addIcsProperty(component, 'styled-description', html, { value: 'TEXT', fmttype: 'text/html', language })
  addIcsProperty(component, 'x-alt-desc', html, { fmttype: 'text/html' })
}

function addOrganizers(component: ICAL.Component, { organizers }: FeedEvent, language: Language | undefined): void {
  const organizer = organizers.find(({ email }) => email !== '')
  if (organizer) addIcsProperty(component, 'organizer', `mailto:${organizer.email}`, { cn: organizer.name })
  for (const host of organizers) {
    if (host === organizer) continue
    const contact = [host.name, host.phone, host.email, host.website].filter(Boolean).join(', ')
    addIcsProperty(component, 'contact', contact, { language })
  }
}
