import { isTermKind, type Kind } from '../../core/kinds.ts'
import { type Reader, type RowValues, sql, type Transaction } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'

/**
 * The functions of this file read and write the ids that records have in their sources, and the columns that only
 * imports set.
 */

/** A row of `external_id`: a record that an earlier run has imported. */
export interface ImportedRecord {
  /** Id of the record here; null when the record was deleted for good. */
  record_id: number | null
  record_version: number
  fingerprint: string
  run_id: number
  /**
   * The status or event status that the event had before the import removed it because its source did not contain it
   * any more; `''` if the import did not remove it.
   */
  removed_from: string
}

/** The values that an import writes to a row of the table `external_id`. */
export interface ExternalIdValues {
  externalId: string
  recordId: number
  version: number
  fingerprint: string
  /** The item that the last import read, as JSON. */
  content: string
  matchKey?: string | undefined
}

/**
 * Finds the records that a source has imported with these external ids, as a map by external id. The subquery makes
 * PostgreSQL look up each id in the index. With `external_id = ANY(…)`, a plan made when the table was empty reads all
 * records of the source, for each batch of a first import.
 */
export async function findImportedRecords(
  db: Reader,
  source: string,
  collection: string,
  externalIds: readonly string[],
): Promise<Map<string, ImportedRecord>> {
  if (externalIds.length === 0) return new Map()
  const { jsonRows, valuesTable } = db.dialect
  const record = jsonRows(
    sql`record_id, record_version, fingerprint, run_id, removed_from`,
    sql`external_id WHERE source = ${source} AND collection = ${collection} AND external_id = listed.value`,
  )
  const rows = await db.all<{ external_id: string; record: string | null }>(
    sql`SELECT listed.value AS external_id, ${record} AS record FROM ${valuesTable(externalIds)} listed`,
  )
  return new Map(
    rows.flatMap(({ external_id, record }) => {
      const [values] = JSON.parse(record ?? '[]')
      if (!values) return []
      const [record_id, record_version, fingerprint, run_id, removed_from] = values
      return [[external_id, { record_id, record_version, fingerprint, run_id, removed_from }]]
    }),
  )
}

/**
 * Finds the records that other sources of the same WordPress site have imported with these external ids. A site has the
 * same ids in its REST API and in its exports. Of several, the record of the oldest source is found.
 */
export async function findRecordsImportedFromSameSite(
  db: Reader,
  source: string,
  collection: string,
  externalIds: readonly string[],
): Promise<Map<string, ImportedRecord>> {
  if (externalIds.length === 0) return new Map()
  const others = await db.all<{ name: string }>(sql`SELECT other.name FROM import_source own
    JOIN import_source other ON other.site = own.site AND other.id <> own.id
    WHERE own.name = ${source} AND own.site <> '' ORDER BY other.id DESC`)
  const found = new Map<string, ImportedRecord>()
  for (const { name } of others)
    for (const [id, record] of await findImportedRecords(db, name, collection, externalIds)) found.set(id, record)
  return found
}

/** Reads the item that the last import stored for an external id, as JSON. */
export async function readContentOfLastImport(db: Reader, source: string, collection: string, externalId: string) {
  const row = await db.get<{ content: string }>(sql`SELECT content FROM external_id
    WHERE source = ${source} AND collection = ${collection} AND external_id = ${externalId}`)
  return row?.content ?? ''
}

const COLUMNS = [
  ...['source', 'collection', 'external_id', 'record_id', 'record_version', 'fingerprint', 'content', 'run_id'],
  'match_key',
]

/** Inserts the external ids of new records. */
export const insertExternalIds = (
  tx: Transaction,
  { source, collection, runId }: { source: string; collection: string; runId: number },
  records: readonly ExternalIdValues[],
): Promise<void> =>
  tx.insert(
    'external_id',
    COLUMNS,
    records.map(
      ({ externalId, recordId, version, fingerprint, content, matchKey = '' }): RowValues => [
        ...[source, collection, externalId, recordId, version, fingerprint, content, runId, matchKey],
      ],
    ),
  )

