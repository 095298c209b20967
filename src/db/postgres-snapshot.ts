import type { Sql } from './database.ts'
import { translatePostgres } from './errors.ts'
import { nothingKnown } from './known.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { homeAt } from './postgres-home.ts'
import { FOR_COMMANDS } from './postgres-limits.ts'
import type { Snapshot } from './snapshot.ts'

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

export async function withPostgresSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const home = homeAt(url, 'almanac snapshot', FOR_COMMANDS)
  // Every statement is asked once.
  const line = await translatePostgres(() => home.line({ plans: 'for values' }))
  const script = async (text: string) => void (await translatePostgres(() => line.script(text)))
  const all = <Row>({ text, values }: Sql) =>
    translatePostgres(async () => (await line.query(text, values)) as unknown as Row[])
  const reads = { all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] }
  try {
    await script(BEGIN)
    return await work({
      dialect: postgresDialect,
      ...reads,
      slow: reads,
      known: () => nothingKnown,
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
