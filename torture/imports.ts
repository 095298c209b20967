import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { createRandomFractionGenerator } from '../src/demo/pseudo-random.ts'
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
      const found = await readCalendarContent(killed.DATABASE_URL)
      const records = await Promise.all([calm, killed].map((env) => readRecords(env.DATABASE_URL)))
      if (!isDeepStrictEqual(records[0], records[1]))
        violations.push('the records differ from those of an import without kills')
      violations.push(...found.broken)
      return { figures: { kills, events: found.events.size, runs: last.run }, violations }
    } finally {
      await kit.close()
      remove()
    }
  },
}

/**
 * Reads events, their texts and tags. Dates of repeated events are named by their event and start, because their ids are new
 * ones: transactions that were rolled back leave gaps in a sequence of PostgreSQL.
 */
async function readRecords(url: string): Promise<string[]> {
  const db = await openDatabase(url)
  try {
    const rows = await db.all<Record<'id' | 'repeat_id' | 'original_start', number | string | null>>(sql`
      SELECT e.id, e.repeat_id, e.original_start, e.status, e.start_local, '' AS language, '' AS title, '' AS text FROM event e
      UNION ALL SELECT e.id, e.repeat_id, e.original_start, '', '', t.language, t.title, t.description
        FROM event e JOIN event_text t ON t.event_id = e.id
      UNION ALL SELECT e.id, e.repeat_id, e.original_start, '', '', t.language, '', t.title
        FROM event e JOIN event_tag l ON l.event_id = e.id JOIN tag_text t ON t.tag_id = l.tag_id`)
    return rows
      .map(({ id, repeat_id, original_start, ...values }) =>
        JSON.stringify([...(repeat_id === null ? [id] : [repeat_id, original_start]), values]),
      )
      .sort()
  } finally {
    await db.close()
  }
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
  const random = createRandomFractionGenerator(seed)
  const kills = rounds ?? (isSmoke ? SMOKE_ROUNDS : ROUNDS)
  for (let round = 1; round <= kills; round += 1) {
    logStep(`kill ${round} of ${kills}`)
    await runAndKill(env, ['import', 'json', file], KILL_MS_MAX * random())
  }
  return kills
}
