import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { checkAllInvariantsOfDatabase } from '../../src/check/check-database.ts'
import { createPseudoRandom, type Random } from '../../src/demo/pseudo-random.ts'
import { eventually } from '../../test/kit/eventually.ts'
import { connectionTo } from '../../test/kit/processes/connection.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { writeUntilStopped } from './actions.ts'
import type { CrashClient, WriteCounts } from './client.ts'
import { compareWithFreshServer } from './compare-caches.ts'
import { patientConnection } from './patient-connection.ts'
import { CRASH_SITE_TITLE, type CrashSite, openCrashSite } from './site.ts'
import { type UnansweredOutcomes, verifyClient } from './verify.ts'

const ROUNDS = 100
const ROUNDS_SMOKE = 4
const CLIENTS = 10
/** Duration of writes before the fault: minimum and maximum. */
const WRITE_MS = [100, 700] as const
/** Duration of writes after the fault, if a server still runs. */
const AFTER_MS = 150
/** After this many rounds a new database is used: verification time grows with its size. */
const ROUNDS_PER_DATABASE = 20
/** Number of older records per client that are verified again. */
const OLDER_MAX = 60
const VIOLATIONS_MAX = 20
const MAIN = join(import.meta.dirname, '../../bin/almanac.js')

export const crash: Trial = {
  name: 'crash',
  promise: 'Killing processes during writes loses no confirmed write and leaves no partial one.',
  run,
}

/** State of a run over all rounds. */
interface CrashRun {
  options: TrialOptions
  site: CrashSite
  pictures: readonly Buffer[]
  tally: WriteCounts
  fates: UnansweredOutcomes
  struck: Map<string, number>
  violations: string[]
  clients: CrashClient[]
}

async function run(options: TrialOptions): Promise<Outcome> {
  const rounds = options.rounds ?? (options.isSmoke ? ROUNDS_SMOKE : ROUNDS)
  const site = await openCrashSite(options)
  const crashRun: CrashRun = {
    options,
    site,
    pictures: await Promise.all([20, 60, 200].map(picture)),
    tally: { answered: 0, refused: 0, unanswered: 0 },
    fates: { whole: 0, absent: 0 },
    struck: new Map(),
    violations: [],
    clients: [],
  }
  try {
    for (let round = 1; round <= rounds && crashRun.violations.length < VIOLATIONS_MAX; round += 1) {
      await playRound(crashRun, round)
      if (round % 10 === 0) options.logStep(`round ${round} of ${rounds}`)
    }
  } finally {
    await site.close()
  }
  const { tally, fates, struck, violations } = crashRun
  const figures = {
    rounds,
    ...Object.fromEntries(Array.from(struck, ([fault, times]) => [`killed ${fault}`, times])),
    'confirmed writes': tally.answered,
    'rejected writes': tally.refused,
    'unanswered writes': tally.unanswered,
    'of these committed': fates.whole,
    'of these not committed': fates.absent,
  }
  return { figures, violations }
}

const picture = (size: number) =>
  sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 90, sigma: 40 },
    },
  })
    .png()
    .toBuffer()

async function playRound(crashRun: CrashRun, round: number): Promise<void> {
  const { options, site, violations, struck } = crashRun
  const random = createPseudoRandom(`${options.seed} ${round}`)
  if (round % ROUNDS_PER_DATABASE === 0) {
    await site.stop()
    await site.createDatabase()
    crashRun.clients = []
  }
  let currentFault = 'nothing'
  const report = (problem: string) =>
    violations.push(`round ${round}, ${currentFault} killed, ${site.workers()} workers: ${problem}`)
  try {
    if (!site.isRunning()) await site.start(1 + (round % 3))
    const fault = random.pick(site.faults())
    currentFault = fault
    struck.set(fault, (struck.get(fault) ?? 0) + 1)
    const clients = await write(crashRun, round, random, fault)
    for (const problem of clients.flatMap(({ problems }) => problems.splice(0))) report(problem)
    if (!site.isRunning()) await site.start(1 + ((round + 1) % 3))
    for (const problem of await verify(crashRun, clients, random)) report(problem)
    for (const problem of await compareWithFreshServer(site, options)) report(problem)
    for (const { name, broken } of await checkAllInvariantsOfDatabase(site.url))
      if (broken.length > 0) report(`${name}: ${JSON.stringify(broken)}`)
  } catch (error) {
    report(`the round failed: ${error instanceof Error ? error.stack : error}`)
    await site.stop()
  }
}

