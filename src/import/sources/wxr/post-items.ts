import type { Problem } from '../../../core/errors.ts'
import type { RecordItem } from '../../item.ts'
import { publicationFields, recordTimes } from '../wordpress/dates.ts'
import { importedHtml, shortcodeProblems } from '../wordpress/texts.ts'
import { fieldOf, metaOf, seriesTitles, termKey, type WxrOverview } from './overview.ts'
import type { WxrRecord } from './read-wxr.ts'
import { parseWxrRecurrence } from './recurrence.ts'

/** Posts of an export as items. */

const IMAGE = '_thumbnail_id'

/** What items of all posts have. */
function postItem(kind: RecordItem['kind'], titleField: string, record: WxrRecord, cursor: string): RecordItem {
  const id = fieldOf(record, 'wp:post_id')
  const published = fieldOf(record, 'wp:post_date_gmt')
  const slug = fieldOf(record, 'wp:post_name')
  const image = metaOf(record, IMAGE)
  const author = fieldOf(record, 'dc:creator')
  return {
    kind,
    externalId: id,
    id: Number(id) || undefined,
    place: `line ${record.line}`,
    cursor,
    author: author === '' ? undefined : author,
    ...recordTimes(published, fieldOf(record, 'wp:post_modified_gmt')),
    fields: {
      [titleField]: fieldOf(record, 'title'),
      description: displayed(fieldOf(record, 'content:encoded')),
      ...(slug !== '' && { slug }),
      ...publicationFields(fieldOf(record, 'wp:status'), published),
    },
    references: { image: Number(image) > 0 ? [image] : [] },
  }
}

const displayed = (html: string) => importedHtml(html, html)

/** Values of post meta under the names of fields, without empty ones. */
const metaFields = (record: WxrRecord, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, key]) => {
      const value = metaOf(record, key)
      return value === '' ? [] : [[name, value]]
    }),
  )

const isYes = (text: string) => ['yes', '1', 'true'].includes(text)

const VENUE_META = {
  address: '_VenueAddress',
  city: '_VenueCity',
  country: '_VenueCountry',
  province: '_VenueProvince',
  state: '_VenueState',
  stateprovince: '_VenueStateProvince',
  zip: '_VenueZip',
  phone: '_VenuePhone',
  website: '_VenueURL',
  geo_lat: '_VenueLat',
  geo_lng: '_VenueLng',
}

export function venueItem(record: WxrRecord, cursor: string): RecordItem {
  const item = postItem('venue', 'venue', record, cursor)
  const maps = {
    show_map: isYes(metaOf(record, '_VenueShowMap')),
    show_map_link: isYes(metaOf(record, '_VenueShowMapLink')),
  }
  return { ...item, fields: { ...item.fields, ...metaFields(record, VENUE_META), ...maps } }
}

const ORGANIZER_META = { phone: '_OrganizerPhone', website: '_OrganizerWebsite', email: '_OrganizerEmail' }

export function organizerItem(record: WxrRecord, cursor: string): RecordItem {
  const item = postItem('organizer', 'organizer', record, cursor)
  return { ...item, fields: { ...item.fields, ...metaFields(record, ORGANIZER_META) } }
}

export const seriesItem = (record: WxrRecord, cursor: string): RecordItem => postItem('series', 'title', record, cursor)

const EVENT_META = {
  timezone: '_EventTimezone',
  start_date: '_EventStartDate',
  end_date: '_EventEndDate',
  event_status: '_tribe_events_status',
  status_reason: '_tribe_events_status_reason',
  virtual_url: '_tribe_events_virtual_url',
}

export function eventItem(record: WxrRecord, cursor: string, overview: WxrOverview): RecordItem {
  const item = postItem('event', 'title', record, cursor)
  const hasPassword = fieldOf(record, 'wp:post_password') !== ''
  const warnings: Problem[] = [
    ...(hasPassword ? [{ name: 'status', reason: 'import.password' } as const] : []),
    ...shortcodeProblems(String(item.fields.description)),
  ]
  const recurrence = recurrenceOf(record, warnings)
  return {
    ...item,
    fields: {
      ...item.fields,
      ...(hasPassword && { status: 'private' }),
      excerpt: displayed(fieldOf(record, 'excerpt:encoded')),
      ...metaFields(record, EVENT_META),
      ...flagsOf(record),
      cost: costOf(record),
      website: metaOf(record, '_EventURL'),
      ...recurrence?.fields,
    },
    ...(recurrence && { dates: recurrence.dates }),
    references: { ...item.references, ...referencesOf(record, overview) },
    warnings,
  }
}

function flagsOf(record: WxrRecord) {
  return {
    all_day: isYes(metaOf(record, '_EventAllDay')),
    show_map: isYes(metaOf(record, '_EventShowMap')),
    show_map_link: isYes(metaOf(record, '_EventShowMapLink')),
    hide_from_listings: isYes(metaOf(record, '_EventHideFromUpcoming')),
    featured: isYes(metaOf(record, '_tribe_featured')),
    // The Events Calendar stores "sticky" as a place before all other posts.
    sticky: fieldOf(record, 'wp:menu_order') === '-1',
    ...(isYes(metaOf(record, '_tribe_events_is_virtual')) && { is_virtual: true }),
  }
}

function recurrenceOf(record: WxrRecord, problems: Problem[]) {
  const serialized = metaOf(record, '_EventRecurrence')
  if (serialized === '') return undefined
  const times = {
    start: metaOf(record, '_EventStartDate'),
    end: metaOf(record, '_EventEndDate'),
    isAllDay: isYes(metaOf(record, '_EventAllDay')),
    timezone: metaOf(record, '_EventTimezone'),
  }
  return parseWxrRecurrence(serialized, times, problems)
}

/** The cost as the site displayed it: the number with its currency, `Free` for 0. */
function costOf(record: WxrRecord): string {
  const cost = metaOf(record, '_EventCost')
  const symbol = metaOf(record, '_EventCurrencySymbol')
  if (cost === '0') return 'Free'
  if (symbol === '' || !/^[\d.,\s–-]+$/.test(cost)) return cost
  return metaOf(record, '_EventCurrencyPosition') === 'postfix' ? `${cost}${symbol}` : `${symbol}${cost}`
}

function referencesOf(record: WxrRecord, { termIds, seriesIds }: WxrOverview): RecordItem['references'] {
  const ids = (key: string) => (record.meta.get(key) ?? []).filter((id) => Number(id) > 0)
  const termsOf = (domain: string) =>
    record.terms.filter((term) => term.domain === domain).map(({ slug }) => termIds.get(termKey(domain, slug)) ?? slug)
  // The series of a repeated event has its title.
  const titles = [...seriesTitles(record), ...(record.meta.has('_EventRecurrence') ? [fieldOf(record, 'title')] : [])]
  const series = titles.flatMap((title) => seriesIds.get(title) ?? [])
  return {
    venue: ids('_EventVenueID'),
    organizer: ids('_EventOrganizerID'),
    categories: termsOf('tribe_events_cat'),
    tags: termsOf('post_tag'),
    ...(series.length > 0 && { series }),
  }
}
