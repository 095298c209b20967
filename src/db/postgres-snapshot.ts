import type { Sql } from './database.ts'
import { translatePostgres } from './errors.ts'
import { nothingKnown } from './known.ts'
import { postgresDialect } from './postgres.ts'
import { openLine } from './postgres-line.ts'
import type { Snapshot } from './snapshot.ts'

/** What it asks may take long in a large calendar, and every statement is asked once. */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0'

export async function withPostgresSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const line = await translatePostgres(() => openLine(url, 'almanac snapshot', { plans: 'for values' }))
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
  }
}
