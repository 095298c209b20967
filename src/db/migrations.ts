import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type Engine, type Reader, sql } from './database.ts'
import { listSchemaObjectsInScript, listTablesDroppedInScript } from './schema-objects-in-script.ts'
import { isMissingTableError } from './translate-database-errors.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

/** Thrown when the database was migrated by a newer version of Almanac. This version must not write to it. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

interface Migration {
  /** Name of the migration file without extension: `NNNN-name`. */
  name: string
  script: string
}

/**
 * Applies the files of `migrations/<engine>` that were not applied to the database yet, each in its own transaction.
 * When two processes start at once, a lock lets only one of them apply each file.
 * @returns names of the migrations applied by this call
 * @throws {NewerDatabaseError} when the database has a migration that this version of Almanac does not have
 */
export async function applyPendingMigrations(
  db: Database,
  migrations = migrationsOf(db.dialect.engine),
): Promise<string[]> {
  const pending = await listPendingMigrations(db, migrations)
  if (pending.length === 0) return []
  await db.transaction(async (tx) => {
    await tx.lock('almanac_migration')
    await tx.script('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)')
  })
  const appliedNow: string[] = []
  for (const { name, script } of pending) {
    const applied = await db.transaction(async (tx) => {
      await tx.lock('almanac_migration')
      if ((await appliedMigrations(tx)).has(name)) return false
      await tx.script(script)
      await tx.run(sql`INSERT INTO migration (name) VALUES (${name})`)
      return true
    })
    if (applied) appliedNow.push(name)
  }
  return appliedNow
}

/**
 * The migrations that were not applied to the database yet.
 * @throws {NewerDatabaseError} when the database has a migration that this version of Almanac does not have
 */
export async function listPendingMigrations(
  db: Reader,
  migrations = migrationsOf(db.dialect.engine),
): Promise<Migration[]> {
  const applied = await appliedMigrations(db)
  refuseDatabaseOfNewerVersion(
    migrations.map(({ name }) => name),
    applied,
  )
  return migrations.filter(({ name }) => !applied.has(name))
}

/**
 * Throws when a database, or a copy of one, has migrations that this version of Almanac does not have.
 * @param supported names of the migrations of this version
 * @param applied names of the migrations of the database
 * @param subject name of the database in the error message
 * @param remedy advice in the error message
 * @throws {NewerDatabaseError}
 */
export function refuseDatabaseOfNewerVersion(
  supported: readonly string[],
  applied: Iterable<string>,
  subject = 'the database',
  remedy = 'start that version instead',
): void {
  const unknown = [...applied].filter((name) => !supported.includes(name))
  if (unknown.length === 0) return
  throw new NewerDatabaseError(`${subject} was written by a newer Almanac (it has ${unknown.join(', ')}); ${remedy}`)
}

/**
 * Everything that the migrations create, such as tables, indexes and triggers, and columns of tables as `table.column`,
 * each with the name of its migration. Columns of a table that a later migration removes are left out.
 */
export function listExpectedSchemaObjects(engine: Engine): { name: string; migration: string }[] {
  let objects: { name: string; migration: string }[] = []
  for (const { name: migration, script } of migrationsOf(engine)) {
    for (const table of listTablesDroppedInScript(script)) {
      objects = objects.filter(({ name }) => !name.startsWith(`${table}.`))
    }
    objects.push(...listSchemaObjectsInScript(script, engine).map((name) => ({ name, migration })))
  }
  return objects
}

async function appliedMigrations(db: Reader): Promise<Set<string>> {
  try {
    return new Set((await db.all<{ name: string }>(sql`SELECT name FROM migration`)).map(({ name }) => name))
  } catch (error) {
    // The table of migrations does not exist: the database is empty, and no migration was applied.
    if (isMissingTableError(error)) return new Set()
    throw error
  }
}

/** Names of all migrations of this version of Almanac, in the order in which they are applied. */
export const listMigrationNames = (engine: Engine) => migrationsOf(engine).map(({ name }) => name)

function migrationsOf(engine: string): Migration[] {
  const folder = join(FOLDER, engine)
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort()
  return files.map((file) => ({
    name: file.replace(/\.sql$/, ''),
    script: readFileSync(join(folder, file), 'utf8'),
  }))
}
