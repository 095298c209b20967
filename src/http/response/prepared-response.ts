import type { FastifyReply } from 'fastify'
import { JSON_TYPE } from './json.ts'

/** A JSON response that is not sent yet. */
export interface PreparedResponse {
  status: number
  headers: Record<string, string>
  /** The body of the response, as JSON text. */
  body: string
}

export const sendPrepared = (reply: FastifyReply, { status, headers, body }: PreparedResponse): FastifyReply =>
  reply.code(status).headers(headers).type(JSON_TYPE).send(body)
