import { translatePostgres } from '../errors.ts'
import type { Snapshot } from '../snapshot.ts'
import { FOR_COMMANDS } from './limits.ts'
import { readerOf } from './reader.ts'
import { connectTo } from './server.ts'

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

export async function withPostgresSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const home = connectTo(url, 'almanac snapshot', FOR_COMMANDS)
  // Every statement is asked once.
  const line = await translatePostgres(() => home.line({ plans: 'for values' }))
  const script = async (text: string) => void (await translatePostgres(() => line.script(text)))
  try {
    await script(BEGIN)
    return await work({
      ...readerOf(line.query),
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
