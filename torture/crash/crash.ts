import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { checkDatabase } from '../../src/check/check.ts'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { connectionTo } from '../../test/kit/processes/connection.ts'
import { eventually } from '../../test/kit/processes/serve.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { writeUntilStopped } from './actions.ts'
import type { CrashClient, WriteCounts } from './client.ts'
import { compareWithFreshServer } from './compare-caches.ts'
import { type CrashSite, openCrashSite } from './site.ts'
import { type UnansweredOutcomes, verifyClient } from './verify.ts'

const ROUNDS = 100
const ROUNDS_SMOKE = 4
const CLIENTS = 10
/** Of writing before the fault. */
const WRITE_MS = [100, 700] as const
/** And after it, where a server is left. */
const AFTER_MS = 150
/** Then the calendar is begun anew: what is looked at in each round grows. */
const ROUNDS_A_DATABASE = 20
/** Records of earlier rounds that are looked at again. */
const OLDER_MAX = 60
const VIOLATIONS_MAX = 20
const MAIN = join(import.meta.dirname, '../../bin/almanac.js')

export const crash: Trial = {
  name: 'crash',
  promise: 'Processes killed in the midst of writes lose nothing that was answered, and leave nothing half done.',
  run,
}

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
  const course: CrashRun = {
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
    for (let round = 1; round <= rounds && course.violations.length < VIOLATIONS_MAX; round += 1) {
      await playRound(course, round)
      if (round % 10 === 0) options.logStep(`round ${round} of ${rounds}`)
    }
  } finally {
    await site.close()
  }
  const { tally, fates, struck, violations } = course
  const figures = {
    rounds,
    ...Object.fromEntries(Array.from(struck, ([fault, times]) => [`killed ${fault}`, times])),
    'answered writes': tally.answered,
    'refused writes': tally.refused,
    'unanswered writes': tally.unanswered,
    'of these there whole': fates.whole,
    'of these absent': fates.absent,
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

async function playRound(course: CrashRun, round: number): Promise<void> {
  const { options, site, violations, struck } = course
  const random = createRandom(`${options.seed} ${round}`)
  if (round % ROUNDS_A_DATABASE === 0) {
    await site.stop()
    await site.createDatabase()
    course.clients = []
  }
  let struckNow = 'nothing'
  const say = (problem: string) =>
    violations.push(`round ${round}, ${struckNow} killed, ${site.workers()} workers: ${problem}`)
  try {
    if (!site.isRunning()) await site.start(1 + (round % 3))
    const fault = random.pick(site.faults())
    struckNow = fault
    struck.set(fault, (struck.get(fault) ?? 0) + 1)
    const clients = await write(course, round, random, fault)
    for (const problem of clients.flatMap(({ problems }) => problems.splice(0))) say(problem)
    if (!site.isRunning()) await site.start(1 + ((round + 1) % 3))
    for (const problem of await verify(course, clients, random)) say(problem)
    for (const problem of await compareWithFreshServer(site)) say(problem)
    for (const { name, broken } of await checkDatabase(site.url))
      if (broken.length > 0) say(`${name}: ${JSON.stringify(broken)}`)
  } catch (error) {
    say(`the round did not end: ${error instanceof Error ? error.stack : error}`)
    await site.stop()
  }
}

/** All write until the fault, and some time after it. */
async function write(
  course: CrashRun,
  round: number,
  random: Random,
  fault: Parameters<CrashSite['killNow']>[0],
): Promise<CrashClient[]> {
  const { options, site, pictures, tally } = course
  let stopped = false
  const clients = Array.from({ length: CLIENTS }, (_, nth): CrashClient => {
    const name = String.fromCharCode(97 + nth)
    const owned = course.clients[nth]?.owned ?? []
    const isStopped = () => stopped
    const settings = nth === 0 ? (course.clients[0]?.settings ?? { title: 'Almanac' }) : undefined
    const shared = { tally, pictures, isStopped, settings, problems: [], unansweredCreates: [] }
    return {
      name,
      owned,
      random: createRandom(`${options.seed} ${round} ${name}`),
      connection: connectionTo(site.origin(), 'administrator'),
      ...shared,
    }
  })
  course.clients = clients
  const readers = [1, 2].map(() => readOn(site.origin(), () => stopped))
  const load = random.chance(0.25) ? startLoad(site, round) : undefined
  const writing = Promise.all([...clients.map(writeUntilStopped), ...readers])
  try {
    // Passwords are slow to prove at first.
    const begun = tally.answered
    await eventually(() => tally.answered >= begun + CLIENTS, 'writes are answered')
    await sleep(random.integer(...WRITE_MS))
    const struck = site.killNow(fault, random)
    // Where no server is left, nobody can be asked.
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

/** Guests who look on: what they are answered is kept, and scheduled events come out. */
async function readOn(origin: string, isStopped: () => boolean): Promise<void> {
  const line = connectionTo(origin)
  while (!isStopped()) {
    const answer = await line.send('GET', '/events?start_date=2031-01-01&end_date=2031-12-31').catch(() => undefined)
    if (!answer) await sleep(20)
  }
  line.close()
}

/** Many events at once, from another process. */
const startLoad = ({ url, folder }: CrashSite, round: number) =>
  spawn(process.execPath, [MAIN, 'demo', '--events', '3000', '--seed', String(round)], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder },
    stdio: 'ignore',
  })

async function verify(course: CrashRun, clients: readonly CrashClient[], random: Random): Promise<string[]> {
  const { site, fates } = course
  const wrong = clients.map(async (client) => {
    const line = connectionTo(site.origin(), 'administrator')
    // Ids rise, so the newest are last.
    const older = client.owned.slice(0, -OLDER_MAX).filter(({ unanswered }) => !unanswered && random.chance(0.1))
    const newer = client.owned.slice(-OLDER_MAX)
    const open = client.owned.slice(0, -OLDER_MAX).filter((record) => record.unanswered)
    try {
      return await verifyClient(client, line, [...older, ...newer, ...open], fates)
    } finally {
      line.close()
    }
  })
  return (await Promise.all(wrong)).flat()
}
