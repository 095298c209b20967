import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Process priority: low, so that requests come first. */
const NICENESS = 10
const PROGRAM = join(import.meta.dirname, '../../../../bin/almanac.js')

/**
 * Node flags of `npm start` that limit memory (decision 7). Other flags of this process, such as `--watch`, are not
 * passed on.
 */
const MEMORY_FLAGS = /^--(?:max-semi-space-size|heap-growing-percent|max-old-space-size|no-maglev)\b/

/**
 * Runs a command of Almanac in a child process, so that it does not delay requests.
 * @param env    environment of the child process; must select the database of this process
 * @param signal ends the child process
 * @returns the output of the command
 * @throws with the error output of the command when it fails
 */
export function runCommandInChildProcess(
  argv: readonly string[],
  env: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // Imports have flags of their own: see bin/almanac.js.
    const flags = argv[0] === 'import' ? [] : process.execArgv.filter((flag) => MEMORY_FLAGS.test(flag))
    const child = spawn(process.execPath, [...flags, PROGRAM, ...argv], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    let [output, errorOutput] = ['', '']
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      errorOutput += chunk
    })
    child.once('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
    child.once('close', (code, killed) => {
      if (code === 0) return resolve(output.trim())
      reject(new Error(errorOutput.trim().replace(/^almanac: /, '') || `exited with ${killed ?? code}`))
    })
    if (child.pid === undefined) return
    try {
      setPriority(child.pid, NICENESS)
    } catch {
      // The priority could not be lowered, because the process has exited or the operating system does not permit it.
      // The command runs anyway.
    }
  })
}
