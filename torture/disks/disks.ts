import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { checkAllInvariantsOfDatabase } from '../../src/check/check-database.ts'
import { type Connection, connectionTo } from '../../test/kit/processes/connection.ts'
import { type Served, serve } from '../../test/kit/processes/serve.ts'
import { findByToken } from '../crash/records.ts'
import { type Outcome, type Trial, type TrialOptions, timeLimitMs } from '../trial.ts'
import { type DiskFault, type DiskSetup, openPostgresDiskSetup, openSqliteDiskSetup } from './setups.ts'

const WORKERS = '2'
const CONNECTIONS = 4
/** Duration of a fault. */
const FAULT_MS = 2_000
/**
 * A full disk refuses no write before the pages that the database has reserved are full, which takes long on a busy
 * machine.
 */
const FIRST_REFUSAL_MAX_MS = 30_000
/** A write waits up to 5 s for a lock, after waiting as long for an earlier write. */
const ANSWER_MAX_MS = 12_000
const RECOVERY_MAX_MS = 10_000

export const disks: Trial = {
  name: 'disks',
  promise:
    'On a full or read-only disk, under a lock of another program, or without the database file, writes get 503 within bounded time, reads continue, no write is partial, and the server recovers by itself.',
  run,
}

async function run(options: TrialOptions): Promise<Outcome> {
  const setup = options.engine === 'sqlite' ? openSqliteDiskSetup() : await openPostgresDiskSetup()
  const figures: Record<string, string> = setup.skippedFault
    ? { [setup.skippedFault]: 'skipped: this user may not mount a disk' }
    : {}
  const violations: string[] = []
  try {
    for (const fault of setup.faults) {
      options.logStep(fault.name)
      const { said, wrong } = await testFault(setup, fault, options)
      figures[fault.name] = said
      violations.push(...wrong.map((problem) => `${fault.name}: ${problem}`))
    }
  } finally {
    await setup.close()
  }
  return { figures, violations }
}

/** Observations of clients during a fault. */
interface DiskObservations {
  /** Unique words of the created events. */
  answered: string[]
  refused: string[]
  slowestMs: number
  wrong: string[]
}

async function testFault(
  setup: DiskSetup,
  fault: DiskFault,
  options: TrialOptions,
): Promise<{ said: string; wrong: string[] }> {
  let served = await serve({ DATA_DIR: setup.dataDir, DATABASE_URL: setup.url, WORKERS })
  const observed: DiskObservations = { answered: [], refused: [], slowestMs: 0, wrong: [] }
  const { wrong } = observed
  try {
    const picture = await prepare(served, observed)
    await fault.begin()
    await Promise.all(Array.from({ length: CONNECTIONS }, () => writeFor(served, observed)))
    if (observed.slowestMs > timeLimitMs(ANSWER_MAX_MS, options)) {
      wrong.push(`a write took ${Math.round(observed.slowestMs)} ms`)
    }
    if (observed.refused.length === 0) wrong.push('no write failed during the fault')
    if (fault.isReadable !== false) wrong.push(...(await readAll(served, picture)))
    await fault.end()
    if (fault.needsRestart) {
      await stop(served)
      served = await serve({ DATA_DIR: setup.dataDir, DATABASE_URL: setup.url, WORKERS })
    }
    const recoveredMs = await recovery(served, observed, timeLimitMs(RECOVERY_MAX_MS, options))
    wrong.push(...(await verify(served, observed)))
    for (const { name, broken } of await checkAllInvariantsOfDatabase(setup.url)) {
      if (broken.length > 0) wrong.push(`check: ${name}: ${JSON.stringify(broken)}`)
    }
    const { answered, refused, slowestMs } = observed
    const said = `${answered.length} succeeded, ${refused.length} got 503, the slowest in ${Math.round(slowestMs)} ms, recovered in ${Math.round(recoveredMs)} ms`
    return { said, wrong }
  } finally {
    await stop(served)
  }
}

async function stop({ child, ended }: Served): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

