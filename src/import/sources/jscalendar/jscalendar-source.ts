import { isObject } from '../../../core/generic/is-object.ts'
import { UnreadableSourceError } from '../../import-errors.ts'
import type { ImportSource, RecordItem, SourceEntry } from '../../import-item-types.ts'
import type { SourceContent } from '../source-content.ts'
import { parseWordpressLanguageCode } from '../wordpress/wordpress-languages.ts'
import {
  convertJscalendarEventToFields,
  listIgnoredJscalendarMembers,
  readJscalendarTranslations,
} from './jscalendar-event-fields.ts'
import { parseJscalendarRecurrence } from './jscalendar-recurrence.ts'
import { createJscalendarTimeConverter, type JsObject } from './jscalendar-times.ts'

export interface JscalendarOptions {
  /** Time zone for times without one. Default: the time zone of this calendar. */
  timezone?: string | undefined
  siteZone: string
}

/**
 * Creates the source for a JSCalendar file (RFC 8984): a group, one event, or an array of events. Recurrence rules are
 * imported as rules, and overrides as changes of single dates.
 */
export const createJscalendarImportSource = (
  content: SourceContent,
  name: string,
  options: JscalendarOptions,
): ImportSource => ({
  name,
  type: 'jscalendar',
  digest: content.digest,
  async *read(cursor) {
    const after = Number(cursor)
    const zone = options.timezone ?? options.siteZone
    for (const [at, entry] of (await readSourceEntries(content)).entries()) {
      if (at >= after) yield toEntry(entry, at + 1, zone)
    }
  },
})

async function readSourceEntries(content: SourceContent): Promise<unknown[]> {
  const chunks: Buffer[] = []
  for await (const chunk of content.open()) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const found = parseJson(text)
  if (Array.isArray(found)) return found
  if (isObject(found) && found['@type'] === 'Group' && Array.isArray(found.entries)) return found.entries
  if (isObject(found) && found['@type'] === 'Event') return [found]
  throw new UnreadableSourceError(`not a JSCalendar file: ${text.trim().split('\n', 1)[0]?.slice(0, 200) ?? ''}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toEntry(entry: unknown, number: number, zone: string): SourceEntry {
  const placed = { place: `entry ${number}`, cursor: String(number) }
  const { '@type': type, uid } = isObject(entry) ? entry : {}
  const externalId = typeof uid === 'string' ? uid.trim() : ''
  if (!isObject(entry) || type !== 'Event' || externalId === '') {
    const value = type === 'Event' ? 'uid' : `@type ${String(type)}`
    return {
      kind: 'unreadable',
      ...placed,
      problem: { name: '', reason: 'import.unreadable', placeholders: { value } },
    }
  }
  return { kind: 'event', ...placed, externalId, ...eventMembers(entry, zone) }
}

function eventMembers(event: JsObject, usualZone: string): Pick<RecordItem, 'fields'> & Partial<RecordItem> {
  const times = createJscalendarTimeConverter(event, usualZone)
  const { fields: repeated, dates, problems } = parseJscalendarRecurrence(event, times)
  const texts = readJscalendarTranslations(event)
  const language = parseWordpressLanguageCode(event.locale)
  const unread = listIgnoredJscalendarMembers(event)
  return {
    fields: { ...convertJscalendarEventToFields(event, times), ...repeated },
    ...(language && { language }),
    ...(texts.length > 0 && { texts }),
    ...(dates.length > 0 && { dates }),
    warnings: [
      ...times.zoneProblems(event),
      ...problems,
      ...(unread.length > 0
        ? [{ name: '', reason: 'import.members', placeholders: { value: unread.join(', ') } } as const]
        : []),
    ],
  }
}
