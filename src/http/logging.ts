import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Ids of requests: told to the client and in every line about the request. */
export const newRequestId = () => randomUUID()

/**
 * One structured line an answer: who, what, how it ended, how long it took. Reads that went well are `debug`, since a
 * calendar is mostly read; everything else is `info`. Headers and bodies, where secrets travel, are never logged.
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const isQuiet = (request.method === 'GET' || request.method === 'HEAD') && reply.statusCode < 400
    request.log[isQuiet ? 'debug' : 'info'](
      {
        method: request.method,
        url: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        caller: request.caller?.login || undefined,
        address: request.ip,
      },
      'answered',
    )
  })
}

/** As it was sent; the query too, but for the values of what might be a secret. */
function pathOf({ originalUrl }: FastifyRequest): string {
  return originalUrl.replace(/([?&][^=&]*(?:token|password|secret|key)[^=&]*=)[^&]*/gi, '$1…')
}
