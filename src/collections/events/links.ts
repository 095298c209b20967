import type { LinkedPostKind } from '../../core/kinds.ts'
import type { Scope } from '../collection.ts'
import { loadLinkedOrganizers, type OrganizerRow } from '../organizers/store.ts'
import { compareByName, loadLinkedTerms, type TermRow } from '../terms/read.ts'
import { loadLinkedVenues, type VenueRow } from '../venues/store.ts'

/** The venues, organizers, categories and tags of an event, without those that the caller may not see. */
export interface EventLinks {
  venues: VenueRow[]
  organizers: OrganizerRow[]
  categories: TermRow[]
  tags: TermRow[]
}

/** Ids of all records that an event refers to, by kind. Responses list venues and organizers in this order. */
export interface LinkedIds {
  venue: number[]
  organizer: number[]
  category: number[]
  tag: number[]
}

const NOTHING: LinkedIds = { venue: [], organizer: [], category: [], tag: [] }

/**
 * Encodes the ids of linked records for the column `event.links`, which saves reading four link tables with each event.
 * @param sent   ids in the body of the request; the stored ids of kinds that are undefined do not change
 * @param before value of the column before this write
 */
export function encodeLinkIds(sent: Partial<Record<keyof LinkedIds, number[] | undefined>>, before = ''): string {
  const { venue, organizer, category, tag } = decodeLinkIds(before)
  return JSON.stringify([sent.venue ?? venue, sent.organizer ?? organizer, sent.category ?? category, sent.tag ?? tag])
}

export function decodeLinkIds(packed: string): LinkedIds {
  if (packed === '') return NOTHING
  const [venue, organizer, category, tag] = JSON.parse(packed) as [number[], number[], number[], number[]]
  return { venue, organizer, category, tag }
}

/**
 * Loads the venues, organizers, categories and tags of events. The number of SQL statements does not depend on the
 * number of events. Deleted records and those that the caller may not see are skipped.
 */
export async function loadEventLinks(scope: Scope, events: readonly { links_json: string }[]): Promise<EventLinks[]> {
  const linked = events.map(({ links_json }) => decodeLinkIds(links_json))
  const all = (kind: keyof LinkedIds) => [...new Set(linked.flatMap((ids) => ids[kind]))]
  const [venues, organizers, categories, tags] = await Promise.all([
    loadLinkedVenues(scope, all('venue')),
    loadLinkedOrganizers(scope, all('organizer')),
    loadLinkedTerms(scope, 'category', all('category')),
    loadLinkedTerms(scope, 'tag', all('tag')),
  ])
  return linked.map((ids) => ({
    venues: found(venues, ids.venue),
    organizers: found(organizers, ids.organizer),
    categories: found(categories, ids.category).sort(compareByName),
    tags: found(tags, ids.tag).sort(compareByName),
  }))
}

/** Selects the ids of venues or organizers that the caller may see and that are not in the trash. */
export async function visiblePostIds(
  scope: Scope,
  kind: LinkedPostKind,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const load = kind === 'venue' ? loadLinkedVenues : loadLinkedOrganizers
  return new Set((await load(scope, ids)).keys())
}

const found = <Row>(rows: ReadonlyMap<number, Row>, ids: readonly number[]): Row[] =>
  ids.flatMap((id) => rows.get(id) ?? [])
