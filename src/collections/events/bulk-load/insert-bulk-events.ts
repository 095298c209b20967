import { type RowValues, sql, type Transaction } from '../../../db/database.ts'
import type { Scope } from '../../scope.ts'
import { lockCategoryTree } from '../../terms/category-tree.ts'
import { assignFreeSlugs, type TakenSlugs, type WantedSlug } from '../../texts/assign-free-slugs.ts'
import { encodeTextsColumn, type RecordText } from '../../texts/record-texts.ts'
import { createMissingLinkedRecords, type LinkIds } from '../links/insert-and-replace-links.ts'
import { encodeLinkIds } from '../links/load-links.ts'
import { EVENT_COLUMNS, type PlannedBulkEvent, TEXT_COLUMNS } from './plan-bulk-event.ts'
import { insertRecurrenceAndDatesOfBulkEvent } from './recurrence-of-bulk-events.ts'

type Links = Partial<LinkIds>

/** The rows to insert in one transaction, by table. */
interface Rows {
  event: RowValues[]
  text: RowValues[]
  venue: RowValues[]
  organizer: RowValues[]
  within: RowValues[]
  tag: RowValues[]
  series: RowValues[]
}

/**
 * Inserts many new events with all texts and links. Slugs, and ids where `events` have none, are those that separate
 * create requests would assign. Either all events have ids, in rising order and without other events between them, or
 * none has.
 * @param taken slugs that earlier transactions of the load found in use
 * @returns the ids of the events
 */
export async function insertBulkEvents(
  scope: Scope<Transaction>,
  events: readonly PlannedBulkEvent[],
  taken: TakenSlugs,
): Promise<number[]> {
  const { db } = scope
  // Without this lock two concurrent bulk loads could deadlock, each waiting for a slug that the other one holds.
  await db.lock('bulk_load')
  await lockCategoryTree(db, 'shared')
  const links: Links[] = []
  for (const { links: existing, toCreate } of events) {
    links.push(
      toCreate
        ? await createMissingLinkedRecords({ ...scope, language: toCreate.language, now: toCreate.now }, toCreate.plan)
        : existing,
    )
  }
  const { ids, idsOfDates } = await reserveIds(db, events)
  await db.beginBulk(ids[0] as number, ids.at(-1) as number)
  const slugs = await assignSlugs(db, events, ids, taken)
  const above = await categoriesAbove(db, links)
  const rows: Rows = { event: [], text: [], venue: [], organizer: [], within: [], tag: [], series: [] }
  let at = 0
  for (const [index, { columns, listedStart, texts }] of events.entries()) {
    const id = ids[index] as number
    const linked = links[index] as Links
    const own = texts.map((text) => ({ ...text, slug: text.slug === undefined ? '' : (slugs[at++] as string) }))
    rows.event.push([id, encodeLinkIds(linked), encodeTextsColumn(own.map(textOf)), ...columns])
    for (const { slug, columns } of own) rows.text.push([id, slug, listedStart, ...columns])
    addLinks(rows, id, linked, above, listedStart)
  }
  await insertAll(db, rows)
  await db.endBulk()
  for (const [index, { repetition }] of events.entries()) {
    if (repetition)
      await insertRecurrenceAndDatesOfBulkEvent(db, ids[index] as number, repetition, idsOfDates[index] ?? [])
  }
  return ids
}

/**
 * Reserves ids for events and their dates: the ids of dates follow the id of their event, unless the events have ids
 * already.
 */
async function reserveIds(db: Transaction, events: readonly PlannedBulkEvent[]) {
  const given = events.flatMap(({ id }) => id ?? [])
  const dates = events.map(({ repetition }) => repetition?.dates.length ?? 0)
  const own = given.length > 0 ? 0 : 1
  const free = await db.nextIds(
    'record',
    dates.reduce((sum, count) => sum + own + count, 0),
  )
  const ids: number[] = [...given]
  const idsOfDates: number[][] = []
  let at = 0
  for (const count of dates) {
    if (own) ids.push(free[at] as number)
    idsOfDates.push(free.slice(at + own, at + own + count))
    at += own + count
  }
  return { ids, idsOfDates }
}

/** A text of an event in the form in which a query of the table `event_text` returns it. */
function textOf({ slug, columns }: { slug: string; columns: RowValues }): RecordText {
  const named = Object.fromEntries(TEXT_COLUMNS.map((name, index) => [name, columns[index]]))
  return { ...named, slug } as RecordText & typeof named
}

async function insertAll(db: Transaction, rows: Rows): Promise<void> {
  await db.insert('event', ['id', 'links', 'texts', ...EVENT_COLUMNS], rows.event)
  await db.insert('event_text', ['event_id', 'slug', 'listed_start', ...TEXT_COLUMNS], rows.text)
  await db.insert('event_venue', ['event_id', 'venue_id', 'position', 'listed_start'], rows.venue)
  await db.insert('event_organizer', ['event_id', 'organizer_id', 'position', 'listed_start'], rows.organizer)
  await db.insert('event_within', ['event_id', 'category_id', 'is_inherited', 'listed_start'], rows.within)
  await db.insert('event_tag', ['event_id', 'tag_id', 'listed_start'], rows.tag)
  await db.insert('event_series', ['event_id', 'series_id', 'position', 'listed_start'], rows.series)
}

/**
 * Assigns a free slug to each text of an event, except texts of drafts that have no slug yet. Returns the slugs in the
 * order of the texts.
 */
function assignSlugs(
  db: Transaction,
  events: readonly PlannedBulkEvent[],
  ids: readonly number[],
  taken: TakenSlugs,
): Promise<string[]> {
  const wanted: WantedSlug[] = []
  for (const [index, { texts }] of events.entries()) {
    for (const { language, slug } of texts) {
      // An empty slug means that the title contains no letters or digits to build one from: use the id as slug.
      if (slug !== undefined) wanted.push({ language, slug: slug || String(ids[index]) })
    }
  }
  return assignFreeSlugs(db, 'event', wanted, taken)
}

function addLinks(
  rows: Rows,
  id: number,
  { venue = [], organizer = [], category = [], tag = [], series = [] }: Links,
  above: ReadonlyMap<number, number[]>,
  listedStart: string | null,
): void {
  for (const [position, linked] of venue.entries()) rows.venue.push([id, linked, position || null, listedStart])
  for (const [position, linked] of organizer.entries()) rows.organizer.push([id, linked, position || null, listedStart])
  for (const [position, linked] of series.entries()) rows.series.push([id, linked, position || null, listedStart])
  for (const linked of tag) rows.tag.push([id, linked, listedStart])
  const within = new Set(category.flatMap((one) => above.get(one) ?? []))
  for (const linked of within) rows.within.push([id, linked, category.includes(linked) ? null : 1, listedStart])
}

/** Maps the id of each linked category to its own id and the ids of its ancestors. */
async function categoriesAbove(db: Transaction, links: readonly Links[]): Promise<Map<number, number[]>> {
  const linked = [...new Set(links.flatMap(({ category }) => category ?? []))]
  const rows = await db.all<{ category_id: number; ancestor_id: number }>(sql`
    SELECT category_id, ancestor_id FROM category_within WHERE ${db.dialect.inList(sql`category_id`, linked)}`)
  const above = Map.groupBy(rows, ({ category_id }) => category_id)
  return new Map(Array.from(above, ([id, ancestors]) => [id, ancestors.map(({ ancestor_id }) => ancestor_id)]))
}
