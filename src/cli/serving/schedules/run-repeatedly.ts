/**
 * Runs `work` now and at an interval, one run after the other.
 * @param work must not throw
 * @returns a function that stops the repetition and waits for a call of `work` in progress
 */
export function runRepeatedly(work: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let last = work()
  const timer = setInterval(() => {
    last = last.then(work)
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await last
  }
}
