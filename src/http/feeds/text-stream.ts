import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAnonymous } from '../request/authentication.ts'
import { createCompressor, negotiateCoding } from '../response/content-coding.ts'

/** Characters. Longer texts are streamed, and not cached. */
const WHOLE_LENGTH_MAX = 1024 * 1024

/**
 * Sends a text of any length: a short one as a whole, which may be cached for anonymous callers, a longer one as a stream.
 * @param headers only for a stream
 */
export async function sendTextStream(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
  headers: Record<string, string> = {},
): Promise<FastifyReply> {
  const paced = yielding(pieces)
  const { begun, isWhole } = await joinUpTo(paced, WHOLE_LENGTH_MAX)
  if (!isWhole) return sendLong(request, reply.headers(headers), begun, paced)
  reply.cacheUntil = Number.POSITIVE_INFINITY
  return reply.send(begun)
}

/** Yields to the event loop after each piece: a database that responds at once would otherwise block all other requests. */
async function* yielding(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}

/** Joins pieces until the text is longer than `length`. `isWhole`: these were all pieces. */
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
  // Only for anonymous callers: the compressed length of a private text could reveal parts of it (BREACH).
  const coding = isAnonymous(request) ? negotiateCoding(request.headers['accept-encoding']) : undefined
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
  const plain = Readable.from(followed(begun, pieces))
  if (!coding) return reply.send(plain)
  const coded = createCompressor(coding)
  // A client that disconnects ends both streams; the server gets the error from the one that it sends.
  pipeline(plain, coded, () => {})
  return reply.send(coded)
}

async function* followed(begun: string, pieces: AsyncGenerator<string>) {
  yield begun
  yield* pieces
}

/** An `onSend` hook for routes that stream. It runs after the hook that sets the headers of the API. Cached responses add this themselves. */
export async function varyByCoding(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isRead = reply.statusCode === 200 || reply.statusCode === 304
  if (isRead && isAnonymous(request))
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  return payload
}
