import type { FastifyReply } from 'fastify'
import { JSON_TYPE } from './send-json.ts'

/** A JSON response that has been created but not sent: status, headers and body. */
export interface PreparedResponse {
  status: number
  headers: Record<string, string>
  /** The body of the response, as JSON text. */
  body: string
}

export const sendPreparedResponse = (reply: FastifyReply, { status, headers, body }: PreparedResponse): FastifyReply =>
  reply.code(status).headers(headers).type(JSON_TYPE).send(body)
