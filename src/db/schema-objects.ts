import { CalendarError } from '../core/errors.ts'
import { memoize } from '../core/generic/memoize.ts'
import { type Engine, type Queryable, raw } from './database.ts'
import { listExpectedSchemaObjects } from './migrations.ts'
import { UnusableDatabaseError } from './translate-database-errors.ts'

/** A function that runs a SELECT without parameters and returns its rows. */
export type RunQuery = <Row>(text: string) => Promise<Row[]>

const IN_SCHEMA = 'relnamespace = current_schema()::regnamespace'

/**
 * SQL queries for the names of everything that migrations create, and of all columns as `table.column`. An index that
 * PostgreSQL marked as invalid and a trigger that is switched off are left out, because they have no effect.
 */
const PRESENT: Record<Engine, string> = {
  // Columns of virtual tables are left out, because reading them fails if a part of the search index is missing.
  sqlite: `SELECT name FROM sqlite_master UNION ALL
    SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
    WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`,
  postgres: `SELECT relname AS name FROM pg_class c WHERE ${IN_SCHEMA}
      AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indexrelid = c.oid AND NOT i.indisvalid)
    UNION ALL SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE ${IN_SCHEMA} AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')
    UNION ALL SELECT proname FROM pg_proc JOIN pg_language l ON l.oid = prolang
      WHERE pronamespace = current_schema()::regnamespace AND l.lanname <> 'c' -- functions of extensions are in C
    UNION ALL SELECT conname FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype = 'f'
    UNION ALL SELECT typname FROM pg_type WHERE typnamespace = current_schema()::regnamespace AND typtype = 'd'
    UNION ALL SELECT c.relname || '.' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE ${IN_SCHEMA} AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`,
}

/** The names of everything in a database that has an effect, and columns as `table.column`. */
export async function readPresentNames(engine: Engine, runQuery: RunQuery): Promise<Set<string>> {
  return new Set((await runQuery<{ name: string }>(PRESENT[engine])).map(({ name }) => name))
}

/** Whether a name is missing. The columns of a missing table do not count as missing. */
const isMissing = (name: string, present: ReadonlySet<string>) => {
  const [table = ''] = name.split('.')
  return !present.has(name) && (table === name || present.has(table))
}

/**
 * Finds tables, columns, indexes, triggers and whatever else a database lacks although its migrations created it.
 * @returns their names, columns as `table.column`; none for a database without any table of Almanac
 */
export async function findMissingSchemaObjects(engine: Engine, runQuery: RunQuery): Promise<string[]> {
  const present = await readPresentNames(engine, runQuery)
  const created = listExpectedSchemaObjects(engine)
  if (!present.has('migration')) return created.some(({ name }) => present.has(name)) ? ['migration'] : []
  const applied = new Set((await runQuery<{ name: string }>('SELECT name FROM migration')).map(({ name }) => name))
  return created
    .filter(({ name, migration }) => applied.has(migration) && isMissing(name, present))
    .map(({ name }) => name)
}

const expectedNames = memoize((engine: Engine) => listExpectedSchemaObjects(engine).map(({ name }) => name))

/**
 * Checks that the database responds and has everything that the migrations of this version create.
 * @throws {CalendarError} `database_unavailable`, whose cause names what is missing
 */
export async function requireCompleteDatabaseSchema(engine: Engine, db: Queryable): Promise<void> {
  const present = await readPresentNames(engine, (text) => db.all(raw(text)))
  const missing = expectedNames(engine).filter((name) => isMissing(name, present))
  if (missing.length === 0) return
  throw new CalendarError('database_unavailable', {
    cause: new UnusableDatabaseError(describeMissingSchemaObjects(missing)),
  })
}

const NAMES_MAX = 5

/** Writes a sentence that names what a database lacks. */
export function describeMissingSchemaObjects(missing: readonly string[]): string {
  const more = missing.length > NAMES_MAX ? ` and ${missing.length - NAMES_MAX} more` : ''
  return `the database lacks ${missing.slice(0, NAMES_MAX).join(', ')}${more}, which its migrations created; restore a backup`
}
