import { isObject } from '../../../core/generic/is-object.ts'
import { UnreadableSourceError } from '../../import-errors.ts'
import type { ImportSource, SourceEntry } from '../../import-item-types.ts'
import type { SourceContent } from '../source-content.ts'

/**
 * Creates the source for a JSON Feed (jsonfeed.org, version 1 or 1.1) with the extension `_event`, which the feeds of
 * Almanac have. It contains `start`, `end`, `all_day`, `timezone`, `locations` and `categories` of an event.
 */
export const createJsonFeedImportSource = (content: SourceContent, name: string): ImportSource => ({
  name,
  type: 'jsonfeed',
  digest: content.digest,
  async *read(cursor) {
    const after = cursor === '' ? 0 : Number(cursor)
    for (const [at, item] of (await readItems(content)).entries()) {
      if (at >= after) yield toEntry(item, at + 1)
    }
  },
})

async function readItems(content: SourceContent): Promise<unknown[]> {
  const chunks: Buffer[] = []
  for await (const chunk of content.open()) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const feed = parseJson(text)
  const { version, items } = isObject(feed) ? feed : {}
  if (typeof version === 'string' && version.includes('jsonfeed.org') && Array.isArray(items)) return items
  throw new UnreadableSourceError(`not a JSON Feed: ${text.trim().split('\n', 1)[0]?.slice(0, 200) ?? ''}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const webUrlIn = (value: unknown): string => (/^https?:\/\/\S+$/i.test(textIn(value)) ? textIn(value) : '')

function toEntry(item: unknown, number: number): SourceEntry {
  const placed = { place: `item ${number}`, cursor: String(number) }
  const { id, _event: event } = isObject(item) ? item : {}
  const externalId = typeof id === 'number' ? String(id) : textIn(id)
  if (!isObject(item) || externalId === '') {
    return {
      kind: 'unreadable',
      ...placed,
      problem: { name: 'id', reason: 'import.unreadable', placeholders: { value: 'id' } },
    }
  }
  if (!isObject(event)) {
    const problem = { name: '_event', reason: 'import.no-event', placeholders: { value: externalId } } as const
    return { kind: 'unreadable', ...placed, externalId, problem }
  }
  return { kind: 'event', ...placed, externalId, fields: { ...textsOf(item), ...timesOf(event), ...detailsOf(event) } }
}

function textsOf({ title, content_html, content_text, image, external_url, tags }: Record<string, unknown>) {
  const description = textIn(content_html) || textIn(content_text)
  const [picture, website] = [webUrlIn(image), webUrlIn(external_url)]
  const words = namesIn(tags)
  return {
    title: textIn(title),
    ...(description !== '' && { description }),
    ...(picture !== '' && { image: picture }),
    ...(website !== '' && { website }),
    ...(words.length > 0 && { categories: words }),
  }
}

const namesIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(textIn).filter((name) => name !== '') : [])

/**
 * Converts start, end and time zone of an item. Its times contain an offset, e.g. `2031-05-01T19:30:00+02:00`, which is
 * the time zone if `timezone` is missing.
 */
function timesOf({ start, end, all_day, timezone }: Record<string, unknown>) {
  const [first, last] = [localTimeIn(start), localTimeIn(end)]
  const zone =
    textIn(timezone) || (/[+-]\d\d:\d\d$/.exec(textIn(start))?.[0] ?? (/\dZ$/.test(textIn(start)) ? 'UTC' : ''))
  return {
    ...(first !== '' && { start_date: first, end_date: last < first ? first : last }),
    ...(all_day === true && { all_day }),
    ...(zone !== '' && { timezone: zone }),
  }
}

const localTimeIn = (value: unknown) => textIn(value).slice(0, 19).replace('T', ' ')

function detailsOf({
  event_status,
  cost,
  locations,
  online_url,
  attendance_mode,
  categories,
}: Record<string, unknown>) {
  const [location] = Array.isArray(locations) ? locations : []
  const place = isObject(location) ? [textIn(location.name), textIn(location.address)].filter(Boolean).join(', ') : ''
  const [status, mode, url] = [textIn(event_status), textIn(attendance_mode), webUrlIn(online_url)]
  const names = namesIn(categories)
  return {
    ...(status !== '' && status !== 'scheduled' && { event_status: status }),
    ...(textIn(cost) !== '' && { cost: textIn(cost) }),
    ...(place !== '' && { venue: place }),
    ...(url !== '' && { online_url: url }),
    ...(mode !== '' && mode !== 'offline' && { attendance_mode: mode }),
    ...(names.length > 0 && { categories: names }),
  }
}
