import type { Config } from '../../config/config-types.ts'
import type { Database } from '../../db/database.ts'
import { createQueryRunner, databaseHasRecords } from '../../doctor/facts/record-and-import-facts.ts'
import { countSqliteRecords } from '../../doctor/facts/sqlite-facts.ts'
import { findingOfUnusedDatabaseFile } from '../../doctor/findings/database-findings.ts'
import type { DoctorFinding } from '../../doctor/findings/doctor-finding.ts'
import { findOtherDatabaseFile } from './other-database-file.ts'

/**
 * Finds a SQLite file in DATA_DIR that contains a calendar, while the configured database is another one and empty: the
 * setting DATABASE_URL may be wrong.
 */
export function findUnusedDatabaseFile(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  isEmpty: boolean,
): DoctorFinding[] {
  const file = isEmpty ? findOtherDatabaseFile(config) : undefined
  if (file === undefined) return []
  const records = countSqliteRecords(file)
  return records > 0 ? [findingOfUnusedDatabaseFile(file, records)] : []
}

/** Logs the finding of `findUnusedDatabaseFile` as a warning when a server starts. */
export async function warnOfUnusedDatabaseFile(
  db: Database,
  config: Readonly<Config>,
  log: { warn(fields: object, message: string): void },
): Promise<void> {
  const isEmpty = !(await databaseHasRecords(createQueryRunner(db)))
  for (const { code, what, why, fix } of findUnusedDatabaseFile(config, isEmpty))
    log.warn({ code }, `${what} ${why} ${fix}`)
}
