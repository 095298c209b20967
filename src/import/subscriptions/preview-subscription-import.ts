import type { WriteScope } from '../../collections/records/write-records.ts'
import { CalendarError, invalidParameterError, type Problem } from '../../core/errors.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { htmlToText } from '../../core/text/html.ts'
import type { RecordItem, SourceEntry } from '../import-item-types.ts'
import { adaptEntriesToSubscription } from './adapt-entries-to-subscription.ts'
import { downloadChangedFeed, type FeedOptions } from './fetch-feed.ts'
import { createSourceOfFetchedFeed, readSourceEntries } from './read-source-entries.ts'
import { SubscriptionError } from './subscription-error.ts'
import {
  type PreviewFields,
  pickSubscriptionOptions,
  SUBSCRIPTION_DEFAULTS,
  type SubscriptionOptions,
} from './subscription-options.ts'
import { readTermNamesAndVenuesOfPlaces } from './venues-of-places.ts'

/** Maximum number of events that a preview of a subscription lists. */
const EVENTS_SHOWN = 20
const MIB = 1024 * 1024
/** Maximum size and duration of the response for a preview. They are low, because a user waits for the preview. */
const PREVIEW_LIMITS = { bytes: MIB, timeoutMs: 10_000 } as const
const NO_VALIDATORS = { etag: '', last_modified: '' }

/** What a subscription to a source would import. */
export interface Preview {
  /** Number of events in the source; `chosen` is the number of those that the options of the subscription select. */
  total: number
  chosen: number
  events: { title: string; start_date: string; end_date: string }[]
  /** Names of places for which an editor would have to choose a venue. */
  places: string[]
  /** Names of categories and tags of the selected events that do not exist in this calendar. */
  words: string[]
  problems: { place: string; message: string }[]
}

/**
 * Finds out what a subscription to a source would import, without storing anything.
 * @throws {CalendarError} `rest_invalid_param` for `url` or `content` if the source cannot be read
 */
export async function previewImportOfSubscription(
  { scope, guard, clock }: { scope: WriteScope; guard: FeedOptions; clock: () => number },
  { type, url = '', content = '', ...fields }: PreviewFields,
): Promise<Preview> {
  const field = content === '' ? 'url' : 'content'
  if (url === '' && content === '')
    throw new CalendarError('rest_missing_callback_param', { data: { params: ['url'] } })
  const options = {
    ...pickSubscriptionOptions(SUBSCRIPTION_DEFAULTS),
    ...pickSubscriptionOptions(fields),
  } as SubscriptionOptions
  try {
    const bytes = content === '' ? await download(url, guard) : Buffer.from(content)
    const name = 'preview'
    const feed = createSourceOfFetchedFeed(type, bytes, {
      name,
      timezone: options.timezone,
      siteZone: scope.site.timezone,
    })
    const { entries } = await readSourceEntries(feed.source, type, clock)
    return await presentPreview(scope, entries, options)
  } catch (error) {
    if (!(error instanceof SubscriptionError)) throw error
    throw invalidParameterError(field, error.note.reason, error.note.placeholders)
  }
}

async function download(url: string, guard: FeedOptions): Promise<Buffer> {
  const response = await downloadChangedFeed(url, NO_VALIDATORS, { ...guard, ...PREVIEW_LIMITS })
  return response.isUnchanged ? Buffer.alloc(0) : response.bytes
}

async function presentPreview(
  { db, now, language }: WriteScope,
  entries: readonly SourceEntry[],
  options: SubscriptionOptions,
): Promise<Preview> {
  const fit = adaptEntriesToSubscription(entries, { options, now, ...(await readTermNamesAndVenuesOfPlaces(db)) })
  const chosen = fit.items.filter((item): item is RecordItem => item.kind === 'event')
  const message = ({ name, reason, placeholders }: Problem) =>
    formatMessage(language, reason, { ...placeholders, name })
  return {
    total: fit.present.length,
    chosen: chosen.length,
    events: chosen.slice(0, EVENTS_SHOWN).map(({ fields }) => ({
      title: htmlToText(String(fields.title ?? '')),
      start_date: String(fields.start_date ?? ''),
      end_date: String(fields.end_date ?? ''),
    })),
    places: [...fit.places.values()].slice(0, EVENTS_SHOWN),
    words: [...fit.unknownWords.values()].slice(0, EVENTS_SHOWN),
    problems: fit.unreadable
      .slice(0, EVENTS_SHOWN)
      .flatMap((entry) =>
        entry.kind === 'unreadable' ? [{ place: entry.place, message: message(entry.problem) }] : [],
      ),
  }
}
