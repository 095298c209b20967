import { buildSearchText } from '../collections/texts/search-text.ts'
import { isTerm, KINDS, type Kind } from '../core/kinds.ts'
import { foldText } from '../core/text/fold.ts'
import { cleanHtml } from '../core/text/html.ts'
import { instantToLocal } from '../core/time/instant.ts'
import { raw, type Sql, sql } from '../db/database.ts'
import { idColumn, textTable } from '../db/fragments.ts'
import type { Snapshot } from '../db/snapshot.ts'
import { type CheckContext, findSequentially, type Invariant, type Violation, violationOf } from './invariant.ts'

/** What only the program can compute: rows are read in steps, so that a large calendar takes no more memory than a small one. */
const ROWS_A_STEP = 1000

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
  promise:
    'the folded copies that searches look into are those of the texts, and descriptions hold no forbidden markup',
  advice: 'save the texts again',
  find: (look) => findSequentially(KINDS, (kind) => wrongTexts(look, kind)),
}

async function wrongTexts({ db, textsMax }: CheckContext, kind: Kind): Promise<Violation[]> {
  const id = idColumn(kind)
  const excerpt = isTerm(kind) ? sql`''` : sql`excerpt`
  const columns = sql`${id} AS id, language, title, description, ${excerpt} AS excerpt, title_folded, search_text`
  const [notFolded, unclean]: [string[], string[]] = [[], []]
  const every = await samplingInterval(db, `${kind}_text`, textsMax)
  const isTaken = every > 1 ? sql`${id} % ${raw(String(every))} = 0` : sql`1 = 1`
  for await (const row of readRowsInBatches<TextRow>(db, columns, sql`${textTable(kind)}`, id, isTaken)) {
    const { title, description, excerpt, title_folded, search_text } = row
    const isFolded = foldText(title) === title_folded && buildSearchText(title, excerpt, description) === search_text
    if (!isFolded) notFolded.push(`${row.id} ${row.language}`)
    if (cleanHtml(description) !== description) unclean.push(`${row.id} ${row.language}`)
  }
  return [
    ...violationOf(`${kind}_text`, 'have a folded copy of another text', notFolded),
    ...violationOf(`${kind}_text`, 'hold markup in their description that is not allowed', unclean),
  ]
}

/** 1 when all are few enough; else one id in so many is looked at. */
export async function samplingInterval(db: Snapshot, table: string, most: number): Promise<number> {
  const row = await db.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${raw(table)}`)
  return Math.max(1, Math.ceil(Number(row?.total ?? 0) / most))
}

/** By rising ids; those that share an id come together. */
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
          ORDER BY ${id} LIMIT ${ROWS_A_STEP}) AS s) AND ${where} ORDER BY ${id}`)
    const final = rows.at(-1)
    if (!final) return
    yield* rows
    last = final.id
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
  promise: 'the UTC instants of events are those that their wall clock and zone give',
  advice: 'save the events again with their dates; the rules of a zone may have changed since they were written',
  async find({ db }) {
    const wrong: string[] = []
    const columns = sql`id, start_local, end_local, timezone, start_at, end_at`
    for await (const row of readRowsInBatches<TimesRow>(db, columns, sql`event`, sql`id`, sql`1 = 1`)) {
      if (!isInAgreement(row)) wrong.push(String(row.id))
    }
    return violationOf('event', 'have UTC instants that do not agree with their wall clock and zone', wrong)
  },
}

/** An hour that comes twice in autumn is the same on the wall, so the way back is compared. */
function isInAgreement({ start_local, end_local, timezone, start_at, end_at }: TimesRow): boolean {
  try {
    return instantToLocal(start_at, timezone) === start_local && instantToLocal(end_at, timezone) === end_local
  } catch {
    return false
  }
}
