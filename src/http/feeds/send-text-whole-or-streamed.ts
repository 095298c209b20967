import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextIteration } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAnonymousRequest } from '../request/authentication.ts'
import { createCompressionStream, negotiateContentCoding } from '../response/compression.ts'

/**
 * Maximum length in characters of a text that is sent as a whole and cached. Longer texts are streamed and not cached.
 */
const WHOLE_LENGTH_MAX = 1024 * 1024

/**
 * Sends a text of any length. A short text is sent as a whole and may be cached for anonymous users; a longer text is
 * streamed.
 * @param reply its `cacheUntil` may be set already
 * @param headers added only when the text is streamed
 */
export async function sendTextWholeOrStreamed(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
  headers: Record<string, string> = {},
): Promise<FastifyReply> {
  const paced = yielding(pieces)
  const { begun, isWhole } = await joinUpTo(paced, WHOLE_LENGTH_MAX)
  if (!isWhole) return sendLong(request, reply.headers(headers), begun, paced)
  reply.cacheUntil ??= Number.POSITIVE_INFINITY
  return reply.send(begun)
}

/**
 * Milliseconds that creating a text may take before other requests get a turn. Short feeds are finished before that.
 */
const WITHOUT_PAUSE_MS = 10

/**
 * Yields the given pieces of text and lets the event loop run between them after each 10 ms. Without these pauses, a
 * database that responds at once would block all other requests.
 */
async function* yielding(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  let startedAt = performance.now()
  for await (const piece of pieces) {
    yield piece
    if (performance.now() - startedAt < WITHOUT_PAUSE_MS) continue
    await nextIteration()
    startedAt = performance.now()
  }
}

/**
 * Joins pieces of a text until the result is longer than `length`. Returns `isWhole: true` if that was the whole text.
 */
async function joinUpTo(pieces: AsyncGenerator<string>, length: number) {
  let begun = ''
  while (begun.length <= length) {
    const { value, done } = await pieces.next()
    if (done) return { begun, isWhole: true }
    begun += value
  }
  return { begun, isWhole: false }
}

function sendLong(request: FastifyRequest, reply: FastifyReply, begun: string, pieces: AsyncGenerator<string>) {
  // Responses to authenticated users are not compressed: the length could reveal parts of private texts (BREACH).
  const coding = isAnonymousRequest(request) ? negotiateContentCoding(request.headers['accept-encoding']) : undefined
  if (coding) reply.header('content-encoding', coding)
  if (request.method === 'HEAD') {
    void pieces.return(undefined)
    return reply.send(Readable.from([]))
  }
  try {
    reply.reserveStream()
  } catch (error) {
    void pieces.return(undefined)
    throw error
  }
  const plain = Readable.from(followed(begun, reply, pieces))
  if (!coding) return reply.send(plain)
  const coded = createCompressionStream(coding)
  // `pipeline` requires an error callback, but Fastify handles the errors of the stream, e.g. when the client
  // disconnects.
  pipeline(plain, coded, () => {})
  return reply.send(coded)
}

/**
 * Yields the pieces of text that were read already, then reads and yields the other pieces, each when it is the
 * client's turn.
 */
async function* followed(begun: string, reply: FastifyReply, pieces: AsyncGenerator<string>) {
  yield begun
  try {
    for (;;) {
      const { value, done } = await reply.inTurn(() => pieces.next())
      if (done) return
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
}

/**
 * Adds `Accept-Encoding` to the header `Vary`: an `onSend` hook for routes that stream. It runs after the hook that
 * sets the API headers. For cacheable responses, `cache/` adds the value.
 */
export async function addVaryAcceptEncoding(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isRead = reply.statusCode === 200 || reply.statusCode === 304
  if (isRead && isAnonymousRequest(request))
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  return payload
}
