import { writeSettings } from '../src/settings/settings.ts'
import { tryDocuments } from '../test/kit/documented-trying.ts'
import { testEngine } from '../test/kit/engines.ts'
import { startServer } from '../test/kit/server.ts'
import type { Trial, TrialOptions } from './trial.ts'

const SECONDS = 300
const SMOKE_SECONDS = 5
const REQUESTS_AT_ONCE = 20

/** What one kind of trying did until its time was over. */
interface Tried {
  figures: Record<string, number>
  violations: string[]
}

export const fuzz: Trial = {
  name: 'fuzz',
  promise: 'Whatever is sent, the answer is one that the document foresees.',
  async run(options) {
    const seconds = options.seconds ?? (options.isSmoke ? SMOKE_SECONDS : SECONDS)
    const kinds = [tryWhatDocumentsForesee]
    const tried: Tried[] = []
    for (const kind of kinds) tried.push(await kind(options, until(seconds / kinds.length)))
    return {
      figures: Object.assign({ seconds, seed: options.seed }, ...tried.map(({ figures }) => figures)),
      violations: tried.flatMap(({ violations }) => violations),
    }
  },
}

type IsOver = () => boolean

function until(seconds: number): IsOver {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}

/** Every operation in turn, each time with other values. */
async function tryWhatDocumentsForesee({ engine, seed, tell }: TrialOptions, isOver: IsOver): Promise<Tried> {
  const kit = testEngine(engine)
  const server = await startServer(await kit.open())
  await server.db.transaction((tx) => writeSettings(tx, { timezone: 'America/New_York' }))
  const { operations, attempt, asked } = await tryDocuments(server, engine)
  const broken = new Map<string, string>()
  let rounds = 0
  for (; !isOver(); rounds += 1) {
    for (const operation of operations) {
      const name = `${operation.face.name} ${operation.method} ${operation.path}`
      if (broken.has(name)) continue
      await attempt(operation, { numRuns: REQUESTS_AT_ONCE, seed: seed + rounds, isOver }).catch((error: Error) => {
        const said = `${name}: ${(error.cause as Error | undefined)?.message ?? ''} ${error.message}`
        broken.set(name, said)
        tell(said)
      })
    }
  }
  await server.close()
  await kit.close()
  return { figures: { operations: operations.length, requests: asked() }, violations: [...broken.values()] }
}
