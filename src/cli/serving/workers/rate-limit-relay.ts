import cluster, { type Worker } from 'node:cluster'
import type { PeerProcesses, RateCountMessage } from '../../../http/load/rate-limit-counters.ts'

/** Workers share their rate-limit counts through the primary, which forwards them to the other workers. */

const isRateLimitUpdate = (message: unknown): message is RateCountMessage =>
  typeof message === 'object' && message !== null && 'rates' in message

/** Runs in the primary process: forwards the rate-limit counts that a worker sends to all other workers. */
export function relayRateLimitUpdates(): void {
  cluster.on('message', (sender: Worker, message: unknown) => {
    if (!isRateLimitUpdate(message)) return
    for (const worker of Object.values(cluster.workers ?? {})) {
      // Ignore errors: sending fails only if the receiving worker is exiting, and such a worker does not need the
      // update.
      if (worker && worker !== sender && worker.isConnected()) worker.send(message, () => {})
    }
  })
}

/** Runs in a worker: exchanges rate-limit counts with the other workers through the primary process. */
export function createRateLimitChannelToOtherWorkers(): PeerProcesses {
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
