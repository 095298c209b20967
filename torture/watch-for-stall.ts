import { execFileSync } from 'node:child_process'

/** Smoke runs of all trials take about a minute each, a few minutes on busy machines. */
const STALL_MS = 300_000

/**
 * Ends the process with exit code 1 when a smoke run makes no progress, and prints which processes run: their command
 * lines show which program hangs, and those of PostgreSQL what each session does.
 */
export function watchForStall() {
  let step = 'no step'
  const timer = setTimeout(() => {
    const processes = execFileSync('ps', ['-eo', 'pid,ppid,stat,wchan:20,etimes,args', '--forest'], {
      encoding: 'utf8',
    })
    process.stderr.write(`no progress in ${STALL_MS / 1000} s after: ${step}\n${processes}`)
    process.exit(1)
  }, STALL_MS)
  return {
    onStep(next: string): void {
      step = next
      timer.refresh()
    },
    end: () => clearTimeout(timer),
  }
}