/** Creates some events and a picture. @returns the path of a picture size that is not generated yet */
async function prepare({ origin }: Served, observed: DiskObservations): Promise<string> {
  const connection = connectionTo(origin)
  try {
    for (let count = 0; count < 3; count += 1) await writeOne(connection, observed)
    const body = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const answer = await connection.send('POST', '/media', body, 'image/png')
    if (answer.status !== 201) throw new Error(`a picture upload got ${answer.status} ${answer.bytes}`)
    return new URL(answer.body.sizes.medium.url).pathname
  } finally {
    connection.close()
  }
}

let nextWord = 0

async function writeOne(connection: Connection, observed: DiskObservations): Promise<number> {
  const word = `zqdisk${(nextWord++).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string)}zq`
  const begun = performance.now()
  const answer = await connection.send('POST', '/events', {
    title: `Event ${word}`,
    description: `${word} ${'Lorem ipsum dolor sit amet '.repeat(200)}`,
    start_date: '2031-05-01 10:00:00',
    end_date: '2031-05-01 12:00:00',
    venue: { venue: `Place ${word}` },
    tags: [`Tag ${word}`],
  })
  observed.slowestMs = Math.max(observed.slowestMs, performance.now() - begun)
  const { status, body, bytes } = answer
  if (status === 201) observed.answered.push(word)
  else {
    observed.refused.push(word)
    const isClear = status === 503 && body?.code === 'database_unavailable' && body.data?.status === 503
    if (!isClear) observed.wrong.push(`a write got ${status} ${bytes.toString().slice(0, 200)}`)
    if (!(Number(answer.headers['retry-after']) > 0)) observed.wrong.push('a 503 response has no Retry-After')
  }
  return status
}

async function writeFor({ origin }: Served, observed: DiskObservations): Promise<void> {
  const connection = connectionTo(origin)
  try {
    const begun = performance.now()
    const isFaulty = () => performance.now() - begun < (observed.refused.length > 0 ? FAULT_MS : FIRST_REFUSAL_MAX_MS)
    for (; isFaulty(); await sleep(5)) await writeOne(connection, observed)
  } catch (error) {
    observed.wrong.push(`a write got no response: ${error}`)
  } finally {
    connection.close()
  }
}

/** Reads anonymously on new connections. @returns problems */
async function readAll({ origin }: Served, picture: string): Promise<string[]> {
  const wrong: string[] = []
  const window = 'start_date=2031-01-01&end_date=2031-12-31'
  const paths = [
    `/events?${window}`,
    `/events?${window}&search=lorem&page=1`,
    '/venues',
    `/${picture}`,
    '//health/live',
  ]
  for (const path of paths) {
    const connection = connectionTo(origin)
    const { status, bytes } = await connection.send('GET', path)
    if (status !== 200) wrong.push(`GET ${path} got ${status} ${bytes.toString().slice(0, 200)}`)
    connection.close()
  }
  return wrong
}

async function recovery({ origin }: Served, observed: DiskObservations, limitMs: number): Promise<number> {
  const begun = performance.now()
  const connections = Array.from({ length: CONNECTIONS }, () => connectionTo(origin))
  try {
    for (;;) {
      const statuses = await Promise.all(connections.map((connection) => writeOne(connection, observed)))
      if (statuses.every((status) => status === 201)) return performance.now() - begun
      if (performance.now() - begun > limitMs) {
        observed.wrong.push(`writes still fail ${limitMs} ms after the fault`)
        return limitMs
      }
      await sleep(50)
    }
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** Checks that confirmed events are stored and rejected ones are not. */
async function verify({ origin }: Served, { answered, refused }: DiskObservations): Promise<string[]> {
  const connection = connectionTo(origin, 'administrator')
  const wrong: string[] = []
  try {
    for (const word of answered) {
      const [found] = await findByToken(connection, 'events', word)
      const isWhole =
        found &&
        (found.places as string[]).includes(`Place ${word}`) &&
        (found.names as string[]).includes(`Tag ${word}`)
      if (!isWhole) wrong.push(`the event ${word} was confirmed but is ${found ? 'stored in part' : 'missing'}`)
    }
    for (const word of refused.slice(-100)) {
      for (const kind of ['events', 'venues', 'tags'] as const) {
        if ((await findByToken(connection, kind, word)).length > 0)
          wrong.push(`${kind} of ${word} exist, although the write was rejected`)
      }
    }
  } finally {
    connection.close()
  }
  return wrong.slice(0, 5)
}