/** Stores the new content of a record that an earlier run has imported. */
export const updateExternalId = (
  tx: Transaction,
  { source, collection, runId }: { source: string; collection: string; runId: number },
  { externalId, version, fingerprint, content, matchKey = '' }: Omit<ExternalIdValues, 'recordId'>,
): Promise<number> =>
  tx.run(sql`UPDATE external_id SET record_version = ${version}, fingerprint = ${fingerprint}, content = ${content},
      match_key = ${matchKey}, run_id = ${runId}
    WHERE source = ${source} AND collection = ${collection} AND external_id = ${externalId}`)

/** Stores whether the source of an imported record still contains it. */
export const storePresenceOfRecord = (
  tx: Transaction,
  { source, collection, externalId }: { source: string; collection: string; externalId: string },
  { missingSince, removedFrom, version }: { missingSince: number | null; removedFrom: string; version: number },
): Promise<number> =>
  tx.run(sql`UPDATE external_id SET missing_since = ${missingSince}, removed_from = ${removedFrom},
      record_version = ${version}
    WHERE source = ${source} AND collection = ${collection} AND external_id = ${externalId}`)

/** Reads the present versions of records, as a map by record id. */
export async function readVersionNumbersOfRecords(
  db: Reader,
  kind: Kind,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all<{ id: number; version: number }>(
    sql`SELECT id, version FROM ${tableOfKind(kind)} WHERE ${db.dialect.inList(sql`id`, ids)}`,
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/**
 * Finds those of the given ids that new records may get: ids that no record has, and that no imported record had before
 * it was deleted. Records and pictures share one sequence of ids, categories and tags another.
 */
export async function findFreeRecordIds(
  db: Reader,
  kind: Kind | 'picture',
  ids: readonly number[],
): Promise<Set<number>> {
  const inIds = db.dialect.inList(sql`id`, ids)
  const used = await db.all<{ id: number }>(
    kind !== 'picture' && isTermKind(kind)
      ? sql`SELECT id FROM category WHERE ${inIds} UNION ALL SELECT id FROM tag WHERE ${inIds}`
      : sql`SELECT id FROM event WHERE ${inIds} UNION ALL SELECT id FROM venue WHERE ${inIds}
          UNION ALL SELECT id FROM organizer WHERE ${inIds} UNION ALL SELECT id FROM series WHERE ${inIds}
          UNION ALL SELECT id FROM picture WHERE ${inIds}`,
  )
  const taken = new Set(used.map(({ id }) => id))
  return new Set(ids.filter((id) => !taken.has(id)))
}

/** Whether an event has an id from `first` to `last`. */
export const isAnyEventIdTaken = async (db: Reader, first: number, last: number): Promise<boolean> =>
  (await db.get(sql`SELECT 1 AS one FROM event WHERE id BETWEEN ${first} AND ${last}`)) !== undefined

/**
 * Stores when a new record was created and last changed in its source, for kinds that have these times. A draft without
 * a publication date gets the time of its creation.
 */
export async function storeTimesOfImportedRecord(
  tx: Transaction,
  kind: Kind,
  id: number,
  { createdAt, modifiedAt }: { createdAt?: number | undefined; modifiedAt?: number | undefined },
): Promise<void> {
  const timeInSource = createdAt ?? modifiedAt
  if (isTermKind(kind) || timeInSource === undefined) return
  const table = tableOfKind(kind)
  await tx.run(
    sql`UPDATE ${table} SET created_at = ${timeInSource}, modified_at = ${modifiedAt ?? null} WHERE id = ${id}`,
  )
  const isRecord = kind === 'event' ? sql`(id = ${id} OR repeat_id = ${id})` : sql`id = ${id}`
  await tx.run(sql`UPDATE ${table} SET published_at = ${timeInSource} WHERE ${isRecord} AND dating = 'floating'`)
}

/** Finds the id of the date of a repeated event that starts at this local time according to the recurrence rule. */
export async function findIdOfRepeatedEventDate(
  db: Reader,
  eventId: number,
  start: string,
): Promise<number | undefined> {
  const row = await db.get<{ id: number }>(
    sql`SELECT id FROM event WHERE repeat_id = ${eventId} AND original_start = ${start}`,
  )
  return row?.id
}
