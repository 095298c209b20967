import type { FastifyInstance } from 'fastify'
import { isReadRequest } from '../request/read-and-write-methods.ts'
import { createEntityTag, matchIfNoneMatchHeader } from './entity-tag.ts'

/**
 * Adds an entity tag to successful text responses to requests without credentials, and responds with 304 to clients
 * that have the same version (RFC 9110, 13.1.2). Cacheable responses never reach this hook: the code in `cache/` sends
 * them with their entity tags.
 */
export function registerConditionalRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isTagged = isReadRequest(request) && !request.hasPrivateResponse && reply.statusCode === 200
    if (!isTagged || typeof payload !== 'string') return payload
    const entityTag = createEntityTag(payload)
    reply.header('etag', entityTag)
    if (matchIfNoneMatchHeader(request.headers['if-none-match'], [entityTag], entityTag) === undefined) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return ''
  })
}
