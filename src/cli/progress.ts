import process from 'node:process'
import { SingleBar } from 'cli-progress'
import type { OnProgress } from '../backup/copy.ts'

/** A bar a step where someone looks; nothing where something reads. */
export function stepsShown(): { show: OnProgress; stop(): void } {
  if (!process.stderr.isTTY) return { show() {}, stop() {} }
  let bar: SingleBar | undefined
  let current: string | undefined
  const stop = () => bar?.stop()
  return {
    show(step, done, total) {
      if (step !== current) {
        stop()
        current = step
        bar = new SingleBar({ format: `${step.padEnd(9)} {bar} {percentage} %`, hideCursor: true })
        bar.start(total, done)
      }
      bar?.setTotal(Math.max(total, done))
      bar?.update(done)
    },
    stop,
  }
}
