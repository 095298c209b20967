import type { Engine } from '../db/database.ts'
import { describeMissingSchemaObjects, findMissingSchemaObjects, type RunQuery } from '../db/schema-objects.ts'
import { BackupError } from './backup-options.ts'

/**
 * Refuses to back up a database from which something was removed, because its backup could
 * replace a complete one.
 * @throws {BackupError} that names the missing objects
 */
export async function assertDatabaseHasCompleteSchema(engine: Engine, runQuery: RunQuery): Promise<void> {
  const missing = await findMissingSchemaObjects(engine, runQuery)
  if (missing.length > 0) throw new BackupError(describeMissingSchemaObjects(missing))
}
