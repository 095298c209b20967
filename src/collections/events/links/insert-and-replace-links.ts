import type { LinkedKind, TermKind } from '../../../core/kinds.ts'
import { type Dialect, join, type Reader, raw, type Sql, sql, type Transaction } from '../../../db/database.ts'
import { eventLinkTable, foreignKeyColumnOfKind } from '../../../db/sql-fragments.ts'
import type { Created } from '../../collection.ts'
import { createOrganizerUnlessSameExists } from '../../organizers/organizer-store.ts'
import type { Scope } from '../../scope.ts'
import { createSeriesUnlessSameExists } from '../../series/series-store.ts'
import { buildCategoriesOfEventsInsert, lockCategoryTree } from '../../terms/category-tree.ts'
import { selectTermIdsByName } from '../../terms/load-terms.ts'
import { createCategoryOrTag } from '../../terms/write-terms.ts'
import { createVenueUnlessSameExists } from '../../venues/venue-store.ts'
import type { EventPlan, PlannedPost, PlannedTerms } from '../plan-event.ts'
import { decodeLinkIds } from './load-links.ts'

/**
 * Ids of the venues, organizers, categories, tags and series that an event will refer to. Undefined: the references to
 * records of this kind do not change.
 */
export type LinkIds = Record<LinkedKind, number[] | undefined>

/**
 * Creates the venues, organizers, series and terms that the body of an event describes and that do not exist yet.
 * @returns the ids of all records to link, new and existing ones
 */
export async function createMissingLinkedRecords(
  scope: Scope<Transaction>,
  { places, terms }: EventPlan,
): Promise<LinkIds> {
  return {
    venue: places.venue && (await makePlaces(scope, places.venue, createVenueUnlessSameExists)),
    organizer: places.organizer && (await makePlaces(scope, places.organizer, createOrganizerUnlessSameExists)),
    series: places.series && (await makePlaces(scope, places.series, createSeriesUnlessSameExists)),
    category: terms.category && (await makeTerms(scope, 'category', terms.category)),
    tag: terms.tag && (await makeTerms(scope, 'tag', terms.tag)),
  }
}

async function makePlaces<Plan>(
  scope: Scope<Transaction>,
  places: PlannedPost<Plan>[],
  create: (scope: Scope<Transaction>, plan: Plan, imageId: number | null | undefined) => Promise<Created>,
): Promise<number[]> {
  const ids: number[] = []
  for (const place of places) ids.push('id' in place ? place.id : (await create(scope, place.plan, place.imageId)).id)
  return [...new Set(ids)]
}

async function makeTerms(
  scope: Scope<Transaction>,
  kind: TermKind,
  { ids, newNames }: PlannedTerms,
): Promise<number[]> {
  const made = [...ids]
  // Take the lock before the query: the query then also finds terms that concurrent transactions create while holding
  // the lock.
  if (newNames.length > 0) await scope.db.lock(`${kind}_name`)
  for (const name of newNames) {
    // The term may exist by now: the body contains its name twice, or a concurrent transaction has created it.
    const [existing] = await selectTermIdsByName(scope, kind, name)
    made.push(existing ?? (await createCategoryOrTag(scope, kind, { name })))
  }
  return [...new Set(made)]
}

/**
 * The SQL statements that store to which venues, organizers, categories, tags and series a new event refers.
 * @param listedStart local start of the event if the public calendar lists it; else null
 */
export function buildEventLinkInserts(
  { dialect }: Reader,
  eventId: number,
  links: LinkIds,
  listedStart: string | null,
): Sql[] {
  const from = sql`(SELECT CAST(${eventId} AS integer) AS id, ${dialect.localTime(sql`${listedStart}`)} AS listed_start) AS e`
  return linksOf(links).flatMap(([kind, ids]) => (ids.length > 0 ? [insertLinks(dialect, from, kind, ids)] : []))
}

/**
 * Replaces the references of events to venues, organizers, categories, tags or series, for those of these kinds that
 * the request body contains.
 * @param which SQL condition that selects the events, on the table `event` with the alias `e`
 */
export async function replaceLinksOfEvents({ db }: Scope<Transaction>, which: Sql, links: Partial<LinkIds>) {
  const writes: Promise<unknown>[] = []
  for (const [kind, ids] of linksOf(links)) {
    // This lock makes concurrent moves of categories finish before this transaction reads the ancestors of categories.
    // The lock statement is sent to the database together with the next statement.
    if (kind === 'category') writes.push(lockCategoryTree(db, 'shared'))
    writes.push(
      db.run(sql`DELETE FROM ${eventLinkTable(kind)} WHERE event_id IN (SELECT e.id FROM event e WHERE ${which})`),
    )
    const from = sql`(SELECT e.id, e.listed_start FROM event e WHERE ${which}) AS e`
    if (ids.length > 0) writes.push(db.run(insertLinks(db.dialect, from, kind, ids)))
  }
  await Promise.all(writes)
}

const linksOf = (links: Partial<LinkIds>) =>
  (Object.entries(links) as [LinkedKind, number[] | undefined][]).flatMap(([kind, ids]): [LinkedKind, number[]][] =>
    ids ? [[kind, ids]] : [],
  )

/**
 * The SQL statement that links records of one kind to an event. Posts are stored with their position;
 * terms need none, because they are sorted by name when they are read.
 * @param event subquery, with the alias `e`, that selects `id` and `listed_start` of the event
 */
function insertLinks(dialect: Dialect, event: Sql, kind: LinkedKind, ids: number[]): Sql {
  if (kind === 'category') return buildCategoriesOfEventsInsert(dialect, event, ids)
  const columns = join(OTHER_COLUMNS[kind].map(raw))
  const values = join(OTHER_COLUMNS[kind].map((name) => (name === 'position' ? sql`nullif(position, 0)` : raw(name))))
  return sql`INSERT INTO ${eventLinkTable(kind)} (event_id, ${foreignKeyColumnOfKind(kind)}, ${columns})
    SELECT e.id, linked.value, ${values} FROM ${event} CROSS JOIN ${dialect.valuesTable(ids)} linked`
}

/** For each link table, its columns besides the ids of the event and of the linked record. */
const OTHER_COLUMNS: Record<LinkedKind, readonly string[]> = {
  venue: ['position', 'listed_start'],
  organizer: ['position', 'listed_start'],
  series: ['position', 'listed_start'],
  category: ['is_inherited', 'listed_start'],
  tag: ['listed_start'],
}

/**
 * Copies all references of an event to other events that have none.
 * @param links the column `links` of the event
 * @param ids ids of the other events
 */
export async function copyLinksToEvents(
  tx: Transaction,
  eventId: number,
  links: string,
  ids: readonly number[],
): Promise<void> {
  const linked = linksOf(decodeLinkIds(links)).filter(([, ids]) => ids.length > 0)
  await Promise.all(
    linked.map(([kind]) => {
      const columns = [`${kind}_id`, ...OTHER_COLUMNS[kind]]
      // A subquery, not a join: PostgreSQL would scan all events if it planned the join while there were few.
      const listedStart = '(SELECT e.listed_start FROM event e WHERE e.id = given.value)'
      const copied = columns.map((name) => (name === 'listed_start' ? listedStart : `l.${name}`))
      return tx.run(sql`INSERT INTO ${eventLinkTable(kind)} (event_id, ${raw(columns.join())})
        SELECT given.value, ${raw(copied.join())}
        FROM ${tx.dialect.valuesTable(ids)} given CROSS JOIN ${eventLinkTable(kind)} l WHERE l.event_id = ${eventId}`)
    }),
  )
}
