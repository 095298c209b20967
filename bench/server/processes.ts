import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import process from 'node:process'

/** Resource usage of a process and its descendants, read from `/proc` on Linux. */

/** `sysconf(_SC_CLK_TCK)`: 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has exited meanwhile.
    return ''
  }
}

/** The fields of `/proc/<pid>/stat` after the process name, which may contain spaces. */
const statOf = (pid: number) => read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []

/** The ids of a process and its descendants. */
export function withDescendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(statOf(Number(name))[1]) }))
  const found = [pid]
  for (const one of found) found.push(...parents.filter(({ parent }) => parent === one).map((child) => child.pid))
  return found
}

/** User and system CPU time of a process and its descendants, including exited children that were waited for. */
export function readCpuSeconds(pid: number): number {
  const ticks = withDescendants(pid).flatMap((one) => statOf(one).slice(11, 15).map(Number))
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND
}

/** Resident memory of a process and its descendants. */
export function readResidentMib(pid: number): number {
  const kib = withDescendants(pid).map((one) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${one}/status`))?.[1] ?? 0))
  return kib.reduce((sum, value) => sum + value, 0) / 1024
}

const canPinTo = (core: number) => process.platform === 'linux' && cpus().length > core

/** Command line that runs a program on one CPU core with `taskset`; unchanged where that is impossible. */
export function pinToCore(
  core: number | undefined,
  program: string,
  argv: string[],
): [program: string, argv: string[]] {
  return core !== undefined && canPinTo(core) ? ['taskset', ['-c', String(core), program, ...argv]] : [program, argv]
}

/** Moves running processes, and all that they start later, to one CPU core; does nothing where that is impossible. */
export function moveToCore(core: number, pids: readonly number[]): void {
  if (!canPinTo(core)) return
  for (const pid of pids) execFileSync('taskset', ['--all-tasks', '-cp', String(core), String(pid)])
}
