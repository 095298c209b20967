import type { RefreshContext } from './refresh-context-types.ts'
import { type RefreshOutcome, refreshSubscription } from './refresh-subscription.ts'
import { claimDueSubscription, type SubscriptionRow } from './subscription-store.ts'

/** Creates the context for refreshing one subscription, with the rights of its owner. */
export type OpenRefresh = (row: SubscriptionRow) => Promise<RefreshContext>

interface DueOptions {
  db: Parameters<typeof claimDueSubscription>[0]
  now(): number
  /** A random number from 0 to 1. */
  random(): number
  signal: AbortSignal
  open: OpenRefresh
  onOutcome(row: SubscriptionRow, outcome: RefreshOutcome): void
}

/**
 * Refreshes all subscriptions that are due, one after the other. Several processes can call it, because a subscription
 * is claimed before it is refreshed.
 */
export async function refreshDueSubscriptions({ db, now, random, signal, open, onOutcome }: DueOptions): Promise<void> {
  while (!signal.aborted) {
    const row = await claimDueSubscription(db, { now: now(), random: random() })
    if (!row) return
    onOutcome(row, await refreshSubscription(row, await open(row)))
  }
}
