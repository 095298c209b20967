import type { CollectionName } from '../../core/kinds.ts'
import { removeUnstorableCharacters } from '../../core/schema/field-types.ts'
import { empty, type Reader, type RowValues, sql, type Transaction } from '../../db/database.ts'
import type { ImportSource } from '../import-item-types.ts'

/** The functions of this file read and write the tables `import_source`, `import_run` and `import_problem`. */

/**
 * What happened to an item. `unchanged`: the item equals that of the last run, or its record was deleted here.
 * `removed`: the record was removed because the source does not contain it any more.
 */
export const ITEM_OUTCOMES = ['created', 'updated', 'unchanged', 'removed', 'refused'] as const
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number]

/** The number of items for each collection and outcome. */
export type RunCounts = Partial<Record<CollectionName | 'media', Partial<Record<ItemOutcome, number>>>>

export interface RunRow {
  id: number
  source_id: number
  /** Time at which the run started: Unix time in seconds, like the other times of this row. */
  started_at: number
  /** Time at which the run ended; null while it runs, and if it was interrupted. */
  ended_at: number | null
  is_dry: number
  digest: string
  cursor: string
  error: string
  /** The number of items by collection and outcome (`RunCounts`), as JSON. */
  counts: string
  /** Id of the run that this run undoes; null if this run imports. */
  undoes: number | null
  /** Options with which the run was ordered or its undo was started, as JSON. */
  options: string
  account_id: number | null
  /** Time from which a server performs or continues the run; null if no server does, e.g. for a run of a command. */
  due_at: number | null
}

/** A problem of an item as it is stored and reported. */
export interface RunProblem {
  /** `refused`: nothing was written for the item. `warning`: the item was written in spite of the problem. */
  severity: 'refused' | 'warning'
  place: string
  collection: string
  external_id: string
  title: string
  field: string
  message: string
}

export interface ImportSourceRow {
  id: number
  name: string
  type: string
  url: string
  /** The options of the source's last import, as JSON. */
  options: string
  owner_id: number | null
  created_at: number
}

/** Maximum number of problems that are stored for a run. */
export const RUN_PROBLEMS_MAX = 10_000

const SOURCE_COLUMNS = sql`id, name, type, url, options, owner_id, created_at`
const RUN_COLUMNS = sql`id, source_id, started_at, ended_at, is_dry, digest, cursor, error, counts, undoes, options, account_id, due_at`

export const listImportSources = (db: Reader): Promise<ImportSourceRow[]> =>
  db.all<ImportSourceRow>(sql`SELECT ${SOURCE_COLUMNS} FROM import_source ORDER BY name`)

export const findImportSource = (db: Reader, id: number): Promise<ImportSourceRow | undefined> =>
  db.get<ImportSourceRow>(sql`SELECT ${SOURCE_COLUMNS} FROM import_source WHERE id = ${id}`)

/** Finds the source with this name, or inserts it. @returns the id of the source */
export async function ensureImportSource(
  tx: Transaction,
  { name, type, url = '', site }: Pick<ImportSource, 'name' | 'type' | 'url'> & { site: string },
  options: object,
  ownerId: number | undefined,
  now: number,
): Promise<number> {
  await tx.run(sql`INSERT INTO import_source (name, type, url, site, options, owner_id, created_at)
    VALUES (${name}, ${type}, ${url}, ${site}, ${JSON.stringify(options)}, ${ownerId ?? null}, ${now})
    ON CONFLICT (name) DO UPDATE SET site = excluded.site WHERE excluded.site <> ''`)
  return (await tx.get<{ id: number }>(sql`SELECT id FROM import_source WHERE name = ${name}`))?.id as number
}

/** Finds the last run of a source that was not a dry run; undefined unless that run was interrupted. */
export async function findInterruptedImportRun(db: Reader, sourceId: number): Promise<RunRow | undefined> {
  const last = await db.get<RunRow>(sql`SELECT ${RUN_COLUMNS} FROM import_run
    WHERE source_id = ${sourceId} AND is_dry = 0 AND undoes IS NULL ORDER BY id DESC LIMIT 1`)
  return last?.ended_at === null ? last : undefined
}

export async function insertImportRun(
  tx: Transaction,
  { sourceId, isDry, digest, now }: { sourceId: number; isDry: boolean; digest: string; now: number },
): Promise<RunRow> {
  const row = await tx.get<RunRow>(sql`INSERT INTO import_run (source_id, started_at, is_dry, digest)
    VALUES (${sourceId}, ${now}, ${Number(isDry)}, ${digest}) RETURNING ${RUN_COLUMNS}`)
  return row as RunRow
}

