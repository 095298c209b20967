import { isObject } from '../../../core/generic/is-object.ts'
import type { ItemTexts } from '../../import-item-types.ts'
import { parseWordpressLanguageCode } from '../wordpress/wordpress-languages.ts'
import type { JsCalendarTimes, JsObject } from './jscalendar-times.ts'

/** Names of the members of an event that are imported, or that contain nothing for readers of a calendar. */
const READ_MEMBERS = new Set([
  ...['@type', 'uid', 'prodId', 'created', 'updated', 'sequence', 'method', 'freeBusyStatus', 'privacy', 'locale'],
  ...[
    'title',
    'description',
    'descriptionContentType',
    'start',
    'duration',
    'timeZone',
    'timeZones',
    'showWithoutTime',
  ],
  ...['status', 'keywords', 'locations', 'virtualLocations', 'links', 'participants', 'localizations'],
  ...['recurrenceRules', 'excludedRecurrenceRules', 'recurrenceOverrides', 'recurrenceId', 'recurrenceIdTimeZone'],
  ...['alerts', 'useDefaultAlerts'],
])

/** Lists the members of an event that the import ignores, so that they are reported. */
export const listIgnoredJscalendarMembers = (event: JsObject): string[] => [
  ...Object.keys(event).filter((name) => !READ_MEMBERS.has(name)),
  ...(event.status === 'tentative' ? ['status tentative'] : []),
]

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const webUrlIn = (value: unknown): string => (/^https?:\/\/\S+$/i.test(textIn(value)) ? textIn(value) : '')

/** The objects in a member such as `locations`, which maps ids to objects. */
const objectsIn = (value: unknown): JsObject[] => (isObject(value) ? Object.values(value).filter(isObject) : [])

/** Converts an event of JSCalendar, or one of its dates, to fields of the API. */
export function convertJscalendarEventToFields(event: JsObject, times: JsCalendarTimes): Record<string, unknown> {
  const { title, description, keywords, status, privacy } = event
  const words = isObject(keywords) ? Object.keys(keywords).filter((word) => word.trim() !== '') : []
  return {
    title: textIn(title),
    ...(textIn(description) !== '' && { description: textIn(description) }),
    ...times.fields(event),
    ...(status === 'cancelled' && { event_status: 'cancelled' }),
    ...((privacy === 'private' || privacy === 'secret') && { status: 'private' }),
    ...(words.length > 0 && { categories: words }),
    ...placeFields(event),
    ...organizerField(event),
    ...linkFields(event),
  }
}

function placeFields({ locations, virtualLocations }: JsObject): JsObject {
  const venues = objectsIn(locations).flatMap(venueOf)
  const online = objectsIn(virtualLocations)
    .map(({ uri }) => webUrlIn(uri))
    .find((uri) => uri !== '')
  return {
    ...(venues.length > 0 && { venue: venues.length === 1 ? venues[0] : venues }),
    ...(online && { online_url: online, attendance_mode: venues.length > 0 ? 'mixed' : 'online' }),
  }
}

/** The field `venue` for a location with a name. A name of digits is omitted, because the API takes it for an id. */
function venueOf({ name, coordinates }: JsObject): unknown[] {
  const venue = textIn(name).replace(/\s+/g, ' ')
  if (venue === '' || /^[\d\s,]+$/.test(venue)) return []
  const [, latitude, longitude] = /^geo:(-?[\d.]+),(-?[\d.]+)/.exec(textIn(coordinates)) ?? []
  const isOnMap = Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
  return [isOnMap ? { venue, geo_lat: Number(latitude), geo_lng: Number(longitude) } : venue]
}

/** Roles in JSCalendar that make a participant an organizer of the event. */
const ORGANIZING_ROLES = ['contact', 'owner', 'chair']

function organizerField({ participants }: JsObject): JsObject {
  const organizers = objectsIn(participants).flatMap(({ name, email, roles }) => {
    const organizer = textIn(name)
    if (organizer === '' || !isObject(roles) || !ORGANIZING_ROLES.some((role) => role in roles)) return []
    return [textIn(email) === '' ? organizer : { organizer, email: textIn(email) }]
  })
  return organizers.length === 0 ? {} : { organizer: organizers }
}

function linkFields({ links }: JsObject): JsObject {
  const isPicture = ({ rel, contentType }: JsObject) => rel === 'icon' || textIn(contentType).startsWith('image/')
  const all = objectsIn(links).filter(({ href }) => webUrlIn(href) !== '')
  const pages = all.filter((link) => !isPicture(link))
  const picture = all.find(isPicture)
  const website = pages.find(({ rel }) => rel === 'related') ?? pages[0]
  return { ...(picture && { image: webUrlIn(picture.href) }), ...(website && { website: webUrlIn(website.href) }) }
}

/** Reads the texts in other languages from the member `localizations`. */
export function readJscalendarTranslations({ title, localizations, locale }: JsObject): ItemTexts[] {
  const original = parseWordpressLanguageCode(locale)
  const patches = isObject(localizations) ? Object.entries(localizations) : []
  return patches.flatMap(([code, patch]): ItemTexts[] => {
    const language = parseWordpressLanguageCode(code)
    if (language === undefined || language === original || !isObject(patch)) return []
    const { title: own, description } = patch
    if (own === undefined && description === undefined) return []
    const fields = {
      title: textIn(own) || textIn(title),
      ...(textIn(description) !== '' && { description: textIn(description) }),
    }
    return [{ language, fields }]
  })
}
