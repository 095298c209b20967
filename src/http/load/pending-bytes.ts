import type { ServerResponse } from 'node:http'
import { LIMITS } from '../limits.ts'

/** Shorter answers fit into the buffers of the system. */
const LONG_BYTES = 64 * 1024

/**
 * Kept answers that clients have not read yet. While one is on its way its bytes stay, kept or not: a client that asks for
 * ever new ones and reads none would fill the memory.
 */
export interface PendingBytes {
  /** Whether these bytes may go out; then, once handed over, `watch` counts them. */
  hasRoomFor(body: Buffer): boolean
  track(response: ServerResponse, body: Buffer): void
}

export function createPendingBytes(): PendingBytes {
  /** How many clients read each of them. */
  const readers = new Map<Buffer, number>()
  let bytes = 0
  return {
    hasRoomFor: (body) =>
      body.length < LONG_BYTES || bytes + body.length <= LIMITS.pendingBytes.value || readers.has(body),
    track(response, body) {
      if (body.length < LONG_BYTES || response.writableLength === 0 || response.destroyed) return
      const others = readers.get(body) ?? 0
      if (others === 0) bytes += body.length
      readers.set(body, others + 1)
      response.once('close', () => {
        const left = (readers.get(body) ?? 1) - 1
        if (left > 0) {
          readers.set(body, left)
          return
        }
        readers.delete(body)
        bytes -= body.length
      })
    },
  }
}