/** Runs writing clients until the fault and some time after it. */
async function write(
  crashRun: CrashRun,
  round: number,
  random: Random,
  fault: Parameters<CrashSite['killNow']>[0],
): Promise<CrashClient[]> {
  const { options, site, pictures, tally } = crashRun
  let stopped = false
  const clients = Array.from({ length: CLIENTS }, (_, nth): CrashClient => {
    const name = String.fromCharCode(97 + nth)
    const { owned = [], families = [] } = crashRun.clients[nth] ?? {}
    const isStopped = () => stopped
    const settings = nth === 0 ? (crashRun.clients[0]?.settings ?? { title: CRASH_SITE_TITLE }) : undefined
    const shared = { tally, pictures, isStopped, settings, problems: [], unansweredCreates: [] }
    return {
      name,
      owned,
      families,
      random: createPseudoRandom(`${options.seed} ${round} ${name}`),
      connection: connectionTo(site.origin(), 'administrator'),
      ...shared,
    }
  })
  crashRun.clients = clients
  const readers = [1, 2].map(() => readUntilStopped(site.origin(), () => stopped))
  const load = random.chance(0.25) ? startBulkLoad(site, round) : undefined
  const writing = Promise.all([...clients.map(writeUntilStopped), ...readers])
  try {
    // The first requests wait for password verification.
    const begun = tally.answered
    await eventually(() => tally.answered >= begun + CLIENTS, 'writes are answered')
    await sleep(random.integer(...WRITE_MS))
    const struck = site.killNow(fault, random)
    // Without a running server, clients cannot continue.
    if (!site.isRunning()) stopped = true
    if (fault === 'a worker') await sleep(AFTER_MS)
    await struck
    if (fault === 'PostgreSQL') await sleep(AFTER_MS)
  } finally {
    load?.kill('SIGKILL')
    stopped = true
    await writing
  }
  for (const { connection } of clients) connection.close()
  return clients
}

/** Reads anonymously until stopped, so that responses are cached and scheduled events are published. */
async function readUntilStopped(origin: string, isStopped: () => boolean): Promise<void> {
  const connection = connectionTo(origin)
  while (!isStopped()) {
    const answer = await connection
      .send('GET', '/events?start_date=2031-01-01&end_date=2031-12-31')
      .catch(() => undefined)
    if (!answer) await sleep(20)
  }
  connection.close()
}

/** Loads many events from another process. */
const startBulkLoad = ({ url, folder }: CrashSite, round: number) =>
  spawn(process.execPath, [MAIN, 'demo', '--events', '3000', '--seed', String(round)], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder },
    stdio: 'ignore',
  })

async function verify(crashRun: CrashRun, clients: readonly CrashClient[], random: Random): Promise<string[]> {
  const { site, fates } = crashRun
  const wrong = clients.map(async (client) => {
    const connection = patientConnection(connectionTo(site.origin(), 'administrator'))
    // Ids increase, so the newest records are last.
    const older = client.owned.slice(0, -OLDER_MAX).filter(({ unanswered }) => !unanswered && random.chance(0.1))
    const newer = client.owned.slice(-OLDER_MAX)
    const open = client.owned.slice(0, -OLDER_MAX).filter((record) => record.unanswered)
    try {
      return await verifyClient(client, connection, [...older, ...newer, ...open], fates)
    } finally {
      connection.close()
    }
  })
  return (await Promise.all(wrong)).flat()
}
