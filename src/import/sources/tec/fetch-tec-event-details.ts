import { shortestRequestValueOfCost } from '../../../core/cost/cost-with-currency.ts'
import type { Problem } from '../../../core/errors.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import { SourceRequestError } from '../../import-errors.ts'
import type { RecordItem } from '../../import-item-types.ts'
import { parseWordpressCurrencyCode, parseWordpressCurrencyPosition } from '../wordpress/wordpress-currency.ts'
import { readWordpressRecordTimes } from '../wordpress/wordpress-dates.ts'

import {
  chooseWrittenOrDisplayedHtml,
  decodeWordpressTitle,
  reportTecAdditionalFields,
  reportWordpressShortcodes,
} from '../wordpress/wordpress-texts.ts'
import type { SiteJson, TecSite } from './find-tec-site-api.ts'
import {
  commonFieldsOfTecPost,
  commonItemMembersOfTecRecord,
  decodeTecWebsite,
  idsOfTecRecords,
  pickTecRecordFields,
} from './tec-record-items.ts'

/** An event of a WordPress site, with values that its REST API returns only in the response for this single event. */
export interface SiteEvent {
  /** The event as JSON, as the list of `tribe/events/v1` contains it. */
  record: SiteJson
  /**
   * The event as JSON, as `wp/v2` returns it: with the texts as their authors typed them. Undefined without
   * credentials.
   */
  written: SiteJson | undefined
  eventStatus: string | undefined
  hasPassword: boolean
  /** Whether the site failed to respond with the single event, so that values which only that response has are missing. */
  isIncomplete: boolean
  /** Time zone of the WordPress site. */
  timezone: string
}

const WRITTEN_FIELDS =
  'id,date,date_gmt,modified_gmt,slug,status,password,title,content,excerpt,author,featured_media,tags,tribe_events_cat'

/** Error codes of the response to a request for an event that has a password. */
const PASSWORD_CODES = ['event-password-protected']

/**
 * Reads those values of an event that lists of the site do not contain: whether it takes place, its texts as their
 * authors typed them, and whether it has a password.
 */
export async function fetchTecEventDetails(site: TecSite, record: SiteJson): Promise<SiteEvent> {
  const { id } = record
  // Published events are read without credentials, because only then the response shows whether they have a password.
  const single =
    record.status === 'publish' ? readTecRecordIfAllowed(site, `tribe/events/v1/events/${id}`, true) : undefined
  const written = site.hasCredentials
    ? await readTecRecordIfAllowed(site, `wp/v2/tribe_events/${id}`, false, {
        context: 'edit',
        _fields: WRITTEN_FIELDS,
      })
    : undefined
  const response = await single
  const { eventStatus } = isObject(response?.json?.json_ld) ? response.json.json_ld : {}
  const password = written?.json?.password
  return {
    record,
    written: written?.json,
    eventStatus: typeof eventStatus === 'string' ? eventStatus : undefined,
    isIncomplete: [written, response].some((one) => one?.isFailed),
    hasPassword: (typeof password === 'string' && password !== '') || PASSWORD_CODES.includes(response?.code ?? ''),
    timezone: site.timezone,
  }
}

/**
 * Reads a record of the site. The result has no member `json` if the site refuses access to the record or fails to
 * respond with it.
 */
export async function readTecRecordIfAllowed(
  site: TecSite,
  route: string,
  anonymous: boolean,
  query = {},
): Promise<{ json?: SiteJson; code?: string; isFailed?: boolean }> {
  try {
    const { json } = await site.get(route, query, { anonymous, optional: true })
    return isObject(json) ? { json } : {}
  } catch (error) {
    if (!(error instanceof SourceRequestError)) throw error
    return { code: error.code, isFailed: error.isUnanswered || error.status >= 500 }
  }
}

const FLAGS = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'is_virtual']
const VALUES = ['start_date', 'end_date', 'timezone', 'virtual_url']

