import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CalendarEntry } from '../../collections/events/calendar/calendar-entries.ts'
import type { MatchingEvents } from '../../collections/events/calendar/find-events-matching-query.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import type { Scope } from '../../collections/scope.ts'
import type { CancelledInFeed } from '../../core/event-status.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { slugify } from '../../core/text/slug.ts'
import { convertCalendarEntryToFeedEvent } from '../../feeds/convert-calendar-entry-to-feed-event.ts'
import type { FeedEvent } from '../../feeds/feed-event-types.ts'
import { FEED_FORMATS, type FeedFormatName } from '../../feeds/feed-formats.ts'
import type { FeedMetadata, FeedWriter } from '../../feeds/feed-writer.ts'
import { createNameBasedUuid } from '../../feeds/name-based-uuid.ts'
import { loadFeedWriter } from '../../feeds/writers/load-feed-writer.ts'
import { etagAndCacheControlHeadersOfFeed, type FeedEntityTag } from './feed-entity-tags.ts'
import { sendTextWholeOrStreamed } from './send-text-whole-or-streamed.ts'

/** The title and the page of a feed with the events of one record, such as a festival. */
export interface FeedSubject {
  title: string
  page: string
}

/** The events of a feed and the data for its metadata. */
export interface Feed extends Pick<MatchingEvents, 'zoneSpans' | 'batches'> {
  format: FeedFormatName
  siteId: string
  /** Parameters that select the events of the feed. Its UID is derived from them. */
  filters: Record<string, string>
  /** Address of the feed; by default that of the API, with the parameters. */
  self?: string
  /** The event, if the feed is the download of a single event; otherwise undefined. */
  single?: EventRow
  /** The title and page of the feed, if it does not contain the whole calendar. */
  subject?: FeedSubject | undefined
  cancelled?: CancelledInFeed | undefined
  /** Time of the latest change of any event in the feed (see `FeedMetadata`). */
  modifiedAt: number
}

/**
 * Writes a feed in its format and sends it.
 * @param tag entity tag, used if the feed is so long that it is streamed
 */
export async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  scope: Scope,
  feed: Feed,
  tag?: FeedEntityTag,
): Promise<FastifyReply> {
  const { format, siteId, single } = feed
  const writer = await loadFeedWriter(format, await headOf(scope, feed))
  const pieces = written(writer, feed.batches(), (entry) =>
    convertCalendarEntryToFeedEvent(scope, siteId, entry, feed.cancelled),
  )
  const name = single
    ? single.text.slug || String(single.id)
    : slugify(feed.subject?.title ?? scope.site.title, scope.language)
  reply.type(FEED_FORMATS[format].type).headers({
    'content-disposition': `inline; filename="${name.replace(/[^\w-]+/g, '-') || 'calendar'}.${format}"`,
    'content-language': single?.text.language ?? scope.language,
  })
  return sendTextWholeOrStreamed(request, reply, pieces, tag && etagAndCacheControlHeadersOfFeed(tag))
}

async function headOf(
  scope: Scope,
  { format, siteId, filters, self, single, subject, zoneSpans, modifiedAt }: Feed,
): Promise<FeedMetadata> {
  const { urls, site, language } = scope
  const title = subject?.title ?? site.title
  return {
    // The UID of the feed is the same for all hosts, formats and languages.
    uid: createNameBasedUuid(siteId, `feed/${single?.id ?? ''}?${JSON.stringify(Object.entries(filters).sort())}`),
    self: self ?? urls.feed(format, single && { collection: 'events', id: single.id }, filters),
    page: subject?.page ?? urls.home,
    title,
    description: formatMessage(language, 'feed.about', { title }),
    publisher: site.title,
    timezone: site.timezone,
    language,
    modifiedAt,
    zoneSpans: format === 'ics' ? await zoneSpans() : [],
    isSingle: single !== undefined,
  }
}

async function* written(
  writer: FeedWriter,
  batches: AsyncGenerator<CalendarEntry[]>,
  eventOf: (entry: CalendarEntry) => FeedEvent,
): AsyncGenerator<string> {
  let before = writer.begin
  for await (const entries of batches) {
    if (entries.length === 0) continue
    yield before + entries.map((entry) => writer.event(eventOf(entry))).join(writer.between)
    before = writer.between
  }
  yield before === writer.begin ? writer.begin + writer.end : writer.end
}
