import { writeSiteSettings } from '../src/settings/site-settings.ts'
import { type TestEngine, testEngine } from '../test/kit/engines/engines.ts'
import { tryEdits } from '../test/kit/model/repeated/sequences.ts'
import { type Attempt, type Done, newDone, tryAtOnce, tryBoth, tryModel } from '../test/kit/model/sequences.ts'
import { fuzzOperations } from '../test/kit/openapi/fuzz.ts'
import { startServer } from '../test/kit/server/server.ts'
import type { Trial, TrialOptions } from './trial.ts'

const SECONDS = 300
const SMOKE_SECONDS = 5
const REQUESTS_AT_ONCE = 20
const SEQUENCES_AT_ONCE = 4
const STEPS = 80
const VIOLATIONS_MAX = 3

/** Result of one fuzzing method. */
interface FuzzResult {
  figures: Record<string, number>
  violations: string[]
}

type FuzzMethod = (options: TrialOptions, isOver: IsOver) => Promise<FuzzResult>

/** The methods with their share of the time. */
const METHODS: [share: number, method: FuzzMethod][] = [
  [0.3, fuzzDocumentedOperations],
  [0.14, sequences('repeated events', editRepeated(1))],
  [0.1, sequences('repeated events, three edits at once', editRepeated(3))],
  [0.16, sequences('one by one', (engine, done, attempt) => tryModel(engine, 1, done, attempt))],
  [0.1, sequences('three at once', tryAtOnce)],
  [0.1, sequences('two servers', (engine, done, attempt) => tryModel(engine, 2, done, attempt))],
  [0.1, sequences('both engines', tryAlike)],
]

export const fuzz: Trial = {
  name: 'fuzz',
  promise:
    'Responses to generated requests match the OpenAPI documents, and after random sequences of writes every reader sees what a simple model predicts.',
  async run(options) {
    const seconds = options.seconds ?? (options.isSmoke ? SMOKE_SECONDS : SECONDS)
    const results: FuzzResult[] = []
    for (const [share, method] of METHODS) results.push(await method(options, until(seconds * share)))
    return {
      figures: Object.assign({ seconds }, ...results.map(({ figures }) => figures)),
      violations: results.flatMap(({ violations }) => violations),
    }
  },
}

type IsOver = () => boolean

function until(seconds: number): IsOver {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}

/** Sends generated requests for every operation of the OpenAPI documents. */
async function fuzzDocumentedOperations({ engine, seed, logStep }: TrialOptions, isOver: IsOver): Promise<FuzzResult> {
  logStep('documented operations')
  const kit = testEngine(engine)
  const server = await startServer(await kit.open())
  await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'America/New_York' }))
  const { operations, attempt, asked } = await fuzzOperations(server, engine)
  const broken = new Map<string, string>()
  let rounds = 0
  for (; !isOver(); rounds += 1) {
    for (const operation of operations) {
      const name = `${operation.face.name} ${operation.method} ${operation.path}`
      if (broken.has(name)) continue
      await attempt(operation, { numRuns: REQUESTS_AT_ONCE, seed: seed + rounds, isOver }).catch((error: Error) => {
        const message = `${name}: ${(error.cause as Error | undefined)?.message ?? ''} ${error.message}`
        broken.set(name, message)
        logStep(message)
      })
    }
  }
  await server.close()
  await kit.close()
  return { figures: { operations: operations.length, requests: asked() }, violations: [...broken.values()] }
}

/** Creates a method that runs random sequences of steps, each round with another seed. @param name label of the method */
function sequences(
  name: string,
  attempt: (engine: TestEngine, done: Done, attempt: Attempt) => Promise<void>,
): FuzzMethod {
  return async ({ engine, seed, logStep }, isOver) => {
    logStep(name)
    const kit = testEngine(engine)
    const done = newDone()
    const violations: string[] = []
    // A single defect fails most sequences: the first few are enough.
    for (let round = 0; !isOver() && violations.length < VIOLATIONS_MAX; round += 1) {
      const options = { numRuns: SEQUENCES_AT_ONCE, length: STEPS, seed: seed + round, isOver }
      await attempt(kit, done, options).catch((error: Error) => {
        const message = `${name}: ${(error.cause as Error | undefined)?.message ?? ''} ${error.message}`
        violations.push(message)
        logStep(message)
      })
    }
    await kit.close()
    const figures = Object.entries(done).map(([what, count]) => [`${what}, ${name}`, count])
    return { figures: Object.fromEntries(figures), violations }
  }
}

/** Runs the same sequences on both engines and compares the results. */
async function tryAlike(engine: TestEngine, done: Done, attempt: Attempt): Promise<void> {
  const other = testEngine(engine.name === 'sqlite' ? 'postgres' : 'sqlite')
  try {
    await tryBoth([engine, other], done, attempt)
  } finally {
    await other.close()
  }
}

/** Edits repeated events on one server. @param atOnce the number of edits that are sent at the same time */
function editRepeated(atOnce: number) {
  return async (engine: TestEngine, done: Done, attempt: Attempt): Promise<void> => {
    const server = await startServer(await engine.open())
    try {
      await tryEdits(server, atOnce, done, attempt)
    } finally {
      await server.close()
    }
  }
}
