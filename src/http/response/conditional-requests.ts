import type { FastifyInstance } from 'fastify'
import { isRead } from '../request/methods.ts'
import { createEntityTag, matchEntityTag } from './entity-tag.ts'

/**
 * Adds an entity tag to successful text responses without credentials, and answers 304 to clients that have them already
 * (RFC 9110, 13.1.2). Responses that `cache/` sends get their entity tag there and do not reach this hook.
 */
export function registerConditionalRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isTagged = isRead(request) && !request.hasPrivateResponse && reply.statusCode === 200
    if (!isTagged || typeof payload !== 'string') return payload
    const entityTag = createEntityTag(payload)
    reply.header('etag', entityTag)
    if (matchEntityTag(request.headers['if-none-match'], [entityTag], entityTag) === undefined) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return ''
  })
}
