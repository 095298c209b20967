import process from 'node:process'
import { SingleBar } from 'cli-progress'

/** Shows the progress of a command that takes long. */
export interface Progress {
  /**
   * Shows how much of a step is done.
   * @param step name of the current step
   * @param total in the same unit as `done`
   */
  show(step: string, done: number, total: number): void
  stop(): void
}

/**
 * Creates a progress bar, which is shown only if the output is a terminal.
 * @param format of `cli-progress`, with `{step}` for the current step
 */
export function createProgressBar(format: string): Progress {
  if (!process.stderr.isTTY) return { show() {}, stop() {} }
  const bar = new SingleBar({ format, hideCursor: true, clearOnComplete: true })
  let current: string | undefined
  return {
    show(step, done, total) {
      if (current === undefined) bar.start(total, done, { step })
      bar.setTotal(Math.max(total, done))
      bar.update(done, { step })
      // Draw immediately, not at the next timer: the step may block the event loop for seconds.
      if (step !== current) bar.render()
      current = step
    },
    stop: () => bar.stop(),
  }
}
