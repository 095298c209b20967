import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../core/language.ts'
import { urlsOf } from '../core/urls.ts'
import { API, WORDPRESS } from './address.ts'

export const JSON_TYPE = 'application/json; charset=UTF-8'

/** Sends a body as the JSON it is; the type never depends on what the client would like (contract: no 406). */
export function answer(reply: FastifyReply, body: unknown, status = 200): FastifyReply {
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body))
}

const EXPOSED = 'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, Location, ETag, Content-Language'
const ALLOWED = 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type'
const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE'

/** The headers every answer of the API has (contract, part 2), errors too. */
export function apiHeaders(app: FastifyInstance, languages: readonly Language[]): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const url = request.raw.url ?? ''
    if (!url.startsWith(API) && !url.startsWith(WORDPRESS)) return payload
    const urls = urlsOf(request.origin, request.address.root, request.address.face, languages)
    const { origin } = request.headers
    reply.headers({
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'access-control-expose-headers': EXPOSED,
      'access-control-allow-headers': ALLOWED,
      vary: 'Origin',
    })
    addLink(reply, `<${urls.apiRoot}>; rel="https://api.w.org/"`)
    if (request.isPersonal) reply.header('cache-control', 'no-cache, must-revalidate, max-age=0, no-store, private')
    if (request.address.face.name === 'tec') {
      reply.headers({
        'x-tec-api-version': 'v1',
        'x-tec-api-root': `${urls.namespaceRoot}/`,
        'x-tec-api-origin': urls.origin,
      })
    }
    if (origin !== undefined) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': METHODS,
      })
    }
    return payload
  })
}

export function addLink(reply: FastifyReply, link: string): void {
  const present = reply.getHeader('link')
  reply.header('link', present ? `${present}, ${link}` : link)
}

/** Answers to guests carry an entity tag, and are not sent again to who has them (RFC 9110, 13.1.2). */
export function conditionalReads(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || request.isPersonal || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    reply.header('etag', tag)
    if (!isKnown(request, tag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return ''
  })
}

/** Whether the client says it has what `tag` names; a weak comparison (RFC 9110, 8.8.3.2). */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']
  return (known ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}
