import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readClientAddress } from '../request/client-address.ts'
import { isReadRequest } from '../request/read-and-write-methods.ts'

/**
 * Creates a request id, which is logged and sent as `X-Request-Id`. The id is random, because a number would tell
 * clients how many requests the server gets.
 */
export const createRequestId = (): string => randomUUID()

/**
 * Logs one structured line for each response. Successful reads, which are most of the traffic, are logged at the level
 * `debug` and all other responses at `info`. Headers and bodies are never logged, because they contain secrets.
 * @param proxyCount number of trusted proxies in front of the server
 */
export function registerRequestLog(app: FastifyInstance, proxyCount: number): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const isSuccessfulRead = isReadRequest(request) && reply.statusCode < 400
    request.log[isSuccessfulRead ? 'debug' : 'info'](
      {
        method: request.method,
        url: redactSecrets(request.originalUrl),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        caller: request.caller?.login || undefined,
        address: readClientAddress(request.raw, proxyCount),
      },
      'request completed',
    )
  })
}

/**
 * Creates the log entry of a request that was answered without the router.
 * @param startedAtMs time when handling of the request began, as returned by `performance.now()`
 */
export const createRequestLogEntry = (
  raw: IncomingMessage,
  { statusCode }: ServerResponse,
  { requestId, startedAtMs, proxyCount }: { requestId: string; startedAtMs: number; proxyCount: number },
) => ({
  reqId: requestId,
  method: raw.method,
  url: redactSecrets(raw.url ?? ''),
  status: statusCode,
  ms: Math.round(performance.now() - startedAtMs),
  address: readClientAddress(raw, proxyCount),
})

/**
 * Replaces secrets in a URL for the log: values of query parameters whose names suggest a secret, and the tokens in
 * links for setting a password, for previews and for senders of submissions.
 */
const redactSecrets = (url: string) =>
  url
    .replace(/([?&](?:code|[^=&]*(?:token|password|secret|key)[^=&]*)=)[^&]*/gi, '$1…')
    .replace(/(\/(?:sign-in\/link|admin\/shared|submit\/sent)\/)[^/?#]+/, '$1…')
