import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ANONYMOUS } from '../../core/caller.ts'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../all-limits.ts'
import { isRequestBodyWrittenToDisk } from '../request/multipart.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the request body that count as used memory; 0 for short bodies, which are not counted. */
    reservedBodyBytes: number
    /**
     * Counts more bytes of the request body as used memory until the response is sent.
     * @throws {CalendarError} 503 when the bodies of all requests together need too much memory
     */
    reserveBodyMemory(bytes: number): void
  }
}

/**
 * Bodies up to this size are not counted: each connection has at most one, so the limit of connections limits their
 * memory.
 */
const SHORT_BYTES = 64 * 1024

/** Bodies of these content types are counted by `request/multipart.ts`, because it discards parts of them. */
const COUNTED_ELSEWHERE = /^(multipart|image)\//i

/** Limits the memory that all request bodies need together. Call after `registerAuthentication`. */
export function registerBodyMemoryLimit(app: FastifyInstance): void {
  const reserved = { anonymous: 0, authenticated: 0 }
  const limits = { anonymous: LIMITS.anonymousBodyBytes.value, authenticated: LIMITS.authenticatedBodyBytes.value }
  const groupOf = ({ caller }: FastifyRequest) => (caller === ANONYMOUS ? 'anonymous' : 'authenticated')
  app.decorateRequest('reservedBodyBytes', 0)
  app.decorateRequest('reserveBodyMemory', function (this: FastifyRequest, bytes: number) {
    const group = groupOf(this)
    if (reserved[group] + bytes > limits[group]) throw new CalendarError('rest_too_busy')
    reserved[group] += bytes
    this.reservedBodyBytes += bytes
  })
  // The received bytes are counted, not `Content-Length`: a client could announce large bodies and never send them.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type = '' } = request.headers
    const isLong = coding !== undefined || Number(length ?? 0) > SHORT_BYTES
    if (isLong && !COUNTED_ELSEWHERE.test(type) && !isRequestBodyWrittenToDisk(request)) {
      const countChunk = (chunk: Buffer) => {
        try {
          request.reserveBodyMemory(chunk.length)
        } catch (error) {
          payload.removeListener('data', countChunk)
          payload.emit('error', error)
        }
      }
      payload.on('data', countChunk)
    }
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    reserved[groupOf(request)] -= request.reservedBodyBytes
    request.reservedBodyBytes = 0
    done()
  })
}
