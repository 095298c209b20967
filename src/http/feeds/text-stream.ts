import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAnonymous } from '../request/authentication.ts'
import { createCompressor, negotiateCoding } from '../response/content-coding.ts'

/** What is longer is sent as it is made, and not kept. */
const WHOLE_LENGTH_MAX = 1024 * 1024

/**
 * Answers with a text of any length: whole if it is short, so that it may be kept for guests, else piece by piece.
 * @param headers of a long answer
 */
export async function sendTextStream(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
  headers: Record<string, string> = {},
): Promise<FastifyReply> {
  const paced = inTurns(pieces)
  const { begun, isWhole } = await take(paced, WHOLE_LENGTH_MAX)
  if (!isWhole) return sendLong(request, reply.headers(headers), begun, paced)
  reply.cacheUntil = Number.POSITIVE_INFINITY
  return reply.send(begun)
}

/** Lets others have their turn after each piece: what a database answers at once would leave them none. */
async function* inTurns(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield piece
    await nextTurn()
  }
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
  // Who breaks off ends both; the server hears of it by the one it sends.
  pipeline(plain, coded, () => {})
  return reply.send(coded)
}

async function* followed(begun: string, pieces: AsyncGenerator<string>) {
  yield begun
  yield* pieces
}

/** Hook of routes that answer so: it runs last, after the one that makes the headers of the API. What is kept says this by itself. */
export async function varyByCoding(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isRead = reply.statusCode === 200 || reply.statusCode === 304
  if (isRead && isAnonymous(request))
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  return payload
}
