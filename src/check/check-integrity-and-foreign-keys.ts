import { raw, type Snapshot, sql } from '../db/database.ts'
import { findMissingSchemaObjects } from '../db/schema-objects.ts'
import {
  type CheckContext,
  collectInvariantViolationsOfItems,
  createViolations,
  findRowsViolatingInvariant,
  type Invariant,
  type Violation,
} from './invariant-type.ts'

const PROBLEMS_MAX = 20

export const storageIntegrity: Invariant = {
  name: 'storage',
  promise: 'the database files are undamaged, and nothing that the migrations create is missing',
  advice: 'restore a backup; the disk may be failing',
  find: async (context) => [
    ...(context.db.dialect.engine === 'sqlite' ? await inSqlite(context) : await inPostgres(context)),
    ...(await missingObjects(context)),
  ],
}

/**
 * Runs the checks that SQLite provides: of all pages and indexes, of CHECK and NOT NULL constraints, and of the search
 * index.
 */
async function inSqlite({ db }: CheckContext): Promise<Violation[]> {
  const rows = await db.all<{ integrity_check: string }>(sql`PRAGMA integrity_check(${raw(String(PROBLEMS_MAX))})`)
  const problems = rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok')
  return problems.flatMap((problem) => createViolations('the file', `are damaged: ${problem}`, [problem.slice(0, 80)]))
}

async function inPostgres({ db }: CheckContext): Promise<Violation[]> {
  return [
    ...(await findRowsViolatingInvariant(
      db,
      'pg_index',
      'are not valid (to be rebuilt with REINDEX INDEX)',
      sql`SELECT indexrelid::regclass::text AS id FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready)`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'pg_constraint',
      'are not validated (ALTER TABLE … VALIDATE CONSTRAINT)',
      sql`SELECT conname AS id FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND NOT convalidated`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'pg_trigger',
      'are disabled (ALTER TABLE … ENABLE TRIGGER)',
      sql`SELECT t.tgname AS id FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = current_schema()::regnamespace AND t.tgenabled <> 'O'`,
    )),
  ]
}

async function missingObjects({ db }: CheckContext): Promise<Violation[]> {
  const missing = await findMissingSchemaObjects(db.dialect.engine, (text) => db.all(raw(text)))
  return createViolations('the schema', 'are missing (names of tables, columns, views, indexes and triggers)', missing)
}

interface ForeignKey {
  child: string
  column: string
  parent: string
}

export const foreignKeys: Invariant = {
  name: 'references',
  promise: 'every record that a row refers to exists: owners, pictures, places, terms, events',
  advice: 'restore a backup, or remove the rows',
  find: async ({ db }) =>
    collectInvariantViolationsOfItems(await foreignKeysOf(db), ({ child, column, parent }) =>
      findRowsViolatingInvariant(
        db,
        child,
        `refer by ${column} to a missing ${parent} (ids of the missing records)`,
        sql`SELECT c.${raw(column)} AS id FROM ${raw(child)} c WHERE c.${raw(column)} IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM ${raw(parent)} p WHERE p.id = c.${raw(column)})`,
      ),
    ),
}

/** Reads all foreign keys from the system tables of the database. Every foreign key refers to a column `id`. */
const foreignKeysOf = (db: Snapshot): Promise<ForeignKey[]> =>
  db.dialect.engine === 'sqlite'
    ? db.all<ForeignKey>(sql`SELECT m.name AS child, f."from" AS "column", f."table" AS parent
        FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY 1, 2`)
    : db.all<ForeignKey>(sql`SELECT c.conrelid::regclass::text AS child, a.attname AS "column", c.confrelid::regclass::text AS parent
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`)
