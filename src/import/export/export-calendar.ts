import { listAccounts } from '../../accounts/account-store.ts'
import { COLLECTION_BY_KIND } from '../../collections/collection-by-kind.ts'
import type { Scope } from '../../collections/scope.ts'
import { isPostKind, KINDS, type Kind } from '../../core/kinds.ts'
import { type Reader, sql } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'
import { PICTURE_COLUMNS, type PictureRow, readPictureContent } from '../../media/picture-store.ts'
import { parseAltTexts } from '../../media/picture-texts.ts'
import { EXPORT_VERSION } from '../sources/json-source.ts'
import { type ExportedRow, formatExportLineOfRecord, formatExportOfChangedDate } from './record-line.ts'

/** One part of an exported calendar: a line of the NDJSON file, or a picture that is stored as a file next to it. */
export type ExportPart = { line: Record<string, unknown> } | { file: string; bytes: Buffer }

/** The kinds of records in the order in which they are exported: events last, because they refer to the others. */
const ORDER: readonly Kind[] = KINDS.toSorted((one, other) => Number(one === 'event') - Number(other === 'event'))

const ROWS_AT_ONCE = 100

/**
 * Yields all pictures and records of a calendar except those in the trash, in the form that `almanac import json`
 * reads.
 */
export async function* exportCalendar(scope: Scope): AsyncGenerator<ExportPart> {
  const { db, languages, site } = scope
  const highest_ids = await readHighestIds(db)
  yield { line: { almanac_export: EXPORT_VERSION, languages, timezone: site.timezone, highest_ids } }
  yield* exportPictures(db)
  const logins = new Map((await listAccounts(db)).map(({ id, login }) => [id, login]))
  for (const kind of ORDER) {
    for await (const rows of readRows(scope, kind)) {
      for (const row of rows) {
        const dates = kind === 'event' ? await changedDates(scope, row) : []
        yield {
          line: {
            ...formatExportLineOfRecord(COLLECTION_BY_KIND[kind], scope, row, logins),
            ...(dates.length > 0 && { dates }),
          },
        }
      }
    }
  }
}

/**
 * Reads the highest id of exported records and pictures, and that of categories and tags. Dates of repeated events do
 * not count, because they have no line of their own.
 */
async function readHighestIds(db: Reader): Promise<{ record: number; term: number }> {
  const row = await db.get<{ record: number | null; term: number | null }>(sql`SELECT
    (SELECT max(id) FROM (SELECT max(id) AS id FROM event WHERE status <> 'trash' AND repeat_id IS NULL
      UNION ALL SELECT max(id) FROM venue WHERE status <> 'trash'
      UNION ALL SELECT max(id) FROM organizer WHERE status <> 'trash'
      UNION ALL SELECT max(id) FROM series WHERE status <> 'trash' UNION ALL SELECT max(id) FROM picture) r) AS record,
    (SELECT max(id) FROM (SELECT max(id) AS id FROM category UNION ALL SELECT max(id) FROM tag) t) AS term`)
  return { record: row?.record ?? 0, term: row?.term ?? 0 }
}

async function* exportPictures(db: Reader): AsyncGenerator<ExportPart> {
  for (let after = 0; ; ) {
    const row = await db.get<PictureRow>(
      sql`SELECT ${PICTURE_COLUMNS} FROM picture WHERE id > ${after} ORDER BY id LIMIT 1`,
    )
    if (!row) return
    after = row.id
    const { id, title, alt, caption, credit, focus, file_name: file } = row
    const bytes = await readPictureContent(db, file)
    if (bytes) yield { file, bytes }
    yield {
      line: { kind: 'picture', id, title, alt, caption, credit, focus, alt_texts: parseAltTexts(row.alt_texts), file },
    }
  }
}

/**
 * Reads the records of a kind in batches; categories after their parents. Dates of repeated events are not among them,
 * because they are part of the line of their event.
 */
async function* readRows(scope: Scope, kind: Kind): AsyncGenerator<ExportedRow[]> {
  const { db } = scope
  const ids = await db.all<{ id: number }>(
    kind === 'category'
      ? sql`SELECT id FROM category
          ORDER BY (SELECT count(*) FROM category_within w WHERE w.category_id = category.id), id`
      : kind === 'event'
        ? sql`SELECT id FROM event WHERE status <> 'trash' AND repeat_id IS NULL ORDER BY id`
        : isPostKind(kind)
          ? sql`SELECT id FROM ${tableOfKind(kind)} WHERE status <> 'trash' ORDER BY id`
          : sql`SELECT id FROM ${tableOfKind(kind)} ORDER BY id`,
  )
  const collection = COLLECTION_BY_KIND[kind]
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE).map(({ id }) => id)
    const rows: ExportedRow[] = collection.load
      ? await collection.load(scope, db.dialect.inList(sql`p.id`, some))
      : await Promise.all(some.map((id) => collection.find(scope, { id })))
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield some.flatMap((id) => byId.get(id) ?? [])
  }
}

/** Reads the dates of a repeated event at which a field differs from the event. */
async function changedDates(scope: Scope, event: ExportedRow) {
  const where = sql`p.repeat_id = ${event.id} AND p.overrides <> '' AND p.status <> 'trash'`
  const rows = (await COLLECTION_BY_KIND.event.load?.(scope, where)) ?? []
  return rows
    .map((date) => formatExportOfChangedDate(COLLECTION_BY_KIND.event, scope, event, date))
    .sort((one, other) => (one.start < other.start ? -1 : 1))
}
