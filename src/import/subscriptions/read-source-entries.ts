import { SourceRequestError, UnreadableSourceError } from '../import-errors.ts'
import type { ImportSource, SourceEntry } from '../import-item-types.ts'
import { makeTextsAndIdsOfEntriesStorable } from '../items/make-texts-and-ids-storable.ts'
import { createIcsImportSource } from '../sources/ics/ics-source.ts'
import { createJscalendarImportSource } from '../sources/jscalendar/jscalendar-source.ts'
import { createJsonFeedImportSource } from '../sources/json-feed/json-feed-source.ts'
import { createSourceContentOfBuffer } from '../sources/source-content.ts'
import { SubscriptionError } from './subscription-error.ts'
import type { FeedType, SubscriptionType } from './subscription-options.ts'

/** Maximum time in milliseconds for reading a source: one response, or all pages of a site. */
const READ_MS: Readonly<Record<SubscriptionType, number>> = {
  ics: 60_000,
  jscalendar: 60_000,
  jsonfeed: 60_000,
  tec: 1_800_000,
}

/**
 * Maximum number of entries that are read from a source. It is higher than `EVENTS_MAX`, so that of more events the
 * first by date are imported.
 */
const ENTRIES_MAX = 100_000

export interface SourceEntries {
  entries: SourceEntry[]
  /** Whether the source was read completely, without a part missing because of a limit or an error. */
  isWhole: boolean
}

/**
 * Reads all entries of a source.
 * @param clock returns milliseconds since an arbitrary time
 * @throws {SubscriptionError} if the source is no calendar of its type, does not respond any more or takes too long
 */
export async function readSourceEntries(
  source: ImportSource,
  type: SubscriptionType,
  clock: () => number,
): Promise<SourceEntries> {
  const begun = clock()
  const entries: SourceEntry[] = []
  try {
    for await (const entry of makeTextsAndIdsOfEntriesStorable(source.read(''))) {
      if (entries.length === ENTRIES_MAX) return { entries, isWhole: false }
      if (clock() - begun > READ_MS[type]) throw new SubscriptionError('subscription.too-slow', READ_MS[type] / 1000)
      entries.push(entry)
    }
  } catch (error) {
    if (error instanceof UnreadableSourceError) throw new SubscriptionError('subscription.no-calendar', error.message)
    if (error instanceof SourceRequestError) throw new SubscriptionError('subscription.no-response', error.message)
    throw error
  }
  return { entries, isWhole: !entries.some(isUnreadPage) }
}

/** Whether an entry reports that a page of a list could not be read. */
const isUnreadPage = (entry: SourceEntry) => entry.kind === 'unreadable' && entry.problem.reason === 'import.page'

/** Creates the source for the response to the request for a feed. @returns also whether the response is complete */
export function createSourceOfFetchedFeed(
  type: FeedType,
  bytes: Buffer,
  { name, timezone, siteZone }: { name: string; timezone: string; siteZone: string },
): { source: ImportSource; isWhole: boolean } {
  const options = { timezone: timezone || undefined, siteZone }
  const all = createSourceContentOfBuffer(bytes, name)
  if (type === 'jsonfeed') return { source: createJsonFeedImportSource(all, name), isWhole: true }
  if (type === 'jscalendar') return { source: createJscalendarImportSource(all, name, options), isWhole: true }
  const isWhole = END_OF_CALENDAR.test(bytes.subarray(-200).toString('latin1'))
  const content = isWhole ? all : createSourceContentOfBuffer(withoutLastPart(bytes), name)
  return { source: createIcsImportSource(content, name, options), isWhole }
}

const END_OF_CALENDAR = /END:VCALENDAR/i
const END_OF_EVENT = 'END:VEVENT'

/** The bytes of an incomplete calendar file up to its last complete event. */
const withoutLastPart = (bytes: Buffer): Buffer => {
  const last = bytes.lastIndexOf(END_OF_EVENT)
  return last === -1 ? bytes : bytes.subarray(0, last + END_OF_EVENT.length)
}
