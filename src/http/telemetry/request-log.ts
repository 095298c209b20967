import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { clientAddress } from '../request/client-address.ts'

/** What no other process has: the first half of a UUID. */
const PROCESS = randomUUID().slice(0, 18)
const COUNT_DIGITS = 8
let count = 0

/** Ids of requests: told to the client and in every line about the request. All of one length, and cheaper than a UUID each. */
export function createRequestId(): string {
  count += 1
  return `${PROCESS}-${count.toString(36).padStart(COUNT_DIGITS, '0')}`
}

/**
 * One structured line an answer: who, what, how it ended, how long it took. Reads that went well are `debug`, since a
 * calendar is mostly read; everything else is `info`. Headers and bodies, where secrets travel, are never logged.
 * @param proxyCount proxies in front of the server
 */
export function registerRequestLog(app: FastifyInstance, proxyCount: number): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const isQuiet = (request.method === 'GET' || request.method === 'HEAD') && reply.statusCode < 400
    request.log[isQuiet ? 'debug' : 'info'](
      {
        method: request.method,
        url: withoutSecrets(request.originalUrl),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        caller: request.caller?.login || undefined,
        address: clientAddress(request.raw, proxyCount),
      },
      'answered',
    )
  })
}

/** The same line for a read that did not reach the router. */
export const requestLogEntry = (
  raw: IncomingMessage,
  { statusCode }: ServerResponse,
  { id, begun, proxyCount }: { id: string; begun: number; proxyCount: number },
) => ({
  reqId: id,
  method: raw.method,
  url: withoutSecrets(raw.url ?? ''),
  status: statusCode,
  ms: Math.round(performance.now() - begun),
  address: clientAddress(raw, proxyCount),
})

/** As it was sent; the query too, but for the values of what might be a secret. */
const withoutSecrets = (url: string) => url.replace(/([?&][^=&]*(?:token|password|secret|key)[^=&]*=)[^&]*/gi, '$1…')
