import cluster, { type Worker } from 'node:cluster'
import type { Peers, RateNews } from '../../http/load/rate-limits.ts'

/** Workers tell each other what they counted; their primary only passes it on. */

const isRateLimitUpdate = (message: unknown): message is RateNews =>
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
export function createWorkerPeers(): Peers {
  return {
    tell(news) {
      if (process.connected) process.send?.(news, undefined, undefined, () => {})
    },
    onTold(listener) {
      process.on('message', (message) => {
        if (isRateLimitUpdate(message)) listener(message)
      })
    },
  }
}