/** Converts an event of a WordPress site to an item of an import. */
export function convertTecEventToItem(
  event: SiteEvent,
  placing: Pick<RecordItem, 'place' | 'cursor' | 'author'>,
): RecordItem {
  const { record, written, hasPassword } = event
  const fields = {
    ...textsOf(event),
    ...commonFieldsOfTecPost(record),
    ...(hasPassword && { status: 'private' }),
    ...pickTecRecordFields(record, VALUES, true),
    ...pickTecRecordFields(record, FLAGS),
    cost: costOf(record),
    // For an event without a website, the API of the site returns the address of the event's page, which is not
    // imported.
    website: record.website === record.url ? '' : decodeTecWebsite(record),
    ...(event.eventStatus !== undefined &&
      !event.eventStatus.endsWith('EventScheduled') && { event_status: event.eventStatus }),
  }
  return {
    ...commonItemMembersOfTecRecord('event', record, placing),
    ...readWordpressRecordTimes(record.date_utc, written?.modified_gmt ?? record.modified_utc, {
      date: record.date,
      timezone: event.timezone,
    }),
    fields,
    references: {
      venue: idsOfTecRecords(record.venue),
      organizer: idsOfTecRecords(record.organizer),
      categories: termIdsOf(record.categories, written?.tribe_events_cat),
      tags: termIdsOf(record.tags, written?.tags),
      image: idsOfTecRecords(record.image),
    },
    warnings: problemsOf(event, String(fields.description)),
  }
}

/**
 * Ids of the categories or tags of an event. Lists of the site contain none for an event with a password, so those of
 * `wp/v2` are used then.
 */
const termIdsOf = (listed: unknown, written: unknown): string[] => {
  const ids = idsOfTecRecords(listed)
  return ids.length === 0 && Array.isArray(written) ? written.map(String) : ids
}

function textsOf({ record, written }: SiteEvent) {
  const inField = (name: string) => {
    const field = written?.[name]
    return isObject(field) && typeof field.raw === 'string' ? field.raw : undefined
  }
  return {
    title: inField('title') ?? decodeWordpressTitle(String(record.title ?? '')),
    description: chooseWrittenOrDisplayedHtml(inField('content'), String(record.description ?? '')),
    excerpt: chooseWrittenOrDisplayedHtml(inField('excerpt'), String(record.excerpt ?? '')),
  }
}

/**
 * The cost as the site displays it or, if that text contains no currency, only its numbers: the currency of The Events
 * Calendar is a setting of the whole site.
 */
function costOf({ cost, cost_details: details }: SiteJson) {
  const shown = String(cost ?? '')
  const { currency_symbol: symbol, currency_code: code, currency_position: position } = isObject(details) ? details : {}
  const text = symbol === '' ? withoutCurrency(shown) : shown
  const currency = {
    currency_code: parseWordpressCurrencyCode(code),
    currency_position: parseWordpressCurrencyPosition(position),
  }
  return shortestRequestValueOfCost({ text, ...currency })
}

const withoutCurrency = (text: string) => text.replace(/(?<![\p{L}\d])\p{Sc}(?=\d)|(?<=\d)\p{Sc}(?![\p{L}\d])/gu, '')

function problemsOf({ hasPassword, isIncomplete, record }: SiteEvent, description: string): Problem[] {
  const additional = isObject(record.custom_fields) ? Object.entries(record.custom_fields) : []
  return [
    ...(isIncomplete ? [{ name: 'event_status', reason: 'import.single-event' } as const] : []),
    ...(hasPassword ? [{ name: 'status', reason: 'import.password' } as const] : []),
    ...reportWordpressShortcodes(description),
    ...reportTecAdditionalFields(
      additional.map(([name, field]) => {
        const { label, value } = isObject(field) ? field : { value: field }
        return [name, [value].flat().join(', '), label]
      }),
    ),
  ]
}
