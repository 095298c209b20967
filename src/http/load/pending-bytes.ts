import type { ServerResponse } from 'node:http'
import { LIMITS } from '../limits.ts'

/** Responses below this size are not counted, since they fit into the socket buffers of the operating system. */
const LONG_BYTES = 64 * 1024

/**
 * Counts the bytes of cached responses that are still being sent. They stay in memory until the client has read them, even
 * if the cache drops them, so clients that request much and read nothing could fill the memory.
 */
export interface PendingBytes {
  /** Whether a body of this size may be sent now without exceeding the limit. */
  hasRoomFor(body: Buffer): boolean
  /**
   * Counts a body from when it is written to `response` until the client has read it. A body that is being sent to several
   * clients is counted once.
   */
  track(response: ServerResponse, body: Buffer): void
}

export function createPendingBytes(): PendingBytes {
  /** For each body, the number of clients it is being sent to. */
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
