import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { raw, sql } from '../src/db/database.ts'
import { listTablesToMove } from '../src/db/move/tables-to-move.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { createRandomFractionGenerator } from '../src/demo/pseudo-random.ts'
import { testEngine } from '../test/kit/engines/engines.ts'
import { scratchFolder } from '../test/kit/processes/serve.ts'
import { readCalendarContent, runAlmanacCommand, runAndKill } from './backup/commands.ts'
import type { Outcome, Trial, TrialOptions } from './trial.ts'

const KILLS = 10
const SMOKE_KILLS = 1
const EVENTS = 3000
/** Moves are killed at a random time up to this; their start takes a part of it. */
const KILL_MS_MAX = 6000

export const move: Trial = {
  name: 'move',
  promise:
    'A calendar that is moved to the other engine and back has all rows that it had, and a move that is killed leaves an empty database.',
  async run(options): Promise<Outcome> {
    const { engine, isSmoke, logStep } = options
    const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'
    const kits = { [engine]: testEngine(engine), [other]: testEngine(other) } as Record<
      Engine,
      ReturnType<typeof testEngine>
    >
    const { folder, remove } = scratchFolder()
    const violations: string[] = []
    try {
      const urls = [await kits[engine].url(), await kits[other].url(), await kits[engine].url()] as const
      const envOf = (url: string) => ({ DATABASE_URL: url, DATA_DIR: join(folder, 'data') })
      logStep('a sample calendar')
      await runAlmanacCommand(envOf(urls[0]), ['demo', '--events', String(isSmoke ? EVENTS / 10 : EVENTS)])
      const before = await hashRows(urls[0])
      let [kills, empty] = [0, 0]
      for (const [from, to] of [
        [urls[0], urls[1]],
        [urls[1], urls[2]],
      ] as const) {
        const killed = await killMoves(options, envOf(from), to, before, violations)
        kills += killed.kills
        empty += killed.empty
        const { said } = await runAlmanacCommand(envOf(from), ['move', '--to', to])
        const differing = differences(before, await hashRows(to))
        if (differing.length > 0) violations.push(`tables that differ after a move: ${differing.join(', ')} ${said}`)
        violations.push(...(await readCalendarContent(to)).broken)
      }
      const tables = Object.keys(before).length
      return { figures: { kills, 'empty after a kill': empty, tables }, violations }
    } finally {
      for (const kit of Object.values(kits)) await kit.close()
      remove()
    }
  },
}

/** Tables into which the migrations insert a row. */
const MIGRATED_TABLES = ['site', 'submission_secret']

/** Kills moves until the planned number is reached, or one has ended before. */
async function killMoves(
  { rounds, isSmoke, seed, logStep }: TrialOptions,
  env: { DATABASE_URL: string; DATA_DIR: string },
  to: string,
  before: RowHashes,
  violations: string[],
): Promise<{ kills: number; empty: number }> {
  const random = createRandomFractionGenerator(seed)
  const kills = rounds ?? (isSmoke ? SMOKE_KILLS : KILLS)
  for (let kill = 1; kill <= kills; kill += 1) {
    logStep(`kill ${kill} of ${kills} of a move to ${new URL(to).protocol.slice(0, -1)}`)
    await runAndKill(env, ['move', '--to', to], KILL_MS_MAX * random())
    const after = await hashRows(to)
    if (Object.entries(after).every(([name, { rows }]) => rows === 0 || MIGRATED_TABLES.includes(name))) continue
    // The move had ended before it was killed: nothing can be moved to this database again.
    const differing = differences(before, after)
    if (differing.length > 0) violations.push(`after kill ${kill} these tables differ: ${differing.join(', ')}`)
    return { kills: kill, empty: kill - 1 }
  }
  return { kills, empty: kills }
}

/** The number of rows of each table and a hash of all of them. */
type RowHashes = Record<string, { rows: number; hash: string }>

const differences = (one: RowHashes, other: RowHashes): string[] =>
  Object.keys({ ...one, ...other }).filter((name) => !isDeepStrictEqual(one[name], other[name]))

/** Reads all tables that a move copies, by its own statements, so that the comparison of the move itself is checked, too. */
async function hashRows(url: string): Promise<RowHashes> {
  const db = await openDatabase(url)
  try {
    const hashes: RowHashes = {}
    for (const { name, columns } of await listTablesToMove(db)) {
      const found = await db.all<Record<string, unknown>>(sql`SELECT * FROM ${raw(name)}`)
      const texts = found
        .map((row) =>
          columns
            .toSorted()
            .map((column) => valueText(row[column]))
            .join('|'),
        )
        .sort()
      hashes[name] = { rows: found.length, hash: createHash('sha256').update(texts.join('\n')).digest('hex') }
    }
    return hashes
  } finally {
    await db.close()
  }
}

const valueText = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value))
