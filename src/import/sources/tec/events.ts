import type { Problem } from '../../../core/errors.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import { SourceRequestError } from '../../errors.ts'
import type { RecordItem } from '../../item.ts'
import { recordTimes } from '../wordpress/dates.ts'
import { importedHtml, importedTitle, shortcodeProblems } from '../wordpress/texts.ts'
import { idsOf, itemOf, postFieldsOf, present, websiteOf } from './linked-records.ts'
import type { Json, TecSite } from './site.ts'

/** An event, with what only single reads tell. */
export interface SiteEvent {
  /** Of the list of `tribe/events/v1`. */
  record: Json
  /** Of `wp/v2`, with texts as written; undefined without credentials. */
  written: Json | undefined
  eventStatus: string | undefined
  hasPassword: boolean
}

const WRITTEN_FIELDS =
  'id,date,date_gmt,modified_gmt,slug,status,password,title,content,excerpt,author,featured_media,tags,tribe_events_cat'

/** Codes of the answer to a read of an event with a password. */
const PASSWORD_CODES = ['event-password-protected']

/** Reads what lists do not contain: whether an event takes place, its texts as written, and whether it has a password. */
export async function readEvent(site: TecSite, record: Json): Promise<SiteEvent> {
  const { id } = record
  // Published events are read as visitors see them: that shows which of them have a password.
  const single = record.status === 'publish' ? readOptional(site, `tribe/events/v1/events/${id}`, true) : undefined
  const written = site.hasCredentials
    ? await readOptional(site, `wp/v2/tribe_events/${id}`, false, { context: 'edit', _fields: WRITTEN_FIELDS })
    : undefined
  const answer = await single
  const { eventStatus } = isObject(answer?.json?.json_ld) ? answer.json.json_ld : {}
  const password = written?.json?.password
  return {
    record,
    written: written?.json,
    eventStatus: typeof eventStatus === 'string' ? eventStatus : undefined,
    hasPassword: (typeof password === 'string' && password !== '') || PASSWORD_CODES.includes(answer?.code ?? ''),
  }
}

/** Reads a record; without `json` if the site refuses it. */
export async function readOptional(
  site: TecSite,
  route: string,
  anonymous: boolean,
  query = {},
): Promise<{ json?: Json; code?: string }> {
  try {
    const { json } = await site.get(route, query, { anonymous })
    return isObject(json) ? { json } : {}
  } catch (error) {
    if (error instanceof SourceRequestError) return { code: error.code }
    throw error
  }
}

const FLAGS = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'is_virtual']
const VALUES = ['start_date', 'end_date', 'timezone', 'virtual_url']

/** An event of the site as an item. */
export function eventItem(event: SiteEvent, placing: Pick<RecordItem, 'place' | 'cursor' | 'author'>): RecordItem {
  const { record, written, hasPassword } = event
  const fields = {
    ...textsOf(event),
    ...postFieldsOf(record),
    ...(hasPassword && { status: 'private' }),
    ...present(record, VALUES, true),
    ...present(record, FLAGS),
    cost: costOf(record),
    // The website of an event without one is the address of its page.
    website: record.website === record.url ? '' : websiteOf(record),
    ...(event.eventStatus !== undefined &&
      !event.eventStatus.endsWith('EventScheduled') && { event_status: event.eventStatus }),
  }
  return {
    ...itemOf('event', record, placing),
    ...recordTimes(record.date_utc, written?.modified_gmt ?? record.modified_utc),
    fields,
    references: {
      venue: idsOf(record.venue),
      organizer: idsOf(record.organizer),
      categories: idsOf(record.categories),
      tags: idsOf(record.tags),
      image: idsOf(record.image),
    },
    warnings: problemsOf(event, String(fields.description)),
  }
}

function textsOf({ record, written }: SiteEvent) {
  const inField = (name: string) => (written?.[name] as { raw?: string } | undefined)?.raw
  return {
    title: inField('title') ?? importedTitle(String(record.title ?? '')),
    description: importedHtml(inField('content'), String(record.description ?? '')),
    excerpt: importedHtml(inField('excerpt'), String(record.excerpt ?? '')),
  }
}

/** The cost as the site displays it. Without a currency of its own, the numbers alone: the site's currency is a setting here, too. */
function costOf({ cost, cost_details: details }: Json): string {
  const text = String(cost ?? '')
  const { currency_symbol: symbol } = isObject(details) ? details : {}
  if (symbol !== '') return text
  return text.replace(/(?<![\p{L}\d])\p{Sc}(?=\d)|(?<=\d)\p{Sc}(?![\p{L}\d])/gu, '')
}

function problemsOf({ hasPassword }: SiteEvent, description: string): Problem[] {
  return [
    ...(hasPassword ? [{ name: 'status', reason: 'import.password' } as const] : []),
    ...shortcodeProblems(description),
  ]
}
