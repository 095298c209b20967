import { pipeline, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../collections/collection.ts'
import type { EventRow } from '../collections/events/store.ts'
import type { WholeList } from '../collections/events/whole-list.ts'
import { message } from '../core/messages/index.ts'
import { slugOf } from '../core/slug.ts'
import type { FeedHead, FeedWriter } from '../feeds/feed.ts'
import { type FeedEvent, feedEventOf } from '../feeds/feed-event.ts'
import { FORMATS, type FormatName } from '../feeds/formats.ts'
import { uidOf } from '../feeds/uid.ts'
import { writerOf } from '../feeds/writers.ts'
import { codingFor, compressing } from './content-coding.ts'
import { type FeedTag, headersOf } from './feed-versions.ts'
import { isFromGuest } from './guests.ts'

/** What a feed is made of. */
export interface Feed extends Pick<WholeList, 'zoneYears' | 'batches'> {
  format: FormatName
  siteId: string
  /** Parameters of the list it is of. */
  filters: Record<string, string>
  /** The event it is of, if it is of one only. */
  single?: EventRow
  /** See `FeedHead`. */
  modifiedAt: number
}

/** What is longer is sent as it is made, and not kept. */
const WHOLE_LENGTH_MAX = 1024 * 1024

/** Sends a feed: whole if it is short, so that it may be kept for guests, else piece by piece. */
export async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  scope: Scope,
  feed: Feed,
  tag?: FeedTag,
): Promise<FastifyReply> {
  const { format, siteId, single } = feed
  const writer = await writerOf(format, await headOf(scope, feed))
  const pieces = written(writer, feed.batches(), (row) => feedEventOf(scope, siteId, row))
  const name = single ? single.text.slug || String(single.id) : slugOf(scope.site.title, scope.language)
  reply.type(FORMATS[format].type).headers({
    'content-disposition': `inline; filename="${name.replace(/[^\w-]+/g, '-') || 'calendar'}.${format}"`,
    'content-language': single?.text.language ?? scope.language,
  })
  const { begun, isWhole } = await take(pieces, WHOLE_LENGTH_MAX)
  if (isWhole) {
    reply.keptUntil = Number.POSITIVE_INFINITY
    return reply.send(begun)
  }
  if (tag) reply.headers(headersOf(tag))
  return sendLong(request, reply, begun, pieces)
}

async function headOf(
  scope: Scope,
  { format, siteId, filters, single, zoneYears, modifiedAt }: Feed,
): Promise<FeedHead> {
  const { urls, site, language } = scope
  const self = urls.feed(format, single?.id, filters)
  return {
    // Of what is asked, whatever the host, the format and the language.
    uid: uidOf(siteId, `feed/${single?.id ?? ''}?${JSON.stringify(Object.entries(filters).sort())}`),
    self,
    page: urls.home,
    title: site.title,
    description: message(language, 'feed.about', { title: site.title }),
    publisher: site.title,
    timezone: site.timezone,
    language,
    modifiedAt,
    zoneYears: format === 'ics' ? await zoneYears() : [],
    isSingle: single !== undefined,
  }
}

async function* written(
  writer: FeedWriter,
  batches: AsyncGenerator<EventRow[]>,
  eventOf: (row: EventRow) => FeedEvent,
): AsyncGenerator<string> {
  let before = writer.begin
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => writer.event(eventOf(row))).join(writer.between)
    before = writer.between
  }
  yield before === writer.begin ? writer.begin + writer.end : writer.end
}

/** The pieces up to a length, joined, and whether that is all of them. */
async function take(pieces: AsyncGenerator<string>, length: number) {
  let begun = ''
  while (begun.length <= length) {
    const { value, done } = await pieces.next()
    if (done) return { begun, isWhole: true }
    begun += value
  }
  return { begun, isWhole: false }
}

function sendLong(request: FastifyRequest, reply: FastifyReply, begun: string, pieces: AsyncGenerator<string>) {
  // Only to guests: where a secret may be inside, the length of what is compressed could tell it.
  const coding = isFromGuest(request) ? codingFor(request.headers['accept-encoding']) : undefined
  if (coding) reply.header('content-encoding', coding)
  if (request.method === 'HEAD') {
    void pieces.return(undefined)
    return reply.send(Readable.from([]))
  }
  const plain = Readable.from(followed(begun, pieces))
  if (!coding) return reply.send(plain)
  const coded = compressing(coding)
  // Who breaks off ends both; the server hears of it by the one it sends.
  pipeline(plain, coded, () => {})
  return reply.send(coded)
}

async function* followed(begun: string, pieces: AsyncGenerator<string>) {
  yield begun
  yield* pieces
}

/** Hooks of a route run last, after the one that makes the headers of the API. What is kept says this by itself. */
export async function varies(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isRead = reply.statusCode === 200 || reply.statusCode === 304
  if (isRead && isFromGuest(request)) reply.header('vary', `${reply.getHeader('vary')}, Accept-Encoding`)
  return payload
}
