import type { Snapshot } from '../database.ts'
import { translatePostgresErrors } from '../translate-database-errors.ts'
import { createPostgresConnector } from './postgres-connector.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { COMMAND_LIMITS } from './timeouts-and-limits.ts'

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

export async function withPostgresSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const connector = createPostgresConnector(url, 'almanac snapshot', COMMAND_LIMITS)
  // Custom plans: each statement of a snapshot runs only once, so a plan for repeated use would save nothing.
  const connection = await translatePostgresErrors(() => connector.connect({ plans: 'custom' }))
  const script = async (text: string) => void (await translatePostgresErrors(() => connection.script(text)))
  try {
    await script(BEGIN)
    return await work({
      ...createPostgresReader(connection.query),
      script,
      async attempt(work) {
        await script('SAVEPOINT attempt')
        try {
          return await work()
        } finally {
          if (!connection.isBroken()) await script('ROLLBACK TO attempt; RELEASE attempt')
        }
      },
    })
  } finally {
    connection.close()
    connector.close()
  }
}
