import { setTimeout as sleep } from 'node:timers/promises'
import { deriveFormTokenOfSession, startSession } from '../../src/accounts/session-store.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createPseudoRandom, type Random } from '../../src/demo/pseudo-random.ts'
import { connectionTo } from '../../test/kit/processes/connection.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { type CrashSite, openCrashSite } from './site.ts'

const ROUNDS = 30
const ROUNDS_SMOKE = 3
const EVENTS = 600
const EVENTS_SMOKE = 40
/** Time from the request to the kill, at most: an edit of all events takes about as long. */
const DELAY_MAX_MS = 1500
const DAY_MS = 86_400_000

export const bulk: Trial = {
  name: 'bulk',
  promise: 'Killing the server during a bulk edit on an admin page leaves all of its events changed, or none.',
  run,
}

interface Counts {
  all: number
  none: number
  answered: number
}

async function run(options: TrialOptions): Promise<Outcome> {
  const rounds = options.rounds ?? (options.isSmoke ? ROUNDS_SMOKE : ROUNDS)
  const counts: Counts = { all: 0, none: 0, answered: 0 }
  const violations: string[] = []
  const site = await openCrashSite(options)
  try {
    await site.start(1)
    await createEvents(site, options.isSmoke ? EVENTS_SMOKE : EVENTS)
    for (let round = 1; round <= rounds; round += 1) {
      const problem = await playRound(site, createPseudoRandom(`${options.seed} bulk ${round}`), counts)
      if (problem) violations.push(`round ${round}: ${problem}`)
      if (round % 10 === 0) options.logStep(`round ${round} of ${rounds}`)
    }
  } finally {
    await site.close()
  }
  const { all, none, answered } = counts
  return {
    figures: { rounds, 'all changed': all, 'none changed': none, 'answered before the kill': answered },
    violations,
  }
}

async function createEvents(site: CrashSite, count: number): Promise<void> {
  const connection = connectionTo(site.origin())
  for (let number = 0; number < count; number += 1) {
    const dates = { start_date: '2031-03-01 10:00:00', end_date: '2031-03-01 11:00:00' }
    await connection.send('POST', '/events', { title: `Event ${number}`, ...dates })
  }
  connection.close()
}

/** Moves all events by a day, kills the server meanwhile, and reads the events again. @returns what is wrong */
async function playRound(site: CrashSite, random: Random, counts: Counts): Promise<string | undefined> {
  if (!site.isRunning()) await site.start(1)
  const db = await openDatabase(site.url)
  const before = await startDays(db)
  const token = await startAdministratorSession(db)
  const ids = (await db.all<{ id: number }>(sql`SELECT id FROM event ORDER BY id`)).map(({ id }) => id)
  await db.close()
  if (before.size !== 1) return `the events start on ${before.size} days`
  const answer = moveEvents(site, token, ids).then(
    (status) => status,
    () => undefined,
  )
  await sleep(random.integer(1, DELAY_MAX_MS))
  await site.killNow('the server', random)
  const status = await answer
  await site.start(1)
  const reopened = await openDatabase(site.url)
  const after = await startDays(reopened)
  await reopened.close()
  return judge(before, after, status, counts)
}

function judge(
  before: Set<string>,
  after: Set<string>,
  status: number | undefined,
  counts: Counts,
): string | undefined {
  if (after.size !== 1) return `a part of the events was moved: they start on ${[...after].join(' and ')}`
  const [from = '', to = ''] = [...before, ...after]
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (status === 303) counts.answered += 1
  else if (status !== undefined) return `the edit was answered with ${status}`
  if (days === 1) counts.all += 1
  else if (days === 0 && status === undefined) counts.none += 1
  else return `the events moved by ${days} days, and the answer was ${status ?? 'none'}`
  return undefined
}

/** The days on which the events start. */
async function startDays(db: Database): Promise<Set<string>> {
  const rows = await db.all<{ start_local: string }>(sql`SELECT DISTINCT start_local FROM event`)
  return new Set(rows.map(({ start_local }) => start_local.slice(0, 10)))
}

async function startAdministratorSession(db: Database): Promise<string> {
  const account = await db.get<{ id: number }>(sql`SELECT id FROM account WHERE role = 'administrator'`)
  return db.transaction((tx) => startSession(tx, account?.id as number, 'trial', Math.floor(Date.now() / 1000)))
}

/** Applies the bulk edit as the last step of the admin page does. @returns the status of the answer */
async function moveEvents(site: CrashSite, token: string, ids: readonly number[]): Promise<number> {
  const body = new URLSearchParams({
    form_token: deriveFormTokenOfSession(token),
    ids: ids.join(),
    move_days: '1',
    step: 'apply',
  })
  const headers = { cookie: `almanac=${token}`, origin: site.origin() }
  const address = `${site.origin()}/admin/events/bulk`
  return (await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })).status
}
