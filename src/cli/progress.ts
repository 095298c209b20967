import process from 'node:process'
import { SingleBar } from 'cli-progress'

export interface Progress {
  /** @param step what is being done */
  show(step: string, done: number, total: number): void
  stop(): void
}

/** A bar where someone looks; nothing where something reads. @param format as cli-progress has it, with `{step}` */
export function createProgressBar(format: string): Progress {
  if (!process.stderr.isTTY) return { show() {}, stop() {} }
  const bar = new SingleBar({ format, hideCursor: true, clearOnComplete: true })
  let current: string | undefined
  return {
    show(step, done, total) {
      if (current === undefined) bar.start(total, done, { step })
      bar.setTotal(Math.max(total, done))
      bar.update(done, { step })
      // What comes now may hold the process up for seconds.
      if (step !== current) bar.render()
      current = step
    },
    stop: () => bar.stop(),
  }
}
