import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { SITE_PREFIX } from '../request/address.ts'
import { createCodingCache, negotiateCoding } from '../response/content-coding.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves a static file of this program below `/assets/`. Its URL contains a hash of the contents, so browsers may cache
 * the file forever. Text is compressed once for each content coding.
 * @param file file name in the URL
 * @param content the bytes, or the URL of a file that contains them
 * @returns the URL path
 */
export function registerStaticFile(app: FastifyInstance, file: string, type: string, content: Buffer | URL): string {
  const bytes = content instanceof URL ? readFileSync(content) : content
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
  const path = `/assets/${hash}/${file}`
  const isText = /^(text|image\/svg)/.test(type)
  const inCoding = createCodingCache(async () => bytes)
  app.get(SITE_PREFIX + path, async (request, reply) => {
    const coding = isText ? negotiateCoding(request.headers['accept-encoding']) : undefined
    reply.headers({
      'cache-control': FOREVER,
      'x-content-type-options': 'nosniff',
      ...(isText && { vary: 'Accept-Encoding' }),
      ...(coding && { 'content-encoding': coding }),
    })
    return reply.type(type).send(await inCoding(coding))
  })
  return path
}
