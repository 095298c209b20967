import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SITE_PREFIX } from '../request/parse-request-url.ts'
import { createCompressedFileCache, negotiateContentCoding } from '../response/compression.ts'

/** `Cache-Control` of files whose URL contains a hash of their content. */
export const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves a static file of this program below `/assets/`. Its URL contains a hash of the contents, so browsers may cache
 * the file forever.
 * @param file file name in the URL
 * @param content the bytes, or the URL of a file that contains them
 * @returns the URL path
 */
export function registerHashedStaticFile(
  app: FastifyInstance,
  file: string,
  type: string,
  content: Buffer | URL,
): string {
  const bytes = content instanceof URL ? readFileSync(content) : content
  const path = `/assets/${hashFileContents([bytes])}/${file}`
  app.get(
    SITE_PREFIX + path,
    createStaticFileSender(type, async () => bytes),
  )
  return path
}

export function hashFileContents(contents: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const bytes of contents) hash.update(bytes)
  return hash.digest('base64url').slice(0, 10)
}

/**
 * Creates a function that sends a file whose path changes with its content. Text is compressed once for each content
 * coding.
 * @param read reads the file; called once for each content coding, and for each request without one
 */
export function createStaticFileSender(type: string, read: () => Promise<Buffer>) {
  const isText = /^(text|image\/svg|application\/json)/.test(type)
  const inCoding = createCompressedFileCache(read)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const coding = isText ? negotiateContentCoding(request.headers['accept-encoding']) : undefined
    reply.headers({
      'cache-control': FOREVER,
      'x-content-type-options': 'nosniff',
      ...(isText && { vary: 'Accept-Encoding' }),
      ...(coding && { 'content-encoding': coding }),
    })
    return reply.type(type).send(await inCoding(coding))
  }
}
