import cluster, { type Worker } from 'node:cluster'
import type { PeerProcesses, RateCountMessage } from '../../http/load/rate-counters.ts'

/** Workers tell each other what they counted; their primary only passes it on. */

const isRateLimitUpdate = (message: unknown): message is RateCountMessage =>
  typeof message === 'object' && message !== null && 'rates' in message

/** In the primary. */
export function relayRateLimitUpdates(): void {
  cluster.on('message', (sender: Worker, message: unknown) => {
    if (!isRateLimitUpdate(message)) return
    for (const worker of Object.values(cluster.workers ?? {})) {
      // One that goes just now misses nothing it still needs.
      if (worker && worker !== sender && worker.isConnected()) worker.send(message, () => {})
    }
  })
}

/** In a worker. */
export function createWorkerPeers(): PeerProcesses {
  return {
    send(news) {
      if (process.connected) process.send?.(news, undefined, undefined, () => {})
    },
    onReceive(listener) {
      process.on('message', (message) => {
        if (isRateLimitUpdate(message)) listener(message)
      })
    },
  }
}
