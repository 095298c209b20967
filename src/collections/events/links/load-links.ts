import { objectKeys } from '../../../core/generic/object-keys.ts'
import type { LinkedPostKind } from '../../../core/kinds.ts'
import { loadOrganizersById, type OrganizerRow } from '../../organizers/organizer-store.ts'
import type { Scope } from '../../scope.ts'
import { type LinkedSeriesRow, loadSeriesById } from '../../series/series-store.ts'
import { createTermComparator, loadTermsById, type TermRow } from '../../terms/load-terms.ts'
import { loadVenuesById, type VenueRow } from '../../venues/venue-store.ts'

/** The venues, organizers, categories, tags and series of an event, without those that the caller may not see. */
export interface EventLinks {
  venues: VenueRow[]
  organizers: OrganizerRow[]
  categories: TermRow[]
  tags: TermRow[]
  series: LinkedSeriesRow[]
}

/** Ids of all records that an event refers to, by kind. Responses list venues, organizers and series in this order. */
export interface LinkedIds {
  venue: number[]
  organizer: number[]
  category: number[]
  tag: number[]
  series: number[]
}

const NOTHING: LinkedIds = { venue: [], organizer: [], category: [], tag: [], series: [] }

/**
 * Encodes the ids of linked records for the column `event.links`, which saves reading five link tables with each event.
 * @param sent   ids in the body of the request; the stored ids of kinds that are undefined do not change
 * @param before value of the column before this write
 */
export function encodeLinkIds(sent: Partial<Record<keyof LinkedIds, number[] | undefined>>, before = ''): string {
  const ids = { ...decodeLinkIds(before) }
  for (const kind of objectKeys(ids)) ids[kind] = sent[kind] ?? ids[kind]
  return JSON.stringify([ids.venue, ids.organizer, ids.category, ids.tag, ids.series])
}

export function decodeLinkIds(packed: string): LinkedIds {
  if (packed === '') return NOTHING
  // Rows that were written before there were series contain four lists.
  const [venue = [], organizer = [], category = [], tag = [], series = []] = JSON.parse(packed) as number[][]
  return { venue, organizer, category, tag, series }
}

/**
 * Loads the venues, organizers, categories, tags and series of events. The number of SQL statements does not depend on
 * the number of events. Deleted records and those that the caller may not see are skipped.
 */
export async function loadEventLinks(scope: Scope, events: readonly { links_json: string }[]): Promise<EventLinks[]> {
  const linked = events.map(({ links_json }) => decodeLinkIds(links_json))
  const all = (kind: keyof LinkedIds) => [...new Set(linked.flatMap((ids) => ids[kind]))]
  const [venues, organizers, categories, tags, series] = await Promise.all([
    loadVenuesById(scope, all('venue')),
    loadOrganizersById(scope, all('organizer')),
    loadTermsById(scope, 'category', all('category')),
    loadTermsById(scope, 'tag', all('tag')),
    loadSeriesById(scope, all('series')),
  ])
  const [compareCategories, compareTags] = [createTermComparator(categories), createTermComparator(tags)]
  return linked.map((ids) => ({
    venues: pickRowsByIds(venues, ids.venue),
    organizers: pickRowsByIds(organizers, ids.organizer),
    categories: pickRowsByIds(categories, ids.category, compareCategories),
    tags: pickRowsByIds(tags, ids.tag, compareTags),
    series: pickRowsByIds(series, ids.series),
  }))
}

/** Selects the ids of venues, organizers or series that the caller may see and that are not in the trash. */
export async function selectVisiblePostIds(
  scope: Scope,
  kind: LinkedPostKind,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await LOADERS[kind](scope, ids)).keys())
}

const LOADERS = { venue: loadVenuesById, organizer: loadOrganizersById, series: loadSeriesById }

/** Picks the rows with the given ids, in the order of the ids or, if `compare` is given, sorted by it. */
export function pickRowsByIds<Row>(
  rows: ReadonlyMap<number, Row>,
  ids: readonly number[],
  compare?: (one: Row, other: Row) => number,
): Row[] {
  const found: Row[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (row !== undefined) found.push(row)
  }
  return compare === undefined || found.length < 2 ? found : found.sort(compare)
}
