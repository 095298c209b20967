import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError } from '../../../core/errors.ts'
import { type ByteRange, parseByteRange } from '../../request/byte-range.ts'
import { SITE_PREFIX } from '../../request/parse-request-url.ts'
import { matchIfNoneMatchHeader } from '../../response/entity-tag.ts'

const PATH = '/assets/map.pmtiles'
/** A PMTiles file of version 3 begins with this (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
const MAGIC = Buffer.from('PMTiles\x03', 'latin1')
/** Longer parts of the file are streamed, not read into memory. Tiles and directories are shorter. */
const BUFFER_LENGTH_MAX = 1024 * 1024

/**
 * Serves a PMTiles file, of which browsers request parts.
 * @param file path
 * @returns the URL path; undefined, with a warning in the log, if the file cannot be read or is no PMTiles file
 */
export function registerMapArchive(app: FastifyInstance, file: string): string | undefined {
  try {
    if (!isArchive(file)) throw new Error('the file is not a PMTiles file of version 3')
  } catch (err) {
    app.log.warn({ err }, 'MAP_PMTILES cannot be used, so maps have no streets')
    return undefined
  }
  app.get(SITE_PREFIX + PATH, async (request, reply) => sendPart(request, reply, file))
  return PATH
}

function isArchive(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(MAGIC.length)
    readSync(descriptor, bytes, 0, bytes.length, 0)
    return bytes.equals(MAGIC)
  } finally {
    closeSync(descriptor)
  }
}

/** Sends the part of the file that the request names, or the whole file (RFC 9110, section 14). */
async function sendPart(request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) throw new CalendarError('rest_no_route')
  const { size, mtimeMs } = found
  const etag = `"${createHash('sha256').update(`${size} ${mtimeMs}`).digest('base64url').slice(0, 16)}"`
  reply.type('application/vnd.pmtiles').headers({
    'accept-ranges': 'bytes',
    // `no-transform` forbids proxies to compress parts of the file, which would change their lengths.
    'cache-control': 'public, max-age=86400, no-transform',
    etag,
  })
  if (matchIfNoneMatchHeader(request.headers['if-none-match'], [etag], etag) !== undefined)
    return reply.code(304).send()
  const { range, 'if-range': condition } = request.headers
  const part = condition === undefined || condition === etag ? parseByteRange(range, size) : undefined
  if (part === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send('')
  if (part) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  return sendBytes(request, reply, file, part ?? { first: 0, last: size - 1 })
}

async function sendBytes(
  { method }: FastifyRequest,
  reply: FastifyReply,
  file: string,
  { first, last }: ByteRange,
): Promise<FastifyReply> {
  const length = last - first + 1
  reply.header('content-length', length)
  // An empty stream is sent, because with an empty text Fastify would set the length to 0.
  if (method === 'HEAD') return reply.send(Readable.from([]))
  if (length <= BUFFER_LENGTH_MAX) return reply.send(await readBytes(file, first, length))
  reply.reserveStream()
  return reply.send(createReadStream(file, { start: first, end: last }))
}

async function readBytes(file: string, position: number, length: number): Promise<Buffer> {
  await using handle: FileHandle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  // The file has become shorter since its size was read, for example because it is being replaced.
  if (bytesRead < length) throw new CalendarError('rest_too_busy')
  return buffer
}
