import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { checkDatabase } from '../../src/check/check.ts'
import { type Connection, connectionTo } from '../../test/kit/processes/connection.ts'
import { type Served, serve } from '../../test/kit/processes/serve.ts'
import { findByToken } from '../crash/records.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { type DiskFault, type DiskSetup, openPostgresDiskSetup, openSqliteDiskSetup } from './setups.ts'

const WORKERS = '2'
const LINES = 4
const TROUBLE_MS = 2_000
/** Writes wait 5 s for a lock at most, and those that came meanwhile as long again. */
const ANSWER_MAX_MS = 12_000
const RECOVERY_MAX_MS = 10_000

export const disks: Trial = {
  name: 'disks',
  promise:
    'Without room or right to write, under a lock held by others, and without its file, writes are answered 503 in bounded time, reads go on, nothing is torn, and all is well again by itself.',
  run,
}

async function run(options: TrialOptions): Promise<Outcome> {
  const stage = options.engine === 'sqlite' ? openSqliteDiskSetup() : await openPostgresDiskSetup()
  const figures: Record<string, string> = stage.skippedFault
    ? { [stage.skippedFault]: 'not tried: this user may not mount a disk' }
    : {}
  const violations: string[] = []
  try {
    for (const scene of stage.faults) {
      options.logStep(scene.name)
      const { said, wrong } = await play(stage, scene)
      figures[scene.name] = said
      violations.push(...wrong.map((problem) => `${scene.name}: ${problem}`))
    }
  } finally {
    await stage.close()
  }
  return { figures, violations }
}

interface DiskObservations {
  /** Words that stand in a text of an event each. */
  answered: string[]
  refused: string[]
  slowestMs: number
  wrong: string[]
}

async function play(stage: DiskSetup, scene: DiskFault): Promise<{ said: string; wrong: string[] }> {
  let served = await serve({ DATA_DIR: stage.dataDir, DATABASE_URL: stage.url, WORKERS })
  const told: DiskObservations = { answered: [], refused: [], slowestMs: 0, wrong: [] }
  const { wrong } = told
  try {
    const picture = await prepare(served, told)
    await scene.begin()
    await Promise.all(Array.from({ length: LINES }, () => writeFor(served, told)))
    if (told.refused.length === 0) wrong.push('every write was done, as if nothing had happened')
    if (scene.isReadable !== false) wrong.push(...(await readAll(served, picture)))
    await scene.end()
    if (scene.needsRestart) {
      await stop(served)
      served = await serve({ DATA_DIR: stage.dataDir, DATABASE_URL: stage.url, WORKERS })
    }
    const recoveredMs = await recovery(served, told)
    wrong.push(...(await verify(served, told)))
    for (const { name, broken } of await checkDatabase(stage.url)) {
      if (broken.length > 0) wrong.push(`check: ${name}: ${JSON.stringify(broken)}`)
    }
    const { answered, refused, slowestMs } = told
    const said = `${answered.length} done, ${refused.length} answered 503, the slowest in ${Math.round(slowestMs)} ms, well again after ${Math.round(recoveredMs)} ms`
    return { said, wrong }
  } finally {
    await stop(served)
  }
}

async function stop({ child, ended }: Served): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

/** A few events and a picture, so that there is something to read. @returns the path of a size of it nobody made yet */
async function prepare({ origin }: Served, told: DiskObservations): Promise<string> {
  const line = connectionTo(origin)
  try {
    for (let count = 0; count < 3; count += 1) await writeOne(line, told)
    const body = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const answer = await line.send('POST', '/media', body, 'image/png')
    if (answer.status !== 201) throw new Error(`a picture was answered ${answer.status} ${answer.bytes}`)
    return new URL(answer.body.sizes.medium.url).pathname
  } finally {
    line.close()
  }
}

let nextWord = 0

async function writeOne(line: Connection, told: DiskObservations): Promise<number> {
  const word = `zqdisk${(nextWord++).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string)}zq`
  const begun = performance.now()
  const answer = await line.send('POST', '/events', {
    title: `Event ${word}`,
    description: `${word} ${'Lorem ipsum dolor sit amet '.repeat(200)}`,
    start_date: '2031-05-01 10:00:00',
    end_date: '2031-05-01 12:00:00',
    venue: { venue: `Place ${word}` },
    tags: [`Tag ${word}`],
  })
  told.slowestMs = Math.max(told.slowestMs, performance.now() - begun)
  const { status, body, bytes } = answer
  if (status === 201) told.answered.push(word)
  else {
    told.refused.push(word)
    const isClear = status === 503 && body?.code === 'database_unavailable' && body.data?.status === 503
    if (!isClear) told.wrong.push(`a write was answered ${status} ${bytes.toString().slice(0, 200)}`)
    if (!(Number(answer.headers['retry-after']) > 0)) told.wrong.push('a refusal does not say when to try again')
  }
  return status
}

async function writeFor({ origin }: Served, told: DiskObservations): Promise<void> {
  const line = connectionTo(origin)
  try {
    for (const until = performance.now() + TROUBLE_MS; performance.now() < until; await sleep(5))
      await writeOne(line, told)
  } catch (error) {
    told.wrong.push(`a write was not answered: ${error}`)
  } finally {
    line.close()
  }
  if (told.slowestMs > ANSWER_MAX_MS) told.wrong.push(`a write was answered after ${Math.round(told.slowestMs)} ms`)
}

/** What guests see, on connections that nothing was kept for. */
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
    const line = connectionTo(origin)
    const { status, bytes } = await line.send('GET', path)
    if (status !== 200) wrong.push(`GET ${path} was answered ${status} ${bytes.toString().slice(0, 200)}`)
    line.close()
  }
  return wrong
}

async function recovery({ origin }: Served, told: DiskObservations): Promise<number> {
  const begun = performance.now()
  const lines = Array.from({ length: LINES }, () => connectionTo(origin))
  try {
    for (;;) {
      const statuses = await Promise.all(lines.map((line) => writeOne(line, told)))
      if (statuses.every((status) => status === 201)) return performance.now() - begun
      if (performance.now() - begun > RECOVERY_MAX_MS) {
        told.wrong.push(`no write is done ${RECOVERY_MAX_MS} ms after the trouble ended`)
        return RECOVERY_MAX_MS
      }
      await sleep(50)
    }
  } finally {
    for (const line of lines) line.close()
  }
}

/** What was answered is there once, and nothing is of what was refused. */
async function verify({ origin }: Served, { answered, refused }: DiskObservations): Promise<string[]> {
  const line = connectionTo(origin, 'administrator')
  const wrong: string[] = []
  try {
    for (const word of answered) {
      const [found] = await findByToken(line, 'events', word)
      const isWhole =
        found &&
        (found.places as string[]).includes(`Place ${word}`) &&
        (found.names as string[]).includes(`Tag ${word}`)
      if (!isWhole) wrong.push(`the event ${word} was answered and is ${found ? 'there in part' : 'not there'}`)
    }
    for (const word of refused.slice(-100)) {
      for (const kind of ['events', 'venues', 'tags'] as const) {
        if ((await findByToken(line, kind, word)).length > 0)
          wrong.push(`${kind} of ${word} are there, which was refused`)
      }
    }
  } finally {
    line.close()
  }
  return wrong.slice(0, 5)
}
