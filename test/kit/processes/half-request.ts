import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { EVENT } from '../calendar/makers.ts'
import { ADMIN } from './serve.ts'

/**
 * Sends the headers and the beginning of the body of a request, and waits until the server has accepted it. `finish` sends
 * the rest and returns the status.
 */
export async function sendHalfRequest(origin: string): Promise<{ finish(): Promise<number> }> {
  const body = JSON.stringify({ ...EVENT, title: 'In two halves' })
  const headers = {
    authorization: ADMIN,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const sent = request(`${origin}/cal/events/v1/events`, { method: 'POST', headers, agent: false })
  const status = once(sent, 'response').then(async ([answer]) => {
    await text(answer)
    return answer.statusCode as number
  })
  // Errors are reported by `finish`.
  status.catch(() => {})
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 20))
  return {
    finish() {
      sent.end(body.slice(20))
      return status
    },
  }
}
