import type { FastifyInstance, FastifyReply } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../all-limits.ts'
import { networkOfClientAddress, readClientAddress } from '../request/client-address.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Counts the response as streamed until it is complete or its connection is closed.
     * @throws {CalendarError} 503 when too many responses are being streamed, in total or to the same client
     */
    reserveStream(): void
  }
}

/**
 * Limits the number of responses that are streamed at the same time.
 * @param proxyCount number of trusted proxies in front of the server
 */
export function registerLimitOfStreamedResponses(app: FastifyInstance, proxyCount: number): void {
  const countByNetwork = new Map<string, number>()
  let total = 0
  app.decorateReply('reserveStream', function (this: FastifyReply) {
    const network = networkOfClientAddress(readClientAddress(this.request.raw, proxyCount))
    const count = countByNetwork.get(network) ?? 0
    if (total >= LIMITS.responseStreams.value || count >= LIMITS.responseStreamsPerClient.value)
      throw new CalendarError('rest_too_busy')
    total += 1
    countByNetwork.set(network, count + 1)
    this.raw.once('close', () => {
      total -= 1
      const remaining = (countByNetwork.get(network) ?? 1) - 1
      if (remaining > 0) countByNetwork.set(network, remaining)
      else countByNetwork.delete(network)
    })
  })
}
