import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventQuery } from '../../collections/events/event-parameters.ts'
import type { Scope } from '../../collections/scope.ts'
import { findExpiryOfAnonymousResponse } from '../cache/cache-expiry.ts'
import { type CacheLifetime, formatCacheControl } from '../cache/send-response-to-anonymous-read.ts'
import { isAnonymousRequest } from '../request/authentication.ts'
import type { Services } from '../request/create-request-scope.ts'
import { normalizeUrl } from '../request/normalize-url.ts'
import { matchIfNoneMatchHeader } from '../response/entity-tag.ts'

/** Entity tags of long feeds. They are computed without reading the events, so that revalidating a feed is cheap. */
export interface FeedEntityTags {
  /**
   * Computes the entity tag of a feed.
   * @param query the parameters that select the events of the feed
   * @returns undefined for requests with credentials, and when the feed may change at any moment (e.g. with
   * `start_date=+2 hours`)
   */
  tagFor(request: FastifyRequest, version: string, scope: Scope, query: EventQuery): Promise<FeedEntityTag | undefined>
  /**
   * Responds with 304 if the header `If-None-Match` contains the tag.
   * @returns whether the 304 was sent
   */
  sendIfUnchanged(request: FastifyRequest, reply: FastifyReply, tag: FeedEntityTag | undefined): boolean
}

export interface FeedEntityTag {
  /**
   * Entity tag computed from the database version and the request; weak, since it is the same for all content codings.
   */
  etag: string
  cacheControl: string | undefined
}

/**
 * Creates the functions for entity tags of feeds.
 * @param lifetime times for `Cache-Control`; if undefined, it is not sent
 */
export function createFeedEntityTagFunctions(
  { now, nextChanges }: Services,
  lifetime: CacheLifetime | undefined,
): FeedEntityTags {
  // Database versions are only unique within a process, so entity tags include a random id of the process.
  const process = randomUUID()
  return {
    async tagFor(request, version, scope, query) {
      if (!isAnonymousRequest(request)) return undefined
      const expiry = await findExpiryOfAnonymousResponse(scope.now, query, scope.site.timezone, nextChanges)
      if (expiry.at <= scope.now) return undefined
      const question = `${request.origin} ${normalizeUrl(request.originalUrl)}`
      const digest = createHash('sha256').update(JSON.stringify([process, version, expiry.at, question]))
      return {
        etag: `W/"${digest.digest('base64url').slice(0, 27)}"`,
        cacheControl: lifetime && formatCacheControl(lifetime, expiry.announcedAt - now()),
      }
    },
    sendIfUnchanged(request, reply, tag) {
      // `If-None-Match: *` does not lead to a 304, because it is unknown whether the feed exists until its events are
      // read.
      if (tag === undefined || matchIfNoneMatchHeader(request.headers['if-none-match'], [tag.etag]) === undefined)
        return false
      reply.code(304).headers(etagAndCacheControlHeadersOfFeed(tag)).send()
      return true
    },
  }
}

export const etagAndCacheControlHeadersOfFeed = ({ etag, cacheControl }: FeedEntityTag) => ({
  etag,
  ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
})
