import { runCommand } from '../../../src/cli/run-command.ts'
import { TEST_NOW } from '../server/server.ts'

/**
 * Fills the database at `url` with the sample calendar of the `demo` command, generated for the date of the test
 * clock.
 */
export async function fillSample(url: string, events: number): Promise<void> {
  const said: string[] = []
  const code = await runCommand(['demo', '--events', String(events)], {
    env: { DATABASE_URL: url },
    out: (line) => said.push(line),
    err: (line) => said.push(line),
    signal: new AbortController().signal,
    now: () => TEST_NOW,
  })
  if (code !== 0) throw new Error(said.join('\n'))
}
