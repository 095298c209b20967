import { CalendarError } from '../core/errors.ts'
import { memoize } from '../core/generic/memoize.ts'
import { type Engine, type Queryable, raw } from './database.ts'
import { listExpectedSchemaObjects } from './migrations.ts'
import { UnusableDatabaseError } from './translate-database-errors.ts'

/** A function that runs a SELECT without parameters and returns its rows. */
export type RunQuery = <Row>(text: string) => Promise<Row[]>

/** SQL queries for the names of all tables, views, indexes and triggers. */
const PRESENT: Record<Engine, string> = {
  sqlite: 'SELECT name FROM sqlite_master',
  postgres: `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
    UNION ALL SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = current_schema()::regnamespace`,
}

/**
 * Finds tables, views, indexes and triggers that a database lacks although its migrations created them.
 * @returns their names; none for a database without any table of Almanac
 */
export async function findMissingSchemaObjects(engine: Engine, runQuery: RunQuery): Promise<string[]> {
  const present = new Set((await runQuery<{ name: string }>(PRESENT[engine])).map(({ name }) => name))
  const created = listExpectedSchemaObjects(engine)
  if (!present.has('migration')) return created.some(({ name }) => present.has(name)) ? ['migration'] : []
  const applied = new Set((await runQuery<{ name: string }>('SELECT name FROM migration')).map(({ name }) => name))
  return created.filter(({ name, migration }) => applied.has(migration) && !present.has(name)).map(({ name }) => name)
}

const expectedNames = memoize((engine: Engine) => listExpectedSchemaObjects(engine).map(({ name }) => name))

/**
 * Checks that the database responds and has everything that the migrations of this version create.
 * @throws {CalendarError} `database_unavailable`, whose cause names what is missing
 */
export async function requireCompleteDatabaseSchema(engine: Engine, db: Queryable): Promise<void> {
  const present = new Set((await db.all<{ name: string }>(raw(PRESENT[engine]))).map(({ name }) => name))
  const missing = expectedNames(engine).filter((name) => !present.has(name))
  if (missing.length === 0) return
  throw new CalendarError('database_unavailable', {
    cause: new UnusableDatabaseError(describeMissingSchemaObjects(missing)),
  })
}

const NAMES_MAX = 5

/** Writes a sentence that names the tables, views, indexes and triggers that a database lacks. */
export function describeMissingSchemaObjects(missing: readonly string[]): string {
  const more = missing.length > NAMES_MAX ? ` and ${missing.length - NAMES_MAX} more` : ''
  return `the database lacks ${missing.slice(0, NAMES_MAX).join(', ')}${more}, which its migrations created; restore a backup`
}
