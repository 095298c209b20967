import type { RecordItem } from '../../import-item-types.ts'
import { FIRST_DATE_ID, regionFieldsOfTecVenue } from '../wordpress/wordpress-id-and-region.ts'
import { wordpressSiteIdOfAddress } from '../wordpress/wordpress-site-id-of-address.ts'
import { findParsedIcsProperty, type IcsProperties, textOfIcsProperty } from './parse-ics-event.ts'

/** The functions of this file parse values in iCalendar files that The Events Calendar writes in its own way. */

/** Matches a UID that The Events Calendar made: id of the event, start, end and host. */
const UID = /^(\d+)-\d+-\d+@/

/** The id of an event in The Events Calendar, from its UID; undefined for UIDs of other programs. */
export function tecEventIdOfIcsUid(uid: string): number | undefined {
  const [, id] = UID.exec(uid) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Values of fields that files of The Events Calendar do not contain: those that it gives to new events. */
const DEFAULTS = { show_map: true, show_map_link: true }

/**
 * Adds what a file of The Events Calendar says in its own way to the item of an event: its id and slug on the site, its
 * organizer, and the address of its venue.
 * @param site name of the site (see `wordpressSiteIdOfAddress`)
 */
export function addTecFieldsToIcsItem(item: RecordItem, properties: IcsProperties, site: string): RecordItem {
  const id = tecEventIdOfIcsUid(item.externalId)
  if (id === undefined) return item
  const { website, venue, ...fields } = item.fields
  const path = pathOnSite(String(website ?? ''), site)
  const slug = path?.split('/').findLast((part) => part !== '')
  const published = textOfIcsProperty(findParsedIcsProperty(properties, 'created'))
  return {
    ...item,
    externalId: String(id),
    ...(id < FIRST_DATE_ID && { id }),
    ...(path !== undefined && { path }),
    fields: {
      ...fields,
      ...DEFAULTS,
      ...(slug !== undefined && { slug: decode(slug) }),
      ...(path === undefined && website !== undefined && { website }),
      ...(published !== '' && { date_utc: published.replace('T', ' ').replace(/Z$/, '') }),
      ...venueField(textOfIcsProperty(findParsedIcsProperty(properties, 'location'))),
      ...organizerField(properties),
    },
  }
}

/** The path of an event's page from its URL; undefined if the URL is not on the site or has a query. */
function pathOnSite(address: string, site: string): string | undefined {
  const url = URL.parse(address)
  const isOnSite = url !== null && `${wordpressSiteIdOfAddress(address)}/`.startsWith(`${site}/`)
  return isOnSite && url.search === '' ? url.pathname : undefined
}

function organizerField(properties: IcsProperties) {
  const property = findParsedIcsProperty(properties, 'organizer')
  const name = decode(String(property?.[1].cn ?? ''))
  if (name === '') return {}
  const [, email] = /^mailto:(\S+@\S+)$/i.exec(textOfIcsProperty(property)) ?? []
  return { organizer: email === undefined ? name : { organizer: name, email } }
}

/** Decodes a name that The Events Calendar has percent-encoded; any other name is returned as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const DIGITS = /\d/
const STATE_CODE = /^[A-Z]{2,3}$/

/**
 * Parses a location such as `Town Hall, 1 Bell Square, Larkhaven, ME, 04999, United States` to a venue: name, address,
 * city, state or province, postal code and country. All parts but the name may be missing.
 */
function venueField(location: string): { venue?: string | Record<string, string> } {
  const [name = '', ...parts] = location.split(',').map((part) => part.trim())
  if (name === '' || STATE_CODE.test(location)) return {}
  if (parts.length < 2) return { venue: location }
  const country = parts.pop() as string
  const zip = parts.length > 1 && DIGITS.test(parts.at(-1) as string) ? parts.pop() : undefined
  const isState = STATE_CODE.test(parts.at(-1) ?? '') ? parts.length > 0 : parts.length > 2
  const region = isState ? parts.pop() : undefined
  const city = parts.pop()
  const values = {
    address: parts.join(', '),
    city,
    ...(region && regionFieldsOfTecVenue(region, country)),
    zip,
    country,
  }
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return { venue: { venue: name, ...(Object.fromEntries(filled) as Record<string, string>) } }
}
