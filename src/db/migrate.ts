import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type Engine, type Reader, sql } from './database.ts'
import { isMissingTable } from './errors.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

/** The database was written by a newer program; this one could harm it. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

interface Migration {
  /** `NNNN-name` */
  name: string
  script: string
}

/**
 * Applies what `migrations/<engine>` has and the database has not, each file in its own transaction. Safe against two
 * starters: the first holds the write lock while it applies, the second then finds it applied.
 * @returns names of the migrations applied now
 * @throws {NewerDatabaseError} when the database has one this program does not know
 */
export async function migrate(db: Database, migrations = migrationsOf(db.dialect.engine)): Promise<string[]> {
  const pending = await pendingMigrations(db, migrations)
  if (pending.length === 0) return []
  await db.transaction(async (tx) => {
    await tx.lock('almanac_migration')
    await tx.script('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)')
  })
  const done: string[] = []
  for (const { name, script } of pending) {
    const applied = await db.transaction(async (tx) => {
      await tx.lock('almanac_migration')
      if ((await appliedIn(tx)).has(name)) return false
      await tx.script(script)
      await tx.run(sql`INSERT INTO migration (name) VALUES (${name})`)
      return true
    })
    if (applied) done.push(name)
  }
  return done
}

/**
 * The migrations that the database has not.
 * @throws {NewerDatabaseError} when it has one this program does not know
 */
export async function pendingMigrations(db: Reader, known = migrationsOf(db.dialect.engine)): Promise<Migration[]> {
  const applied = await appliedIn(db)
  refuseNewerDatabase(
    known.map(({ name }) => name),
    applied,
  )
  return known.filter(({ name }) => !applied.has(name))
}

/**
 * @param applied names of the migrations a database has
 * @param called what people know it by
 * @param instead what to do
 * @throws {NewerDatabaseError} when it has one that is not known
 */
export function refuseNewerDatabase(
  known: readonly string[],
  applied: Iterable<string>,
  called = 'the database',
  instead = 'start that version instead',
): void {
  const unknown = [...applied].filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new NewerDatabaseError(`${called} was written by a newer Almanac (it has ${unknown.join(', ')}); ${instead}`)
}

/** The tables, views, indexes and triggers that the migrations make by name. */
export const schemaObjectNames = (engine: Engine): string[] =>
  migrationsOf(engine).flatMap(({ script }) => [...script.matchAll(CREATED)].map(([, name]) => name as string))

const CREATED = /^CREATE (?:(?:UNIQUE |VIRTUAL )?(?:TABLE|INDEX)|VIEW|TRIGGER) (\w+)/gm

async function appliedIn(db: Reader): Promise<Set<string>> {
  try {
    return new Set((await db.all<{ name: string }>(sql`SELECT name FROM migration`)).map(({ name }) => name))
  } catch (error) {
    // Nothing was ever applied.
    if (isMissingTable(error)) return new Set()
    throw error
  }
}

/** Names of all migrations this program knows. */
export const migrationNames = (engine: Engine) => migrationsOf(engine).map(({ name }) => name)

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
