import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GUEST } from '../../core/caller.ts'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../limits.ts'
import { clientAddress, clientNetwork } from '../request/client-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of its body that are in memory; of short ones nothing is counted. */
    reservedBodyBytes: number
    /** Counts more of them until it is answered. @throws {CalendarError} when there is no room for all bodies together */
    reserveBodyMemory(bytes: number): void
  }
  interface FastifyReply {
    /** Counts an answer that is sent as it is made, until its connection is done with it. @throws {CalendarError} as above */
    reserveStream(): void
  }
}

/** What comes in one piece is not worth counting: there are no more of these than connections. */
const SHORT_BYTES = 64 * 1024

/** What requests hold of the memory of the process, and how much all of them may. Call after `authentication`. @param proxyCount proxies in front of the server */
export function registerBodyMemory(app: FastifyInstance, proxyCount: number): void {
  bodies(app)
  streams(app, proxyCount)
}

function bodies(app: FastifyInstance): void {
  const held = { guests: 0, callers: 0 }
  const ownerOf = ({ caller }: FastifyRequest) => (caller === GUEST ? 'guests' : 'callers')
  const roomFor = { guests: LIMITS.anonymousBodyBytes.value, callers: LIMITS.authenticatedBodyBytes.value }
  app.decorateRequest('reservedBodyBytes', 0)
  app.decorateRequest('reserveBodyMemory', function (this: FastifyRequest, bytes: number) {
    const owner = ownerOf(this)
    if (held[owner] + bytes > roomFor[owner]) throw new CalendarError('rest_too_busy')
    held[owner] += bytes
    this.reservedBodyBytes += bytes
  })
  // Counted as they come, not as they are announced: who announces much and sends nothing takes no room.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type = '' } = request.headers
    const isLong = coding !== undefined || Number(length ?? 0) > SHORT_BYTES
    if (isLong && !COUNTED_ELSEWHERE.test(type)) {
      const count = (chunk: Buffer) => {
        try {
          request.reserveBodyMemory(chunk.length)
        } catch (error) {
          payload.removeListener('data', count)
          payload.emit('error', error)
        }
      }
      payload.on('data', count)
    }
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    held[ownerOf(request)] -= request.reservedBodyBytes
    request.reservedBodyBytes = 0
    done()
  })
}

/** These are read by multipart.ts, which counts what it keeps. */
const COUNTED_ELSEWHERE = /^(multipart|image)\//i

function streams(app: FastifyInstance, proxyCount: number): void {
  const underWay = new Map<string, number>()
  let count = 0
  app.decorateReply('reserveStream', function (this: FastifyReply) {
    const network = clientNetwork(clientAddress(this.request.raw, proxyCount))
    const own = underWay.get(network) ?? 0
    if (count >= LIMITS.responseStreams.value || own >= LIMITS.responseStreamsPerClient.value)
      throw new CalendarError('rest_too_busy')
    count += 1
    underWay.set(network, own + 1)
    this.raw.once('close', () => {
      count -= 1
      const left = (underWay.get(network) ?? 1) - 1
      if (left > 0) underWay.set(network, left)
      else underWay.delete(network)
    })
  })
}
