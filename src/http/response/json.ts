import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '../../core/language.ts'
import { createUrls } from '../../core/urls.ts'
import { API_PREFIX, WORDPRESS_PREFIX } from '../request/address.ts'
import { createEntityTag, knownTag } from './entity-tag.ts'

export const JSON_TYPE = 'application/json; charset=UTF-8'

/** Sends a body as the JSON it is; the type never depends on what the client would like (contract: no 406). */
export function sendJson(reply: FastifyReply, body: unknown, status = 200): FastifyReply {
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body))
}

const EXPOSED = 'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, Location, ETag, Content-Language'
const ALLOWED = 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type'
const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE'

/** What a page of another origin needs to read an answer (Fetch standard, CORS protocol). */
export const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': METHODS,
})

/**
 * The headers every answer of the API has (contract, part 2), errors too.
 * @param isShared whether proxies may keep answers to guests: they must not give them to who signs in
 */
export function registerApiHeaders(app: FastifyInstance, languages: readonly Language[], isShared: boolean): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const url = request.raw.url ?? ''
    if (!url.startsWith(API_PREFIX) && !url.startsWith(WORDPRESS_PREFIX)) return payload
    const urls = createUrls(request.origin, request.address.languageRoot, request.address.face, languages)
    const { origin } = request.headers
    reply.headers({
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'access-control-expose-headers': EXPOSED,
      'access-control-allow-headers': ALLOWED,
      vary: isShared ? 'Origin, Authorization' : 'Origin',
    })
    addLink(reply, `<${urls.apiRoot}>; rel="https://api.w.org/"`)
    if (request.hasPrivateResponse)
      reply.header('cache-control', 'no-cache, must-revalidate, max-age=0, no-store, private')
    if (request.address.face.name === 'tec') {
      reply.headers({
        'x-tec-api-version': 'v1',
        'x-tec-api-root': `${urls.namespaceRoot}/`,
        'x-tec-api-origin': urls.origin,
      })
    }
    if (origin !== undefined) reply.headers(corsHeaders(origin))
    return payload
  })
}

export function addLink(reply: FastifyReply, link: string): void {
  const present = reply.getHeader('link')
  reply.header('link', present ? `${present}, ${link}` : link)
}

/**
 * Pages and scripts sent to guests carry an entity tag, and are not sent again to who has them (RFC 9110, 13.1.2).
 * What is kept for guests has its own in guests.ts.
 */
export function registerConditionalReads(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || request.hasPrivateResponse || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = createEntityTag(payload)
    reply.header('etag', tag)
    const known = request.headers['if-none-match']
    if (known === undefined || knownTag(known, [tag], tag) === undefined) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return ''
  })
}
