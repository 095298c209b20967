import { canKindRepeat, doesKindAllowEmptySlug, KINDS, POST_KINDS, TERM_KINDS } from '../core/kinds.ts'
import { type Reader, raw, type Snapshot, sql } from '../db/database.ts'
import {
  foreignKeyColumnOfKind,
  idOfRecordWhoseTextsAreUsedSql,
  tableOfKind,
  textTableOfKind,
} from '../db/sql-fragments.ts'
import { collectInvariantViolationsOfItems, findRowsViolatingInvariant, type Invariant } from './invariant-type.ts'

/** For each sequence of ids, the tables that take their ids from it. */
const SEQUENCES = { record: [...POST_KINDS, 'picture'], term: TERM_KINDS } as const

export const originalTexts: Invariant = {
  name: 'texts',
  promise: 'every record has a text in its original language',
  advice: 'restore a backup, or remove the records: they cannot be displayed',
  find: ({ db }) =>
    collectInvariantViolationsOfItems(KINDS, (kind) =>
      findRowsViolatingInvariant(
        db,
        kind,
        'have no text in their original language',
        sql`SELECT p.id FROM ${tableOfKind(kind)} p WHERE NOT EXISTS (
          SELECT 1 FROM ${textTableOfKind(kind)} t
          WHERE t.${foreignKeyColumnOfKind(kind)} = ${idOfRecordWhoseTextsAreUsedSql(kind)} AND t.language = p.original_language)`,
      ),
    ),
}

export const uniqueSlugs: Invariant = {
  name: 'slugs',
  promise:
    'every record except draft and pending events and dates of repeated events has a slug that is unique in its collection and language',
  advice: 'save the records again, with a new slug for one of two that share it',
  find: ({ db }) =>
    collectInvariantViolationsOfItems(KINDS, async (kind) => [
      ...(await findRowsViolatingInvariant(
        db,
        `${kind}_text`,
        'have no slug',
        sql`SELECT t.${foreignKeyColumnOfKind(kind)} || ' ' || t.language AS id FROM ${textTableOfKind(kind)} t
          JOIN ${tableOfKind(kind)} p ON p.id = t.${foreignKeyColumnOfKind(kind)}
          WHERE t.slug = '' ${doesKindAllowEmptySlug(kind) ? raw("AND p.status NOT IN ('draft', 'pending')") : raw('')}
            ${canKindRepeat(kind) ? raw('AND p.repeat_id IS NULL') : raw('')}`,
      )),
      ...(await withoutIndexes(db, () =>
        findRowsViolatingInvariant(
          db,
          `${kind}_text`,
          'share their slug with another record (languages and slugs)',
          // This query must not use the unique index on slugs, because the index may be damaged.
          sql`SELECT language || ' ' || slug AS id FROM (
              SELECT ${unindexed(db, 'language')} AS language, ${unindexed(db, 'slug')} AS slug FROM ${textTableOfKind(kind)}
            ) AS t WHERE slug <> '' GROUP BY language, slug HAVING count(*) > 1`,
        ),
      )),
    ]),
}

/**
 * Prevents SQLite from using an index on this column, by a unary plus. In PostgreSQL, `withoutIndexes` disables index
 * scans instead.
 */
const unindexed = (db: Reader, column: string) => raw(db.dialect.engine === 'sqlite' ? `+${column}` : column)

const withoutIndexes = <T>(db: Snapshot, work: () => Promise<T>): Promise<T> =>
  db.attempt(async () => {
    if (db.dialect.engine === 'postgres') {
      await db.script(
        'SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off',
      )
    }
    return work()
  })

export const uniqueIds: Invariant = {
  name: 'ids',
  promise: 'no two records share an id, and new ids will be higher than all existing ones',
  advice: 'restore a backup; do not write until then, because new records would get the ids of others',
  find: ({ db }) =>
    collectInvariantViolationsOfItems(Object.entries(SEQUENCES), async ([sequence, kinds]) => [
      ...(await findRowsViolatingInvariant(
        db,
        kinds.join(', '),
        'have the id of another record',
        sql`SELECT id FROM (${raw(kinds.map((kind) => `SELECT id FROM ${kind}`).join(' UNION ALL '))}) AS a
          GROUP BY id HAVING count(*) > 1`,
      )),
      ...(await findRowsViolatingInvariant(
        db,
        db.dialect.engine === 'sqlite' ? 'id_sequence' : `${sequence}_id`,
        'are below the highest existing id',
        sql`SELECT s.value AS id FROM (${sequenceValue(db, sequence)}) AS s
          WHERE s.value < (SELECT coalesce(max(m), 0) FROM (${raw(maxIdQuery(kinds))}) AS a)`,
      )),
    ]),
}

const maxIdQuery = (kinds: readonly string[]) =>
  kinds.map((kind) => `SELECT max(id) AS m FROM ${kind}`).join(' UNION ALL ')

/** SQL query for the most recent id that the sequence has generated. */
const sequenceValue = (db: Reader, sequence: string) =>
  db.dialect.engine === 'sqlite'
    ? sql`SELECT value FROM id_sequence WHERE name = ${sequence}`
    : raw(`SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS value FROM ${sequence}_id`)

export const publicationStatus: Invariant = {
  name: 'publication',
  promise: 'only published events are public, and an event does not end before it begins',
  advice: 'save the events again',
  find: async ({ db }) => [
    ...(await findRowsViolatingInvariant(
      db,
      'event',
      'are public but not published',
      sql`
      SELECT id FROM event WHERE is_public = 1 AND status <> 'publish'`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event',
      'end before they begin',
      sql`SELECT id FROM event WHERE end_at < start_at`,
    )),
  ],
}

export const pictureContents: Invariant = {
  name: 'pictures',
  promise: 'every picture has all of its bytes',
  advice: 'upload the pictures again, or restore a backup',
  find: ({ db }) =>
    findRowsViolatingInvariant(
      db,
      'picture',
      'have another length than size_bytes',
      // Reading the last byte makes PostgreSQL load the whole image from its TOAST table, which may be damaged.
      sql`SELECT id FROM picture WHERE length(content) <> size_bytes OR length(substr(content, size_bytes, 1)) <> 1`,
    ),
}