/**
 * Stores the progress of a run.
 * @param from the cursor that this process stored last; a different stored cursor means that another process has
 * continued the run
 * @returns whether the stored cursor was `from`, so that the progress was stored
 */
export const storeImportRunProgress = async (
  tx: Transaction,
  id: number,
  from: string,
  { cursor, counts }: { cursor: string; counts: RunCounts },
): Promise<boolean> =>
  (await tx.run(sql`UPDATE import_run SET cursor = ${cursor}, counts = ${JSON.stringify(counts)}
    WHERE id = ${id} AND cursor = ${from} AND ended_at IS NULL`)) > 0

export const storeImportRunCounts = (tx: Transaction, id: number, counts: RunCounts): Promise<number> =>
  tx.run(sql`UPDATE import_run SET counts = ${JSON.stringify(counts)} WHERE id = ${id}`)

/**
 * Stores that a run has ended.
 * @param error the reason why it failed; `''` if it did not fail
 */
export const storeEndOfImportRun = (
  tx: Transaction,
  id: number,
  now: number,
  error = '',
  counts?: RunCounts,
): Promise<number> =>
  // The message may quote bytes of a file that are not valid text.
  tx.run(sql`UPDATE import_run SET ended_at = ${now}, error = ${removeUnstorableCharacters(error)}, due_at = NULL,
    counts = coalesce(${counts ? JSON.stringify(counts) : null}, counts) WHERE id = ${id}`)

export async function insertProblemsOfImportRun(
  tx: Transaction,
  runId: number,
  problems: readonly RunProblem[],
): Promise<void> {
  const columns = ['run_id', 'severity', 'place', 'collection', 'external_id', 'title', 'field', 'message']
  const rows = problems.map(
    (problem): RowValues => [
      ...[runId, problem.severity, problem.place, problem.collection, problem.external_id],
      ...[problem.title, problem.field, problem.message],
    ],
  )
  if (rows.length > 0) await tx.insert('import_problem', columns, rows)
}

export const findImportRun = (db: Reader, id: number): Promise<RunRow | undefined> =>
  db.get<RunRow>(sql`SELECT ${RUN_COLUMNS} FROM import_run WHERE id = ${id}`)

/** A run, with the name and type of its source. */
export type NamedRunRow = RunRow & Pick<ImportSourceRow, 'name' | 'type'>

const NAMED_RUN = sql`SELECT r.id, r.source_id, r.started_at, r.ended_at, r.is_dry, r.digest, r.cursor, r.error, r.counts,
  r.undoes, r.options, r.account_id, r.due_at,  s.name, s.type FROM import_run r JOIN import_source s ON s.id = r.source_id`

/** Lists the newest runs of one source or, without a source, of all sources. */
export const listNewestImportRuns = (
  db: Reader,
  { limit, offset = 0, source }: { limit: number; offset?: number; source?: number | undefined },
): Promise<NamedRunRow[]> =>
  db.all<NamedRunRow>(sql`${NAMED_RUN} ${ofSource(source)} ORDER BY r.id DESC LIMIT ${limit} OFFSET ${offset}`)

const ofSource = (source: number | undefined) => (source === undefined ? empty : sql`WHERE r.source_id = ${source}`)

/** Counts the runs of one source or, without a source, of all sources. */
export const countImportRuns = async (db: Reader, source?: number): Promise<number> =>
  (await db.get<{ runs: number }>(sql`SELECT COUNT(*) AS runs FROM import_run r ${ofSource(source)}`))?.runs ?? 0

export const findImportRunWithSourceName = (db: Reader, id: number): Promise<NamedRunRow | undefined> =>
  db.get<NamedRunRow>(sql`${NAMED_RUN} WHERE r.id = ${id}`)

/** Counts the problems of a run. */
export const countProblemsOfImportRun = async (db: Reader, id: number): Promise<number> =>
  (await db.get<{ problems: number }>(sql`SELECT COUNT(*) AS problems FROM import_problem WHERE run_id = ${id}`))
    ?.problems ?? 0

export const listProblemsOfImportRun = async (
  db: Reader,
  runId: number,
  { limit, offset }: { limit: number; offset: number } = { limit: RUN_PROBLEMS_MAX, offset: 0 },
): Promise<RunProblem[]> => [
  ...(await db.all<RunProblem>(sql`SELECT severity, place, collection, external_id, title, field, message
    FROM import_problem WHERE run_id = ${runId} ORDER BY id LIMIT ${limit} OFFSET ${offset}`)),
]
