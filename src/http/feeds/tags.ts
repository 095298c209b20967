import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../collections/collection.ts'
import { findCacheExpiry } from '../cache/cache-expiry.ts'
import { type CacheLifetime, cacheControlValue } from '../cache/send-cached-response.ts'
import { isAnonymous } from '../request/authentication.ts'
import { normalizeUrl } from '../request/normalized-url.ts'
import type { Services } from '../request/scope.ts'
import { matchEntityTag } from '../response/entity-tag.ts'

/** Entity tags of long feeds, computed without reading the events, so that a revalidation costs little. */
export interface FeedTags {
  /** @returns undefined for callers with credentials, and for a feed that may change at this moment */
  tagFor(request: FastifyRequest, version: string, scope: Scope): Promise<FeedTag | undefined>
  /** Sends 304 if the client has this feed. @returns whether it did */
  sendIfUnchanged(request: FastifyRequest, reply: FastifyReply, tag: FeedTag | undefined): boolean
}

export interface FeedTag {
  /** Weak, since it is the same for all content codings. Depends on the database version and the request. */
  etag: string
  cacheControl: string | undefined
}

/** @param lifetime for `Cache-Control`; undefined: no such header */
export function createFeedTags({ now, nextChanges }: Services, lifetime: CacheLifetime | undefined): FeedTags {
  // Database versions count within one process, and start again with it.
  const process = randomUUID()
  return {
    async tagFor(request, version, scope) {
      if (!isAnonymous(request)) return undefined
      const query = request.query as Record<string, unknown>
      const until = await findCacheExpiry(scope.now, query, scope.site.timezone, nextChanges)
      if (until <= scope.now) return undefined
      const question = `${request.origin} ${normalizeUrl(request.originalUrl)}`
      const digest = createHash('sha256').update(JSON.stringify([process, version, until, question]))
      return {
        etag: `W/"${digest.digest('base64url').slice(0, 27)}"`,
        cacheControl: lifetime && cacheControlValue(lifetime, until - now()),
      }
    },
    sendIfUnchanged(request, reply, tag) {
      // `*` matches nothing: the feed is not read at this point, so it may not exist.
      if (tag === undefined || matchEntityTag(request.headers['if-none-match'], [tag.etag]) === undefined) return false
      reply.code(304).headers(feedTagHeaders(tag)).send()
      return true
    },
  }
}

export const feedTagHeaders = ({ etag, cacheControl }: FeedTag) => ({
  etag,
  ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
})
