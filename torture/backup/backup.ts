import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testEngine } from '../../test/kit/engines/engines.ts'
import { scratchFolder, serve } from '../../test/kit/processes/serve.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { type CalendarContent, readCalendarContent, runAlmanacCommand, runAndKill } from './commands.ts'
import { startWriters, type WriteLog } from './writers.ts'

const ROUNDS = 30
const SMOKE_ROUNDS = 1
/** Before the writers, so that a copy takes a while. */
const EVENTS = 2000
/** A process is killed somewhere in this time: its start takes the first third. */
const KILL_MS_MAX = 1200
const WARM_MS = 300

/** Where a calendar is. */
type Place = Record<'DATABASE_URL' | 'DATA_DIR', string>

interface BackupRun {
  options: TrialOptions
  env: Place
  folder: string
  book: WriteLog
  kit: ReturnType<typeof testEngine>
  violations: string[]
  counts: Record<'backups' | 'restores' | 'killed backups' | 'killed restores', number>
}

export const backup: Trial = {
  name: 'backup',
  promise:
    'A backup made during writes is the calendar of one moment, whole or absent, and so is what it is restored to, whoever is killed.',
  async run(options): Promise<Outcome> {
    const kit = testEngine(options.engine)
    const { folder, remove } = scratchFolder()
    const env = { DATABASE_URL: await kit.url(), DATA_DIR: join(folder, 'data') }
    await runAlmanacCommand(env, ['demo', '--events', String(options.isSmoke ? EVENTS / 10 : EVENTS)])
    const served = await serve({ ...env, WORKERS: '2' })
    const writers = startWriters(served.origin)
    const counts = { backups: 0, restores: 0, 'killed backups': 0, 'killed restores': 0 }
    const stage: BackupRun = { options, env, folder, book: writers.log, kit, violations: [], counts }
    try {
      const rounds = options.rounds ?? (options.isSmoke ? SMOKE_ROUNDS : ROUNDS)
      const random = randomOf(options.seed)
      for (let round = 1; round <= rounds; round += 1) {
        options.logStep(`round ${round} of ${rounds}`)
        await playRound(stage, round, random)
      }
      const { answered, refused, during, otherwise } = await writers.stop()
      if (refused > 0) stage.violations.push(`${refused} writes failed while backups were made`)
      return {
        figures: {
          rounds,
          ...counts,
          'answered writes': answered,
          'a write during a backup takes, ms (median)': during.median,
          'the slowest of them': during.slowest,
          'otherwise (median)': otherwise.median,
          'the slowest of those': otherwise.slowest,
        },
        violations: stage.violations,
      }
    } finally {
      await writers.stop()
      served.child.kill('SIGTERM')
      await served.ended
      await kit.close()
      remove()
    }
  },
}

async function playRound(stage: BackupRun, round: number, random: () => number): Promise<void> {
  const { folder, env, book, counts, violations } = stage
  await sleep(WARM_MS)
  const file = join(folder, `${round}.backup`)
  const before = book.answered()
  const made = await book.during(() => runAlmanacCommand(env, ['backup', file]))
  const after = book.sent()
  counts.backups += 1
  if (made.code !== 0) return void violations.push(`round ${round}: no backup: ${made.said}`)

  const place = await emptyPlace(stage, round)
  const restored = await runAlmanacCommand(place, ['restore', file])
  counts.restores += 1
  if (restored.code !== 0) return void violations.push(`round ${round}: not restored: ${restored.said}`)
  const calendar = await readCalendarContent(place.DATABASE_URL)
  complain(stage, round, [...calendar.broken, ...book.wrongIn(calendar.events, before, after)])

  await killBackup(stage, round, random)
  await killRestore(stage, round, random, file, { place, old: calendar })
  for (const name of [file, `${file}-killed`]) rmSync(name, { force: true })
}

const complain = ({ violations }: BackupRun, round: number, sentences: readonly string[]) =>
  violations.push(...sentences.map((sentence) => `round ${round}: ${sentence}`))

async function emptyPlace({ kit, folder }: BackupRun, round: number) {
  return { DATABASE_URL: await kit.url(), DATA_DIR: join(folder, `place-${round}`) }
}

/** What has the name of a backup is one, and it can be made again. */
async function killBackup(stage: BackupRun, round: number, random: () => number): Promise<void> {
  const { env, folder, book, counts } = stage
  const file = join(folder, `${round}.backup-killed`)
  const before = book.answered()
  await runAndKill(env, ['backup', file], random() * KILL_MS_MAX)
  counts['killed backups'] += 1
  const again = await runAlmanacCommand(env, ['backup', file])
  const after = book.sent()
  if (again.code !== 0 && !/is there already/.test(again.said))
    complain(stage, round, [`not made again: ${again.said}`])
  const place = await emptyPlace(stage, round)
  const restored = await runAlmanacCommand(place, ['restore', file])
  if (restored.code !== 0) return void complain(stage, round, [`a killed backup is no copy: ${restored.said}`])
  const { broken, events } = await readCalendarContent(place.DATABASE_URL)
  complain(stage, round, [...broken, ...book.wrongIn(events, before, after)])
}

/** Where there was a calendar is that one, or the whole of the copy; on PostgreSQL nothing, or the whole. */
async function killRestore(
  stage: BackupRun,
  round: number,
  random: () => number,
  file: string,
  { place, old }: { place: Place; old: CalendarContent },
): Promise<void> {
  const isSqlite = stage.options.engine === 'sqlite'
  const target = isSqlite ? place : await emptyPlace(stage, round)
  const force = isSqlite ? ['--force'] : []
  // Another than the copy, to tell them apart.
  if (isSqlite) await runAlmanacCommand(target, ['users', 'add', 'witness', '--role', 'subscriber'])
  await runAndKill(target, ['restore', file, ...force], random() * KILL_MS_MAX)
  stage.counts['killed restores'] += 1
  const left = await readCalendarContent(target.DATABASE_URL, { mayBeEmpty: !isSqlite })
  complain(stage, round, left.broken)
  if (left.isEmpty) {
    const again = await runAlmanacCommand(target, ['restore', file])
    if (again.code !== 0) complain(stage, round, [`cannot be restored after all: ${again.said}`])
  } else if (left.digest !== old.digest && !(isSqlite && left.logins.includes('witness'))) {
    complain(stage, round, ['after a killed restore there is neither the one calendar nor the other'])
  }
}

/** Mulberry32: the same seed, the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
