import { fold } from '../../core/fold.ts'
import { sql, type Transaction, type Values } from '../../db/database.ts'
import type { Scope } from '../collection.ts'
import { freeSlugs, type SlugWish, type TakenSlugs } from '../free-slugs.ts'
import { searchTextOf } from '../search-text.ts'
import type { EventToStore, PlannedText } from './bulk-plan.ts'
import { columnsOf, EVENT_FLAGS } from './store.ts'
import { type LinkIds, makeLinked } from './write-links.ts'

/** What an event has that says nothing of it. */
const DEFAULTS = {
  modified_at: null,
  image_id: null,
  cost: '',
  website: '',
  ...Object.fromEntries(EVENT_FLAGS.map((flag) => [flag, 0])),
}

const EVENT_COLUMNS = [
  ...[
    'id',
    'author_id',
    'original_language',
    'status',
    'published_at',
    'dating',
    'created_at',
    'modified_at',
    'image_id',
  ],
  ...['start_local', 'end_local', 'timezone', 'start_at', 'end_at', 'all_day', 'cost', 'website', ...EVENT_FLAGS],
  'is_public',
]
const TEXT_COLUMNS = [
  ...['event_id', 'language', 'title', 'description', 'excerpt', 'slug', 'title_folded', 'search_text', 'modified_at'],
  'listed_start',
]

/** The rows of a batch, by what they are about. */
interface Rows {
  event: Values[]
  text: Values[]
  venue: Values[]
  organizer: Values[]
  category: Values[]
  within: Values[]
  tag: Values[]
}

/**
 * Writes many new events with all their texts and links. They get what one by one would give them: rising ids, and slugs
 * in their order.
 * @param taken slugs that earlier batches of the same load found taken
 */
export async function storeEvents(
  scope: Scope<Transaction>,
  events: readonly EventToStore[],
  taken: TakenSlugs,
): Promise<void> {
  const { db } = scope
  // Two loads that wait for each other's slugs would both be lost.
  await db.lock('bulk_load')
  const links: LinkIds[] = []
  for (const { plan, createdAt, texts } of events) {
    const language = texts[0]?.language ?? scope.language
    links.push(await makeLinked({ ...scope, language, now: createdAt }, plan))
  }
  const ids = await db.nextIds('record', events.length)
  await db.beginBulk(ids[0] as number, ids.at(-1) as number)
  const slugs = await chosenSlugs(db, events, ids, taken)
  const above = await categoriesAbove(db, links)
  const rows: Rows = { event: [], text: [], venue: [], organizer: [], category: [], within: [], tag: [] }
  for (const [index, event] of events.entries()) {
    const id = ids[index] as number
    const columns = eventColumns(scope, id, event)
    rows.event.push(EVENT_COLUMNS.map((column) => columns[column] as Values[number]))
    const isListed = columns.is_public === 1 && columns.hide_from_listings === 0
    const listed = isListed ? (columns.start_local as string) : null
    for (const text of event.texts) rows.text.push(textRow(id, text, slugs.next().value ?? '', listed))
    addLinks(rows, id, links[index] as LinkIds, above, listed)
  }
  await insertAll(db, rows)
  await db.endBulk()
}

async function insertAll(db: Transaction, rows: Rows): Promise<void> {
  await db.insert('event', EVENT_COLUMNS, rows.event)
  await db.insert('event_text', TEXT_COLUMNS, rows.text)
  await db.insert('event_venue', ['event_id', 'venue_id', 'position', 'listed_start'], rows.venue)
  await db.insert('event_organizer', ['event_id', 'organizer_id', 'position', 'listed_start'], rows.organizer)
  await db.insert('event_category', ['event_id', 'category_id'], rows.category)
  await db.insert('event_within', ['event_id', 'category_id', 'listed_start'], rows.within)
  await db.insert('event_tag', ['event_id', 'tag_id', 'listed_start'], rows.tag)
}

/** Of all texts in their order; '' for those that wait for one. */
async function chosenSlugs(
  db: Transaction,
  events: readonly EventToStore[],
  ids: readonly number[],
  taken: TakenSlugs,
): Promise<IteratorObject<string, undefined>> {
  const wishes: SlugWish[] = []
  for (const [index, { texts }] of events.entries()) {
    for (const { language, slug } of texts) {
      if (slug !== undefined) wishes.push({ language, slug: slug || String(ids[index]) })
    }
  }
  const chosen = (await freeSlugs(db, 'event', wishes, taken)).values()
  return events
    .values()
    .flatMap(({ texts }) => texts.map(({ slug }) => (slug === undefined ? '' : (chosen.next().value ?? ''))))
}

function eventColumns(scope: Scope, id: number, { plan, createdAt, modifiedAt, texts }: EventToStore) {
  // What is public is decided by the last that wrote.
  const own = columnsOf({ ...scope, now: modifiedAt ?? createdAt }, plan)
  const columns: Record<string, string | number | null | undefined> = {
    ...DEFAULTS,
    id,
    author_id: plan.authorId,
    original_language: texts[0]?.language,
    status: plan.status,
    published_at: plan.published_at,
    dating: plan.dating,
    created_at: createdAt,
    ...(modifiedAt !== undefined && { modified_at: modifiedAt }),
    ...own,
  }
  return columns
}

const textRow = (id: number, text: PlannedText, slug: string, listed: string | null): Values => {
  const { language, title, description, excerpt, modified_at } = text
  const search = searchTextOf(title, excerpt, description)
  return [id, language, title, description, excerpt, slug, fold(title), search, modified_at, listed]
}

function addLinks(
  rows: Rows,
  id: number,
  { venue = [], organizer = [], category = [], tag = [] }: Partial<LinkIds>,
  above: ReadonlyMap<number, number[]>,
  listed: string | null,
): void {
  for (const [position, linked] of venue.entries()) rows.venue.push([id, linked, position, listed])
  for (const [position, linked] of organizer.entries()) rows.organizer.push([id, linked, position, listed])
  for (const linked of category) rows.category.push([id, linked])
  for (const linked of tag) rows.tag.push([id, linked, listed])
  const within = new Set(category.flatMap((one) => above.get(one) ?? []))
  for (const linked of within) rows.within.push([id, linked, listed])
}

/** For each category that is linked, itself and all above it. */
async function categoriesAbove(db: Transaction, links: readonly LinkIds[]): Promise<Map<number, number[]>> {
  const linked = [...new Set(links.flatMap(({ category }) => category ?? []))]
  const rows = await db.all<{ category_id: number; ancestor_id: number }>(sql`
    SELECT category_id, ancestor_id FROM category_within WHERE ${db.dialect.among(sql`category_id`, linked)}`)
  const above = new Map<number, number[]>()
  for (const { category_id, ancestor_id } of rows)
    above.set(category_id, [...(above.get(category_id) ?? []), ancestor_id])
  return above
}
