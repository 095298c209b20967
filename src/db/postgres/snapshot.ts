import { translatePostgres } from '../errors.ts'
import type { Snapshot } from '../snapshot.ts'
import { COMMAND_LIMITS } from './limits.ts'
import { createReader } from './reader.ts'
import { createServerConnector } from './server-connector.ts'

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

export async function withPostgresSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const home = createServerConnector(url, 'almanac snapshot', COMMAND_LIMITS)
  // Every statement is asked once.
  const line = await translatePostgres(() => home.connect({ planCache: 'for values' }))
  const script = async (text: string) => void (await translatePostgres(() => line.script(text)))
  try {
    await script(BEGIN)
    return await work({
      ...createReader(line.query),
      script,
      async attempt(work) {
        await script('SAVEPOINT attempt')
        try {
          return await work()
        } finally {
          if (!line.isBroken()) await script('ROLLBACK TO attempt; RELEASE attempt')
        }
      },
    })
  } finally {
    line.close()
    home.close()
  }
}
