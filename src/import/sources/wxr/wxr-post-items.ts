import { shortestRequestValueOfCost } from '../../../core/cost/cost-with-currency.ts'
import type { Problem } from '../../../core/errors.ts'
import { slugBeforeTrash } from '../../../core/text/slug.ts'
import type { RecordItem } from '../../import-item-types.ts'
import { parseWordpressCurrencyCode, parseWordpressCurrencyPosition } from '../wordpress/wordpress-currency.ts'
import { readWordpressRecordTimes, wordpressPublicationFields } from '../wordpress/wordpress-dates.ts'
import { reportTecAdditionalFields, reportWordpressShortcodes } from '../wordpress/wordpress-texts.ts'
import { parseWxrRecurrence } from './parse-wxr-recurrence.ts'

import { type WxrRecord, wxrFieldText, wxrMetaValue } from './read-wxr.ts'
import { seriesTitlesOfWxrEvent, type WxrOverview, wxrTermKey } from './wxr-overview.ts'
import { readWxrTextFields } from './wxr-text-fields.ts'

/** The functions of this file convert posts of a WordPress export to items of an import. */

const IMAGE = '_thumbnail_id'

/** Makes the members that the items of all posts have. */
function postItem(
  kind: RecordItem['kind'],
  record: WxrRecord,
  cursor: string,
  { timezone, highestId }: WxrOverview,
): RecordItem {
  const id = wxrFieldText(record, 'wp:post_id')
  const published = wxrFieldText(record, 'wp:post_date_gmt')
  const image = wxrMetaValue(record, IMAGE)
  const author = wxrFieldText(record, 'dc:creator')
  const isTrashed = wxrFieldText(record, 'wp:status') === 'trash'
  const status = isTrashed ? wxrMetaValue(record, '_wp_trash_meta_status') : wxrFieldText(record, 'wp:status')
  const texts = readWxrTextFields(kind, record)
  return {
    kind,
    externalId: id,
    id: Number(id) || undefined,
    highestId,
    place: `line ${record.line}`,
    cursor,
    path: URL.parse(wxrFieldText(record, 'link'))?.pathname,
    oldSlugs: record.meta.get('_wp_old_slug') ?? [],
    author: author === '' ? undefined : author,
    ...readWordpressRecordTimes(published, wxrFieldText(record, 'wp:post_modified_gmt'), {
      date: wxrFieldText(record, 'wp:post_date'),
      timezone,
    }),
    ...(isTrashed && { isTrashed }),
    fields: {
      ...texts,
      ...(isTrashed && { slug: slugBeforeTrash(String(texts.slug ?? '')) }),
      ...wordpressPublicationFields(status, published),
    },
    references: { image: Number(image) > 0 ? [image] : [] },
  }
}

/**
 * Converts values of the post meta to fields. Empty values are omitted.
 * @param names names of fields by meta key
 */
