import assert from 'node:assert/strict'
import fc from 'fast-check'
import { sql } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/open-database.ts'
import type { TestEngine } from '../engines/engines.ts'
import { startServer, type TestAnswer, type TestServer } from '../server/server.ts'
import { type Beside, beside } from './comparison.ts'
import { BEGINNING, type Step, steps } from './steps.ts'

/** Runs sequences of steps in three ways; each fails on the first unexpected response. */

/** Totals of all runs. */
export interface Done {
  sequences: number
  steps: number
  requests: number
}

export interface Attempt {
  numRuns: number
  seed?: number
  /** Length of the longest sequence, in steps. */
  length: number
  isOver(): boolean
}

export const newDone = (): Done => ({ sequences: 0, steps: 0, requests: 0 })

/** Runs steps one at a time and compares with the model, on one server or on two with the same database. */
export async function tryModel(
  engine: TestEngine,
  count: 1 | 2,
  done: Done,
  { length, isOver, ...options }: Attempt,
): Promise<void> {
  const property = fc.asyncProperty(steps(length), async (taken) => {
    if (isOver()) return
    await withServers(engine, count, async (servers) => {
      const both = beside(servers)
      for (const step of [...BEGINNING, ...taken]) await both.take(step)
      await finish(both, taken, done)
    })
  })
  await fc.assert(property, options)
}

/** Like `tryModel`, with up to three concurrent writes, whose result must equal some order of them. */
export async function tryAtOnce(
  engine: TestEngine,
  done: Done,
  { length, isOver, ...options }: Attempt,
): Promise<void> {
  const property = fc.asyncProperty(steps(length), async (taken) => {
    if (isOver()) return
    await withServers(engine, 1, async (servers) => {
      const both = beside(servers)
      for (const step of BEGINNING) await both.take(step)
      for (const some of inThrees(taken)) await both.takeAtOnce(some)
      await finish(both, taken, done)
    })
  })
  await fc.assert(property, options)
}

/** Runs steps one at a time on both engines: all responses must be identical, byte for byte. */
export async function tryBoth(
  engines: readonly TestEngine[],
  done: Done,
  { length, isOver, ...options }: Attempt,
): Promise<void> {
  const [one, other] = engines as [TestEngine, TestEngine]
  const property = fc.asyncProperty(steps(length), async (taken) => {
    if (isOver()) return
    await withServers(one, 1, ([first]) =>
      withServers(other, 1, async ([second]) => {
        const alike = [first, second] as [TestServer, TestServer]
        for (const { db } of alike) await db.transaction((tx) => tx.run(sql`UPDATE site SET id = ${SITE}`))
        const both = beside([twins(...alike)])
        for (const step of [...BEGINNING, ...taken]) await both.take(step)
        await finish(both, taken, done)
      }),
    )
  })
  await fc.assert(property, options)
}

/** Without a fixed site id, each database generates one, which occurs in feeds. */
const SITE = '0123456789abcdef0123456789abcdef'

/** The headers by which equal responses may differ: only responses that are not from the cache count for a rate limit. */
const HEADERS_OF_REQUEST = /^(date|x-request-id|ratelimit.*)$/

/** Sends each request to both servers and requires identical responses. */
function twins(one: TestServer, other: TestServer): TestServer {
  const clock = {
    get now() {
      return one.clock.now
    },
    set now(now) {
      one.clock.now = now
      other.clock.now = now
    },
  }
  return {
    ...one,
    clock,
    async ask(...question) {
      const [answer, second] = await Promise.all([one.ask(...question), other.ask(...question)])
      const said = ({ status, bytes, headers }: TestAnswer) => ({
        status,
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !HEADERS_OF_REQUEST.test(name))),
        body: bytes.toString(),
      })
      assert.deepEqual(said(second), said(answer), JSON.stringify(question))
      return answer
    },
  }
}

async function finish(both: Beside, taken: Step[], done: Done): Promise<void> {
  await both.checkAll()
  done.sequences += 1
  done.steps += taken.length
  done.requests += both.asked()
}

const inThrees = <T>(all: readonly T[]): T[][] =>
  all.flatMap((_, index) => (index % 3 === 0 ? [all.slice(index, index + 3)] : []))

async function withServers(engine: TestEngine, count: number, work: (servers: TestServer[]) => Promise<void>) {
  const url = await engine.url()
  const databases = await Promise.all(Array.from({ length: count }, () => openDatabase(url)))
  const servers: TestServer[] = []
  try {
    for (const db of databases) servers.push(await startServer(db, {}, servers[0]))
    await work(servers)
  } finally {
    for (const server of servers) await server.close()
    for (const db of databases) await db.close()
  }
}
