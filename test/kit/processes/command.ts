import { runCommand } from '../../../src/cli/run-command.ts'

/** The time at which commands run in tests: 2030-03-17, in seconds since 1970-01-01 UTC. */
export const COMMAND_NOW = 1_900_000_000

/** Runs a command of the command line within this process. */
export async function runHere(env: Record<string, string>, ...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(argv, {
    env: { PATH: process.env.PATH ?? '', ...env },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    signal: new AbortController().signal,
    now: () => COMMAND_NOW,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
