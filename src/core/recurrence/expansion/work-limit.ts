/** The work that may still be done: days examined and times compared. */
export interface WorkLimit {
  left: number
}

/** Thrown when an expansion needs more work than its limit allows. */
export class WorkLimitError extends Error {
  override name = 'WorkLimitError'
}

/** Creates the work limit of one expansion, which is reached in less than 100 ms. */
export const createRecurrenceWorkLimit = (): WorkLimit => ({ left: 200_000 })

/**
 * Subtracts work from the limit.
 * @throws {WorkLimitError} when more work is done than the limit allows
 */
export function subtractFromRecurrenceWorkLimit(work: WorkLimit, amount: number): void {
  work.left -= amount
  if (work.left < 0) throw new WorkLimitError()
}
