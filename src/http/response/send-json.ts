import type { FastifyReply } from 'fastify'

export const JSON_TYPE = 'application/json; charset=UTF-8'

/** Sends `body` as JSON, whatever the `Accept` header of the request is: the API contract has no status 406. */
export function sendJson(reply: FastifyReply, body: unknown, status = 200): FastifyReply {
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body))
}
