import type { LinkedPostKind } from '../../core/kinds.ts'
import type { Scope } from '../collection.ts'
import { loadLinkedOrganizers, type OrganizerRow } from '../organizers/store.ts'
import { compareByName, loadLinkedTerms, type TermRow } from '../terms/read.ts'
import { loadLinkedVenues, type VenueRow } from '../venues/store.ts'

/** What an event refers to, as far as the caller may see it. */
export interface EventLinks {
  venues: VenueRow[]
  organizers: OrganizerRow[]
  categories: TermRow[]
  tags: TermRow[]
}

/** The ids of all an event is linked to, by kind. Venues and organizers have an order of their own. */
export interface LinkedIds {
  venue: number[]
  organizer: number[]
  category: number[]
  tag: number[]
}

const NOTHING: LinkedIds = { venue: [], organizer: [], category: [], tag: [] }

/**
 * The links as the row of the event repeats them, so that a read has all ids at once instead of looking into four tables.
 * @param sent  undefined: as before
 * @param before of the event before this write
 */
export function packLinks(sent: Partial<Record<keyof LinkedIds, number[] | undefined>>, before = ''): string {
  const { venue, organizer, category, tag } = unpackLinks(before)
  return JSON.stringify([sent.venue ?? venue, sent.organizer ?? organizer, sent.category ?? category, sent.tag ?? tag])
}

export function unpackLinks(packed: string): LinkedIds {
  if (packed === '') return NOTHING
  const [venue, organizer, category, tag] = JSON.parse(packed) as [number[], number[], number[], number[]]
  return { venue, organizer, category, tag }
}

/**
 * What the events of a page refer to, in the order of the page: a fixed number of statements, however many events. What is
 * gone or not for the caller is left out.
 */
export async function loadEventLinks(scope: Scope, events: readonly { links_json: string }[]): Promise<EventLinks[]> {
  const linked = events.map(({ links_json }) => unpackLinks(links_json))
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

/** Of the ids, those of venues or organizers that the caller may see and nobody has thrown away. */
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
