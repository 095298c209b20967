import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { TEC_V1_PREFIX, WORDPRESS_PREFIX } from '../request/parse-request-url.ts'
import { JSON_TYPE } from './send-json.ts'

/** Characters that the name of a JSONP function may contain, as in WordPress. */
const CALLBACK = /^[\w.]+$/

/** The headers of the response that an envelope contains, in the spelling of WordPress. */
const ENVELOPED_HEADERS = ['Allow', 'Location', 'Link', 'X-WP-Total', 'X-WP-TotalPages']

/**
 * Whether a route has the parameters `_envelope` and `_jsonp`: those of WordPress and of the newer API of The Events
 * Calendar have them.
 */
const hasEnvelope = ({ raw: { url = '' } }: FastifyRequest) =>
  url.startsWith(WORDPRESS_PREFIX) || url.startsWith(TEC_V1_PREFIX)

/**
 * Handles two parameters of the WordPress routes and of the tec/v1 routes, for clients that cannot read headers or load
 * JSON from another origin. `_envelope`: the body contains status, headers and the actual body, and the status is
 * always 200. `_jsonp`: the response is a script that calls the function of this name with the body.
 */
export function registerEnvelopesAndJsonp(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { _jsonp: callback } = request.query as { _jsonp?: unknown }
    if (hasEnvelope(request) && callback !== undefined && !isCallback(callback))
      throw new CalendarError('rest_callback_invalid')
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!hasEnvelope(request) || typeof payload !== 'string' || reply.getHeader('content-type') !== JSON_TYPE)
      return payload
    const { _envelope: envelope, _jsonp: callback } = request.query as { _envelope?: unknown; _jsonp?: unknown }
    const text = envelope === undefined ? payload : putInEnvelope(reply, payload)
    if (!isCallback(callback)) return text
    reply.type('application/javascript; charset=UTF-8')
    // The comment prevents attacks that make browsers take the start of the script for another type of file.
    return `/**/${callback}(${text})`
  })
}

const isCallback = (value: unknown): value is string => typeof value === 'string' && CALLBACK.test(value)

function putInEnvelope(reply: FastifyReply, body: string): string {
  const { statusCode: status } = reply
  const present = ENVELOPED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name)
    return value === undefined ? [] : [[name, value]]
  })
  // PHP, in which WordPress is written, encodes an object without members as an empty array. Clients expect that.
  const headers = present.length > 0 ? Object.fromEntries(present) : []
  // A response in an envelope has status 200 even for an error. An error such as a rate limit may be temporary, so the
  // cache must not store it.
  if (status !== 200) reply.cacheUntil = 0
  reply.code(200)
  return `{"body":${body},"status":${status},"headers":${JSON.stringify(headers)}}`
}
