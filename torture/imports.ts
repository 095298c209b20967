import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createRandomFractions } from '../src/demo/pseudo-random.ts'
import type { ImportReport } from '../src/import/runs/import-report.ts'
import { testEngine } from '../test/kit/engines/engines.ts'
import { scratchFolder } from '../test/kit/processes/serve.ts'
import { readCalendarContent, runAlmanacCommand, runAndKill } from './backup/commands.ts'
import type { Outcome, Trial, TrialOptions } from './trial.ts'

const ROUNDS = 20
const SMOKE_ROUNDS = 2
const EVENTS = 3000
/** Imports are killed at a random time up to this; their start takes a part of it. */
const KILL_MS_MAX = 4000

export const imports: Trial = {
  name: 'import',
  promise:
    'An import that is killed again and again brings the same records as one that is not, each once, and a dry run reports what it would bring.',
  async run(options): Promise<Outcome> {
    const kit = testEngine(options.engine)
    const { folder, remove } = scratchFolder()
    const newEnv = async (name: string) => ({ DATABASE_URL: await kit.url(), DATA_DIR: join(folder, name) })
    const exported = join(folder, 'export')
    const file = join(exported, 'calendar.ndjson')
    const violations: string[] = []
    try {
      const events = String(options.isSmoke ? EVENTS / 10 : EVENTS)
      const origin = await newEnv('origin')
      await runAlmanacCommand(origin, ['demo', '--events', events])
      await runAlmanacCommand(origin, ['export', exported])
      const [calm, killed] = [await newEnv('calm'), await newEnv('killed')]
      for (const env of [calm, killed])
        await runAlmanacCommand(env, ['users', 'add', 'admin', '--role', 'administrator'])
      const dry = await runImportCommand(calm, file, ['--dry-run'])
      const real = await runImportCommand(calm, file)
      if (!isDeepStrictEqual(dry.counts, real.counts)) violations.push('the dry run reported other numbers')
      const kills = await killImports(options, killed, file)
      const last = await runImportCommand(killed, file)
      const repeated = await runImportCommand(killed, file)
      if (last.state !== 'finished') violations.push(`the import ended as ${last.state}`)
      if (
        Object.values(repeated.counts).some(
          ({ created = 0, updated = 0, refused = 0 }) => created + updated + refused > 0,
        )
      )
        violations.push('another import wrote records')
      const [wanted, found] = await Promise.all([calm, killed].map((env) => readCalendarContent(env.DATABASE_URL)))
      if (wanted?.digest !== found?.digest) violations.push('the records differ from those of an import without kills')
      violations.push(...(found?.broken ?? []))
      return { figures: { kills, events: found?.events.size ?? 0, runs: last.run }, violations }
    } finally {
      await kit.close()
      remove()
    }
  },
}

type Env = Record<'DATABASE_URL' | 'DATA_DIR', string>

/** Runs an import to its end. @returns its report */
async function runImportCommand(env: Env, file: string, flags: string[] = []): Promise<ImportReport> {
  const report = `${file}.report.json`
  const { said } = await runAlmanacCommand(env, ['import', 'json', file, '--report', report, ...flags])
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    throw new Error(`no report of the import: ${said}`)
  }
}

/** @returns the number of imports that were killed */
async function killImports({ rounds, isSmoke, seed, logStep }: TrialOptions, env: Env, file: string): Promise<number> {
  const random = createRandomFractions(seed)
  const kills = rounds ?? (isSmoke ? SMOKE_ROUNDS : ROUNDS)
  for (let round = 1; round <= kills; round += 1) {
    logStep(`kill ${round} of ${kills}`)
    await runAndKill(env, ['import', 'json', file], KILL_MS_MAX * random())
  }
  return kills
}
