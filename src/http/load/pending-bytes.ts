import type { ServerResponse } from 'node:http'
import { LIMITS } from '../limits.ts'

/** Shorter responses fit into the socket buffers of the operating system. */
const LONG_BYTES = 64 * 1024

/**
 * Counts cached responses that are being sent. Their bytes stay in memory until the client has read them, even when the
 * cache has dropped them: clients that request many and read none could fill the memory.
 */
export interface PendingBytes {
  /** Whether a body may be sent now. */
  hasRoomFor(body: Buffer): boolean
  /** Counts a body that was written to `response`, until the client has read it. A body sent to many is counted once. */
  track(response: ServerResponse, body: Buffer): void
}

export function createPendingBytes(): PendingBytes {
  /** Number of clients that each body is being sent to. */
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
