import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '../../core/language.ts'
import { createUrlBuilder } from '../../core/urls.ts'
import type { Services } from '../request/create-request-scope.ts'
import { API_PREFIX, TEC_V1_PREFIX, WORDPRESS_PREFIX } from '../request/parse-request-url.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages of an origin may read responses of the route (CORS), as in `Route`. */
    allowsOrigin?: ((origin: string) => Promise<boolean>) | undefined
  }
}

/** Response headers that scripts of another origin may read. */
export const EXPOSED_HEADERS = [
  ...[
    'X-TEC-Total',
    'X-TEC-TotalPages',
    'X-WP-Total',
    'X-WP-TotalPages',
    'Link',
    'Location',
    'ETag',
    'Content-Language',
    'X-Ignored-Parameters',
    'Preference-Applied',
    'X-Linked-Picture-Hosts',
    'Idempotency-Replayed',
  ],
  ...['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'],
].join(', ')
/** Request headers that scripts of another origin may send. */
const ALLOWED_HEADERS = [
  ...['Authorization', 'X-WP-Nonce', 'Content-Disposition', 'Content-MD5', 'Content-Type', 'X-TEC-EEA'],
  ...['If-None-Match', 'If-Match', 'Idempotency-Key', 'X-Requested-With', 'Prefer'],
].join(', ')
const ALLOWED_METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE'

/**
 * CORS headers, which let pages of another origin read a response (Fetch standard).
 * @param credentialOrigins origins whose pages may send requests with the credentials of the browser
 */
export const corsHeaders = (origin: string, credentialOrigins: readonly string[]) => ({
  'access-control-allow-origin': origin,
  ...(credentialOrigins.includes(origin) && { 'access-control-allow-credentials': 'true' }),
  'access-control-allow-methods': ALLOWED_METHODS,
})

export interface ApiHeaderOptions {
  languages: readonly Language[]
  siteOriginsOf: Services['siteOriginsOf']
  /** Whether shared caches may store responses to anonymous requests. */
  isShared: boolean
  corsOrigins: readonly string[]
}

/**
 * Adds the headers of every API response, including errors (API contract, part 2). If shared caches may store
 * responses, `Vary: Authorization` keeps them from sending these responses to requests with credentials.
 */
export function addHeadersToApiResponses(
  app: FastifyInstance,
  { languages, siteOriginsOf, isShared, corsOrigins }: ApiHeaderOptions,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const url = request.raw.url ?? ''
    if (!url.startsWith(API_PREFIX) && !url.startsWith(WORDPRESS_PREFIX)) return payload
    const urls = createUrlBuilder(
      siteOriginsOf(request.origin),
      request.address.languageRoot,
      request.address.face,
      languages,
    )
    const { origin } = request.headers
    const isTecV1 = url.startsWith(TEC_V1_PREFIX)
    reply.headers({
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'access-control-expose-headers': EXPOSED_HEADERS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      vary: ['Origin', ...(isShared ? ['Authorization', 'Prefer'] : []), ...(isTecV1 ? ['X-TEC-EEA'] : [])].join(', '),
    })
    addLinkHeader(reply, `<${urls.apiRoot}>; rel="https://api.w.org/"`)
    if (request.hasPrivateResponse)
      reply.header('cache-control', 'no-cache, must-revalidate, max-age=0, no-store, private')
    if (request.address.face.name === 'tec') {
      reply.headers({
        'x-tec-api-version': 'v1',
        'x-tec-api-root': `${urls.namespaceRoot}/`,
        'x-tec-api-origin': urls.origin,
      })
    }
    const { allowsOrigin } = request.routeOptions.config
    if (origin !== undefined && (allowsOrigin === undefined || (await allowsOrigin(origin)))) {
      reply.headers(corsHeaders(origin, corsOrigins))
    }
    return payload
  })
}

/** Appends a link to the `Link` header. @param link e.g. `<https://…>; rel="next"` */
export function addLinkHeader(reply: FastifyReply, link: string): void {
  const existing = reply.getHeader('link')
  reply.header('link', existing ? `${existing}, ${link}` : link)
}