const metaFields = (record: WxrRecord, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, key]) => {
      const value = wxrMetaValue(record, key)
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

export function convertWxrVenueToItem(record: WxrRecord, cursor: string, overview: WxrOverview): RecordItem {
  const item = postItem('venue', record, cursor, overview)
  const maps = {
    show_map: isYes(wxrMetaValue(record, '_VenueShowMap')),
    show_map_link: isYes(wxrMetaValue(record, '_VenueShowMapLink')),
  }
  return { ...item, fields: { ...item.fields, ...metaFields(record, VENUE_META), ...maps } }
}

const ORGANIZER_META = { phone: '_OrganizerPhone', website: '_OrganizerWebsite', email: '_OrganizerEmail' }

export function convertWxrOrganizerToItem(record: WxrRecord, cursor: string, overview: WxrOverview): RecordItem {
  const item = postItem('organizer', record, cursor, overview)
  return { ...item, fields: { ...item.fields, ...metaFields(record, ORGANIZER_META) } }
}

export const convertWxrSeriesToItem = (record: WxrRecord, cursor: string, overview: WxrOverview): RecordItem =>
  postItem('series', record, cursor, overview)

const EVENT_META = {
  timezone: '_EventTimezone',
  start_date: '_EventStartDate',
  end_date: '_EventEndDate',
  event_status: '_tribe_events_status',
  status_reason: '_tribe_events_status_reason',
  virtual_url: '_tribe_events_virtual_url',
}

export function convertWxrEventToItem(record: WxrRecord, cursor: string, overview: WxrOverview): RecordItem {
  const item = postItem('event', record, cursor, overview)
  const hasPassword = wxrFieldText(record, 'wp:post_password') !== ''
  const warnings: Problem[] = [
    ...(hasPassword ? [{ name: 'status', reason: 'import.password' } as const] : []),
    ...reportWordpressShortcodes(String(item.fields.description)),
    ...reportTecAdditionalFields([...record.meta].map(([name, values]) => [name, values.join(', ')])),
  ]
  const recurrence = recurrenceOf(record, warnings)
  return {
    ...item,
    fields: {
      ...item.fields,
      ...(hasPassword && { status: 'private' }),
      ...metaFields(record, EVENT_META),
      ...flagsOf(record),
      cost: costOf(record),
      website: wxrMetaValue(record, '_EventURL'),
      ...recurrence?.fields,
    },
    ...(recurrence && { dates: recurrence.dates }),
    references: { ...item.references, ...referencesOf(record, overview) },
    warnings,
  }
}

function flagsOf(record: WxrRecord) {
  return {
    all_day: isYes(wxrMetaValue(record, '_EventAllDay')),
    show_map: isYes(wxrMetaValue(record, '_EventShowMap')),
    show_map_link: isYes(wxrMetaValue(record, '_EventShowMapLink')),
    hide_from_listings: isYes(wxrMetaValue(record, '_EventHideFromUpcoming')),
    featured: isYes(wxrMetaValue(record, '_tribe_featured')),
    // The Events Calendar marks an event as sticky by the position -1 in the menu order.
    sticky: wxrFieldText(record, 'wp:menu_order') === '-1',
    ...(isYes(wxrMetaValue(record, '_tribe_events_is_virtual')) && { is_virtual: true }),
  }
}

function recurrenceOf(record: WxrRecord, problems: Problem[]) {
  const serialized = wxrMetaValue(record, '_EventRecurrence')
  if (serialized === '') return undefined
  const times = {
    start: wxrMetaValue(record, '_EventStartDate'),
    end: wxrMetaValue(record, '_EventEndDate'),
    isAllDay: isYes(wxrMetaValue(record, '_EventAllDay')),
    timezone: wxrMetaValue(record, '_EventTimezone'),
  }
  return parseWxrRecurrence(serialized, times, problems)
}

/** The fields for the cost: the text as the site displayed it, `Free` for 0, and the code of the currency. */
const costOf = (record: WxrRecord) =>
  shortestRequestValueOfCost({
    text: costTextOf(record),
    currency_code: parseWordpressCurrencyCode(wxrMetaValue(record, '_EventCurrencyCode')),
    currency_position: parseWordpressCurrencyPosition(wxrMetaValue(record, '_EventCurrencyPosition')),
  })

/** The cost as text: a number with its currency symbol; a cost in words as it is. */
function costTextOf(record: WxrRecord): string {
  const cost = wxrMetaValue(record, '_EventCost')
  const symbol = wxrMetaValue(record, '_EventCurrencySymbol')
  if (cost === '0') return 'Free'
  if (symbol === '' || !/^[\d.,\s–-]+$/.test(cost)) return cost
  return wxrMetaValue(record, '_EventCurrencyPosition') === 'postfix' ? `${cost}${symbol}` : `${symbol}${cost}`
}

function referencesOf(record: WxrRecord, { termIds, seriesIds }: WxrOverview): RecordItem['references'] {
  const ids = (key: string) => (record.meta.get(key) ?? []).filter((id) => Number(id) > 0)
  const termsOf = (domain: string) =>
    record.terms
      .filter((term) => term.domain === domain)
      .map(({ slug }) => termIds.get(wxrTermKey(domain, slug)) ?? slug)
  // For each repeated event, Events Calendar Pro creates a series with the title of the event, to which the event
  // belongs.
  const titles = [
    ...seriesTitlesOfWxrEvent(record),
    ...(record.meta.has('_EventRecurrence') ? [wxrFieldText(record, 'title')] : []),
  ]
  const series = titles.flatMap((title) => seriesIds.get(title) ?? [])
  return {
    venue: ids('_EventVenueID'),
    organizer: ids('_EventOrganizerID'),
    categories: termsOf('tribe_events_cat'),
    tags: termsOf('post_tag'),
    ...(series.length > 0 && { series }),
  }
}
