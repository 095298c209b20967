import process from 'node:process'
import { runCommand } from './cli/run-command.ts'

// Events have their own time zones, so results must not depend on the time zone of the machine. The process uses UTC.
process.env.TZ = 'UTC'

/** Creates a signal that is aborted by the first SIGINT or SIGTERM; the second one ends the process immediately. */
function createStopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}

let signal: AbortSignal | undefined

// When the output is piped to a program that ends early, such as `head`, writing fails. That error is ignored.
process.stdout.on('error', () => {})

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  // The handlers of SIGINT and SIGTERM are installed when a command first
  // reads `signal`. SIGINT immediately ends a command that never reads it.
  get signal() {
    signal ??= createStopSignal()
    return signal
  },
  now: () => Math.floor(Date.now() / 1000),
})
