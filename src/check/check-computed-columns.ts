import { buildSearchText } from '../collections/texts/search-text.ts'
import { isTermKind, KINDS, type Kind } from '../core/kinds.ts'
import { foldTextForSearch } from '../core/text/fold-text.ts'
import { removeUnsafeHtml } from '../core/text/html.ts'
import { instantToLocal } from '../core/time/instant.ts'
import { raw, type Snapshot, type Sql, sql } from '../db/database.ts'
import { foreignKeyColumnOfKind, textTableOfKind } from '../db/sql-fragments.ts'
import {
  type CheckContext,
  collectInvariantViolationsOfItems,
  createViolations,
  type Invariant,
  type Violation,
} from './invariant-type.ts'

/**
 * Number of rows that are read at a time, which limits memory. They have to be read because SQL cannot recompute
 * columns that TypeScript computed.
 */
const BATCH_ROWS = 1000

interface TextRow {
  id: number
  language: string
  title: string
  description: string
  excerpt: string
  title_folded: string
  search_text: string
}

export const foldedTexts: Invariant = {
  name: 'folded',
  promise: 'the case-folded copies for searches match their texts, and descriptions contain no forbidden HTML',
  advice: 'save the texts again',
  find: (context) => collectInvariantViolationsOfItems(KINDS, (kind) => wrongTexts(context, kind)),
}

async function wrongTexts({ db, textsMax }: CheckContext, kind: Kind): Promise<Violation[]> {
  const id = foreignKeyColumnOfKind(kind)
  const excerpt = isTermKind(kind) ? sql`''` : sql`excerpt`
  const columns = sql`${id} AS id, language, title, description, ${excerpt} AS excerpt, title_folded, search_text`
  const [wrongFolded, forbiddenHtml]: [string[], string[]] = [[], []]
  const interval = await chooseIntervalForCheckingEveryNthId(db, `${kind}_text`, textsMax)
  const isSampled = interval > 1 ? sql`${id} % ${raw(String(interval))} = 0` : sql`1 = 1`
  for await (const row of readRowsInBatches<TextRow>(db, columns, sql`${textTableOfKind(kind)}`, id, isSampled)) {
    const { title, description, excerpt, title_folded, search_text } = row
    const isFolded =
      foldTextForSearch(title) === title_folded && buildSearchText(title, excerpt, description) === search_text
    if (!isFolded) wrongFolded.push(`${row.id} ${row.language}`)
    if (removeUnsafeHtml(description) !== description) forbiddenHtml.push(`${row.id} ${row.language}`)
  }
  return [
    ...createViolations(`${kind}_text`, 'have a folded copy that does not match the text', wrongFolded),
    ...createViolations(`${kind}_text`, 'have forbidden HTML in the description', forbiddenHtml),
  ]
}

/**
 * Returns the sampling interval n of a table: a check of every nth id reads at most about `rowsMax` rows; 1 means all
 * rows.
 */
export async function chooseIntervalForCheckingEveryNthId(
  db: Snapshot,
  table: string,
  rowsMax: number,
): Promise<number> {
  const row = await db.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${raw(table)}`)
  return Math.max(1, Math.ceil(Number(row?.total ?? 0) / rowsMax))
}

/** Reads rows in batches, ordered by `id`. All rows with the same id are in the same batch. */
export async function* readRowsInBatches<Row extends { id: number }>(
  db: Snapshot,
  columns: Sql,
  from: Sql,
  id: Sql,
  where: Sql,
): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    const rows = await db.all<Row>(sql`SELECT ${columns} FROM ${from} WHERE ${id} > ${last} AND ${id} <= (
        SELECT max(s.id) FROM (SELECT ${id} AS id FROM ${from} WHERE ${id} > ${last} AND ${where}
          ORDER BY ${id} LIMIT ${BATCH_ROWS}) AS s) AND ${where} ORDER BY ${id}`)
    const lastRow = rows.at(-1)
    if (!lastRow) return
    yield* rows
    last = lastRow.id
  }
}

interface TimesRow {
  id: number
  start_local: string
  end_local: string
  timezone: string
  start_at: number
  end_at: number
}

export const eventTimes: Invariant = {
  name: 'times',
  promise: 'the UTC instants of events match their local time and time zone',
  advice: 'save the events again with their dates; the rules of a time zone may have changed since they were written',
  async find({ db }) {
    const wrong: string[] = []
    const columns = sql`id, start_local, end_local, timezone, start_at, end_at`
    for await (const row of readRowsInBatches<TimesRow>(db, columns, sql`event`, sql`id`, sql`1 = 1`)) {
      if (!matchesLocalTime(row)) wrong.push(String(row.id))
    }
    return createViolations('event', 'have UTC instants that do not match their local time and time zone', wrong)
  },
}

/**
 * Converts start and end from UTC to local time and compares them with the stored local times. The reverse would be
 * ambiguous: when clocks are set back, one local time stands for two UTC times.
 */
function matchesLocalTime({ start_local, end_local, timezone, start_at, end_at }: TimesRow): boolean {
  try {
    return instantToLocal(start_at, timezone) === start_local && instantToLocal(end_at, timezone) === end_local
  } catch {
    return false
  }
}
