import process from 'node:process'
import { runCommand } from './cli/run.ts'

// Events have their own time zones. No library may depend on the time zone of the machine.
process.env.TZ = 'UTC'

/** Creates a signal that is aborted by the first SIGINT or SIGTERM; the second one ends the process immediately. */
function createStopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}

let signal: AbortSignal | undefined

// The reader of the output has closed the pipe, as `head` does: ignore the error.
process.stdout.on('error', () => {})

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  // Handlers are installed only when a command reads the property; other commands end at the first signal.
  get signal() {
    signal ??= createStopSignal()
    return signal
  },
  now: () => Math.floor(Date.now() / 1000),
})
