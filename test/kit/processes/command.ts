import { runCommand } from '../../../src/cli/run.ts'

/** 2030-03-17, when commands of tests are run. */
export const COMMAND_NOW = 1_900_000_000

/** Runs a command in this process. */
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
