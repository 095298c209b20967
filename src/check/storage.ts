import { raw, sql } from '../db/database.ts'
import { schemaObjectNames } from '../db/migrate.ts'
import type { Snapshot } from '../db/snapshot.ts'
import {
  type CheckContext,
  findSequentially,
  findViolations,
  type Invariant,
  type Violation,
  violationOf,
} from './invariant.ts'

const PROBLEMS_MAX = 20

export const storageIntegrity: Invariant = {
  name: 'storage',
  promise: 'the database is whole, and tables, indexes and triggers are those that the migrations made',
  advice: 'bring back a backup; the disk may be failing',
  find: async (look) => [
    ...(look.db.dialect.engine === 'sqlite' ? await inSqlite(look) : await inPostgres(look)),
    ...(await lacking(look)),
  ],
}

/** Reads every page, checks every index against its table, CHECK and NOT NULL, and the search index against itself. */
async function inSqlite({ db }: CheckContext): Promise<Violation[]> {
  const rows = await db.all<{ integrity_check: string }>(sql`PRAGMA integrity_check(${raw(String(PROBLEMS_MAX))})`)
  const problems = rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok')
  return problems.flatMap((problem) => violationOf('the file', `are damaged: ${problem}`, [problem.slice(0, 80)]))
}

async function inPostgres({ db }: CheckContext): Promise<Violation[]> {
  return [
    ...(await findViolations(
      db,
      'pg_index',
      'are not valid (REINDEX INDEX makes them anew)',
      sql`SELECT indexrelid::regclass::text AS id FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready)`,
    )),
    ...(await findViolations(
      db,
      'pg_constraint',
      'were never checked (ALTER TABLE … VALIDATE CONSTRAINT checks them)',
      sql`SELECT conname AS id FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND NOT convalidated`,
    )),
    ...(await findViolations(
      db,
      'pg_trigger',
      'are switched off (ALTER TABLE … ENABLE TRIGGER switches them on)',
      sql`SELECT t.tgname AS id FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = current_schema()::regnamespace AND t.tgenabled <> 'O'`,
    )),
  ]
}

/** What the migrations name and the database has not. */
async function lacking({ db }: CheckContext): Promise<Violation[]> {
  const { engine } = db.dialect
  const present =
    engine === 'sqlite'
      ? await db.all<{ name: string }>(sql`SELECT name FROM sqlite_master`)
      : await db.all<{ name: string }>(sql`
          SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
          UNION ALL SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
            WHERE c.relnamespace = current_schema()::regnamespace`)
  const names = new Set(present.map(({ name }) => name))
  const missing = schemaObjectNames(engine).filter((name) => !names.has(name))
  return violationOf('the schema', 'are missing (tables, indexes or triggers are named)', missing)
}

interface Key {
  child: string
  column: string
  parent: string
}

export const foreignKeys: Invariant = {
  name: 'references',
  promise: 'whatever a row refers to is there: owners, pictures, places, terms, events',
  advice: 'bring back a backup, or remove the rows',
  find: async ({ db }) =>
    findSequentially(await keysOf(db), ({ child, column, parent }) =>
      findViolations(
        db,
        child,
        `refer by ${column} to a ${parent} that is not there (what is missing is named)`,
        sql`SELECT c.${raw(column)} AS id FROM ${raw(child)} c WHERE c.${raw(column)} IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM ${raw(parent)} p WHERE p.id = c.${raw(column)})`,
      ),
    ),
}

/** All foreign keys, as the database has them. Every one refers to an `id`. */
const keysOf = (db: Snapshot): Promise<Key[]> =>
  db.dialect.engine === 'sqlite'
    ? db.all<Key>(sql`SELECT m.name AS child, f."from" AS "column", f."table" AS parent
        FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY 1, 2`)
    : db.all<Key>(sql`SELECT c.conrelid::regclass::text AS child, a.attname AS "column", c.confrelid::regclass::text AS parent
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`)
