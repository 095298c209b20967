import type { TestContext } from 'node:test'

const warned = new Set<string>()

/**
 * Skips a test that needs a program which is not installed, with one warning on stderr for each program and file.
 * @param variable environment variable; with the value 1 the test fails instead
 * @param tests what the tests do, in capitals, e.g. `THE TESTS IN A BROWSER`
 */
export function skipLoudly(t: TestContext, variable: string, tests: string, reason: string): void {
  if (process.env[variable] === '1') throw new Error(reason)
  if (!warned.has(tests)) process.stderr.write(`\n*** ${tests} WERE SKIPPED: ${reason}. ***\n\n`)
  warned.add(tests)
  t.skip(reason)
}
