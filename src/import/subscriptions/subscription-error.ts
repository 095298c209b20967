import type { SubscriptionNote } from './subscription-store.ts'

/** Thrown when the source of a subscription cannot be read. Nothing is imported, and the owner sees the reason. */
export class SubscriptionError extends Error {
  override name = 'SubscriptionError'
  readonly note: SubscriptionNote

  constructor(reason: SubscriptionNote['reason'], value: string | number = '') {
    super(`${reason}: ${value}`)
    this.note = {
      reason,
      placeholders: { value: typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value },
    }
  }
}
