import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAllInvariantsOfDatabase } from '../../src/check/check-database.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { administer } from '../../test/kit/engines/engines.ts'
import type { CopiedEvent } from './writers.ts'

const MAIN = join(import.meta.dirname, '../../bin/almanac.js')
const POLL_MS = 50
/** Sample size of the checks that recompute texts: rows are compared completely, so a sample is enough. */
const TEXTS_MAX = 200

type Env = Record<string, string>

function start(env: Env, argv: string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...argv], {
    env: { PATH: process.env.PATH, ALMANAC_ADMIN_PASSWORD: 'test password', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Runs an `almanac` command until it exits. */
export async function runAlmanacCommand(env: Env, argv: string[]): Promise<{ code: number | null; said: string }> {
  const child = start(env, argv)
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  return { code, said: said.trim() }
}

/** Runs a command and kills it. Waits for programs it has started, such as `pg_restore`. */
export async function runAndKill(env: Env & { DATABASE_URL: string }, argv: string[], afterMs: number): Promise<void> {
  const child = start(env, argv)
  const ended = once(child, 'exit')
  await Promise.race([sleep(afterMs), ended])
  child.kill('SIGKILL')
  await ended
  if (env.DATABASE_URL.startsWith('sqlite:')) return
  await administer(env.DATABASE_URL, async (driver) => {
    const others = () => driver`SELECT 1 FROM pg_stat_activity WHERE application_name = 'almanac backup'`
    while ((await others()).length > 0) await sleep(POLL_MS)
  })
}

/** Content of a database. */
export interface CalendarContent {
  isEmpty: boolean
  /** Failed checks, one sentence each. */
  broken: string[]
  events: Map<number, CopiedEvent>
  logins: string[]
  /** Hash of all event texts, to compare two databases. */
  digest: string
}

/** Reads and checks a database. @param mayBeEmpty accepts a database without tables */
export async function readCalendarContent(url: string, { mayBeEmpty = false } = {}): Promise<CalendarContent> {
  const nothing = { isEmpty: true, broken: [], events: new Map(), logins: [], digest: '' }
  if (mayBeEmpty && (await isEmpty(url))) return nothing
  const findings = await checkAllInvariantsOfDatabase(url, { textsMax: TEXTS_MAX })
  const broken = findings
    .filter((finding) => finding.broken.length > 0)
    .map(({ promise }) => `check failed: ${promise}`)
  const db = await openDatabase(url)
  try {
    const rows = await db.all<{ id: number; status: string; text: string }>(sql`
      SELECT e.id, e.status, t.title AS text, 1 AS part FROM event e JOIN event_text t ON t.event_id = e.id
      UNION ALL SELECT e.id, e.status, t.description, 2 FROM event e JOIN event_text t ON t.event_id = e.id
      UNION ALL SELECT l.event_id, '', t.title, 3 FROM event_tag l JOIN tag_text t ON t.tag_id = l.tag_id ORDER BY 1, 4, 3`)
    const accounts = await db.all<{ login: string }>(sql`SELECT login FROM account`)
    const events = new Map<number, CopiedEvent>()
    for (const { id, status, text } of rows) {
      const event = events.get(id) ?? { id, status, texts: [] }
      event.texts.push(text)
      events.set(id, event)
    }
    const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
    return { isEmpty: false, broken, events, logins: accounts.map(({ login }) => login), digest }
  } finally {
    await db.close()
  }
}

const isEmpty = (url: string): Promise<boolean> =>
  administer(url, async (driver) => {
    const tables = await driver`SELECT 1 FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
    return tables.length === 0
  })
