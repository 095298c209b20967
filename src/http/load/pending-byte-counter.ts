import type { ServerResponse } from 'node:http'
import { LIMITS } from '../all-limits.ts'

/**
 * Responses below this size are not counted as pending, since they fit into the socket buffers of the operating system.
 */
const LONG_BYTES = 64 * 1024

/**
 * Counts the bytes of cached responses that are still being sent. A response stays in memory until the client has read
 * it, even if the cache evicts it, so clients that send many requests and read no response could fill the memory.
 */
export interface PendingBytes {
  /** Whether a response body may be sent now without exceeding the limit of pending bytes. */
  hasRoomFor(body: Buffer): boolean
  /**
   * Counts a body as pending from when it is written to `response` until the client has read it. A body that is being
   * sent to several clients is counted once.
   */
  track(response: ServerResponse, body: Buffer): void
}

export function createPendingByteCounter(): PendingBytes {
  /** For each pending body, the number of clients that have not read it completely. */
  const clientCounts = new Map<Buffer, number>()
  let bytes = 0
  return {
    hasRoomFor: (body) =>
      body.length < LONG_BYTES || bytes + body.length <= LIMITS.pendingBytes.value || clientCounts.has(body),
    track(response, body) {
      if (body.length < LONG_BYTES || response.writableLength === 0 || response.destroyed) return
      const clients = clientCounts.get(body) ?? 0
      if (clients === 0) bytes += body.length
      clientCounts.set(body, clients + 1)
      response.once('close', () => {
        const remaining = (clientCounts.get(body) ?? 1) - 1
        if (remaining > 0) {
          clientCounts.set(body, remaining)
          return
        }
        clientCounts.delete(body)
        bytes -= body.length
      })
    },
  }
}
