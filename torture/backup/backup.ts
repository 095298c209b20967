import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandomFractionGenerator } from '../../src/demo/pseudo-random.ts'
import { testEngine } from '../../test/kit/engines/engines.ts'
import { scratchFolder, serve } from '../../test/kit/processes/serve.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { type CalendarContent, readCalendarContent, runAlmanacCommand, runAndKill } from './commands.ts'
import { startWriters, type WriteLog } from './writers.ts'

const ROUNDS = 30
const SMOKE_ROUNDS = 1
/** Sample events, so that a backup takes a while. */
const EVENTS = 2000
/** Processes are killed at a random time up to this; their start takes about a third of it. */
const KILL_MS_MAX = 1200
const WARM_MS = 300

/** Environment that names a database. */
type CalendarEnv = Record<'DATABASE_URL' | 'DATA_DIR', string>

/** State of a run over all rounds. */
interface BackupRun {
  options: TrialOptions
  env: CalendarEnv
  folder: string
  book: WriteLog
  kit: ReturnType<typeof testEngine>
  violations: string[]
  counts: Record<'backups' | 'restores' | 'killed backups' | 'killed restores', number>
}

export const backup: Trial = {
  name: 'backup',
  promise:
    'A backup made during writes is a complete snapshot or absent, and so is a restored database, even when a process is killed.',
  async run(options): Promise<Outcome> {
    const kit = testEngine(options.engine)
    const { folder, remove } = scratchFolder()
    const env = { DATABASE_URL: await kit.url(), DATA_DIR: join(folder, 'data') }
    await runAlmanacCommand(env, ['demo', '--events', String(options.isSmoke ? EVENTS / 10 : EVENTS)])
    const served = await serve({ ...env, WORKERS: '2' })
    const writers = startWriters(served.origin)
    const counts = { backups: 0, restores: 0, 'killed backups': 0, 'killed restores': 0 }
    const backupRun: BackupRun = { options, env, folder, book: writers.log, kit, violations: [], counts }
    try {
      const rounds = options.rounds ?? (options.isSmoke ? SMOKE_ROUNDS : ROUNDS)
      const random = createRandomFractionGenerator(options.seed)
      for (let round = 1; round <= rounds; round += 1) {
        await playRound(backupRun, round, random)
      }
      options.logStep('stopping the writers')
      const { answered, refused, during, otherwise } = await writers.stop()
      if (refused > 0) backupRun.violations.push(`${refused} writes failed while backups were made`)
      return {
        figures: {
          rounds,
          ...counts,
          'confirmed writes': answered,
          'write during a backup, median ms': during.median,
          'write during a backup, slowest ms': during.slowest,
          'other write, median ms': otherwise.median,
          'other write, slowest ms': otherwise.slowest,
        },
        violations: backupRun.violations,
      }
    } finally {
      await writers.stop()
      options.logStep('stopping the server')
      served.child.kill('SIGTERM')
      await served.ended
      await kit.close()
      remove()
    }
  },
}

async function playRound(backupRun: BackupRun, round: number, random: () => number): Promise<void> {
  const { folder, env, book, counts, violations, options } = backupRun
  const logStep = (step: string) => options.logStep(`round ${round}: ${step}`)
  await sleep(WARM_MS)
  const file = join(folder, `${round}.backup`)
  const before = book.answered()
  logStep('backup')
  const made = await book.during(() => runAlmanacCommand(env, ['backup', file]))
  const after = book.sent()
  counts.backups += 1
  if (made.code !== 0) return void violations.push(`round ${round}: backup failed: ${made.said}`)

  const place = await createEmptyDatabase(backupRun, round)
  logStep('restore')
  const restored = await runAlmanacCommand(place, ['restore', file])
  counts.restores += 1
  if (restored.code !== 0) return void violations.push(`round ${round}: restore failed: ${restored.said}`)
  const calendar = await readCalendarContent(place.DATABASE_URL)
  report(backupRun, round, [...calendar.broken, ...book.findProblems(calendar.events, before, after)])

  logStep('killed backup')
  await killBackup(backupRun, round, random)
  logStep('killed restore')
  await killRestore(backupRun, round, random, file, { place, old: calendar })
  for (const name of [file, `${file}-killed`]) rmSync(name, { force: true })
}

const report = ({ violations }: BackupRun, round: number, sentences: readonly string[]) =>
  violations.push(...sentences.map((sentence) => `round ${round}: ${sentence}`))

async function createEmptyDatabase({ kit, folder }: BackupRun, round: number) {
  return { DATABASE_URL: await kit.url(), DATA_DIR: join(folder, `place-${round}`) }
}

/** Kills a backup: the file must be complete or absent, and another backup must succeed. */
async function killBackup(backupRun: BackupRun, round: number, random: () => number): Promise<void> {
  const { env, folder, book, counts } = backupRun
  const file = join(folder, `${round}.backup-killed`)
  const before = book.answered()
  await runAndKill(env, ['backup', file], random() * KILL_MS_MAX)
  counts['killed backups'] += 1
  const again = await runAlmanacCommand(env, ['backup', file])
  const after = book.sent()
  if (again.code !== 0 && !/already exists/.test(again.said))
    report(backupRun, round, [`second backup failed: ${again.said}`])
  const place = await createEmptyDatabase(backupRun, round)
  const restored = await runAlmanacCommand(place, ['restore', file])
  if (restored.code !== 0)
    return void report(backupRun, round, [`a killed backup left an invalid file: ${restored.said}`])
  const { broken, events } = await readCalendarContent(place.DATABASE_URL)
  report(backupRun, round, [...broken, ...book.findProblems(events, before, after)])
}

/** Kills a restore: the database must be the old one or the complete backup; on PostgreSQL empty or the complete backup. */
async function killRestore(
  backupRun: BackupRun,
  round: number,
  random: () => number,
  file: string,
  { place, old }: { place: CalendarEnv; old: CalendarContent },
): Promise<void> {
  const isSqlite = backupRun.options.engine === 'sqlite'
  const target = isSqlite ? place : await createEmptyDatabase(backupRun, round)
  const force = isSqlite ? ['--force'] : []
  // A difference between the database and the backup, to distinguish them.
  if (isSqlite) await runAlmanacCommand(target, ['users', 'add', 'witness', '--role', 'subscriber'])
  await runAndKill(target, ['restore', file, ...force], random() * KILL_MS_MAX)
  backupRun.counts['killed restores'] += 1
  const left = await readCalendarContent(target.DATABASE_URL, { mayBeEmpty: !isSqlite })
  report(backupRun, round, left.broken)
  if (left.isEmpty) {
    const again = await runAlmanacCommand(target, ['restore', file])
    if (again.code !== 0) report(backupRun, round, [`restore after a killed one failed: ${again.said}`])
  } else if (left.digest !== old.digest && !(isSqlite && left.logins.includes('witness'))) {
    report(backupRun, round, ['after a killed restore the database is neither the old one nor the backup'])
  }
}
