import process from 'node:process'
import { runCommand } from './cli/run.ts'

// Calendars have zones of their own. A library that asks for the zone of the process gets none to speak of.
process.env.TZ = 'UTC'

/** Aborted at the first signal; a second one ends the process at once, as if nobody listened. */
function untilStopped(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}

let signal: AbortSignal | undefined

// Whoever read the output has gone, as `head` does; there is nobody left to tell.
process.stdout.on('error', () => {})

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  // Signals are caught only for a command that asks; any other ends at the first one.
  get signal() {
    signal ??= untilStopped()
    return signal
  },
  now: () => Math.floor(Date.now() / 1000),
})
