import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Keeping a process on one core, so that client and server do not take turns. Where there is one core, or no `taskset`, nothing is kept. */
const canPin = availableParallelism() > 1 && isThere('taskset')

function isThere(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The command line that runs another one on a core. */
export const onCore = (core: number, command: string[]): string[] =>
  canPin ? ['taskset', '-c', String(core), ...command] : command

/** Moves a running process with all its threads to a core. */
export function moveToCore(core: number, pid: number): void {
  if (canPin) execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
}

/** Linux counts processor time in hundredths of a second for programs, whatever the machine. */
const TICKS_PER_SECOND = 100

/** Seconds of processor time that a process has taken so far: what others do beside it hardly changes that. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const [user, system] = fields.slice(11, 13).map(Number) as [number, number]
  return (user + system) / TICKS_PER_SECOND
}
