import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidParameterError } from '../../core/errors.ts'
import type { IdempotentRequest, OutcomeOwner } from '../../idempotency/request-outcomes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The idempotency key and its owner, while the request is being handled; undefined for requests without a key. */
    keyedRequest: IdempotentRequest | undefined
  }
}

export const declareIdempotencyKeyOfRequests = (app: FastifyInstance) => app.decorateRequest('keyedRequest', undefined)

/** Matches a valid key: visible ASCII characters. */
const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Reads the header `Idempotency-Key`. Undefined if it is absent, or if the request is anonymous: then it can write
 * nothing.
 * @throws {CalendarError} when the header is malformed
 */
export function readIdempotencyKeyOfRequest(request: FastifyRequest): IdempotentRequest | undefined {
  const { headers } = request
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalidParameterError('Idempotency-Key', 'reason.idempotency-key')
  const owner = ownerOf(request)
  return owner && { owner, key, fingerprint: fingerprintOf(request) }
}

function ownerOf({ caller, submissionKey }: FastifyRequest): OutcomeOwner | undefined {
  if (submissionKey) return { kind: 'submission-key', id: submissionKey.id }
  return caller.id === undefined ? undefined : { kind: 'account', id: caller.id }
}

/**
 * Hashes method, URL and body of a request. The body is hashed as parsed, because a repeated form may have another
 * boundary between its parts. An uploaded file counts by its name and bytes.
 */
function fingerprintOf({ method, originalUrl, body, uploadedFile: file }: FastifyRequest): string {
  const hash = createHash('sha256').update(JSON.stringify([method, originalUrl, body, file?.name]))
  if (file) hash.update(file.bytes)
  return hash.digest('base64url')
}
