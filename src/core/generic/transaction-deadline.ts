/**
 * The factor by which the total duration of a transaction may exceed its time limit, if its deadline is postponed in
 * time.
 */
const POSTPONED_MAX = 6

/** The time at which a transaction has to end. */
export interface Deadline {
  /** Milliseconds until the deadline; not above 0 when it has passed. */
  leftMs(): number
  /**
   * Restarts the time limit, because the transaction makes progress: a write of thousands of rows takes long on a busy
   * machine. In total a transaction lasts six times the limit at most.
   */
  postpone(): void
}

/**
 * Creates the deadline of a transaction that begins now.
 * @param limitMs time limit in milliseconds; infinite for none
 */
export function createTransactionDeadline(limitMs: number, now = () => performance.now()): Deadline {
  const last = now() + limitMs * POSTPONED_MAX
  let at = now() + limitMs
  return {
    leftMs: () => at - now(),
    postpone() {
      at = Math.min(now() + limitMs, last)
    },
  }
}
