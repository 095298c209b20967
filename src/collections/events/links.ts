import type { Scope } from '../collection.ts'
import { loadOrganizersOf, type OrganizerRow } from '../organizers/store.ts'
import { loadTermsOf, type TermRow } from '../term.ts'
import { loadVenuesOf, type VenueRow } from '../venues/store.ts'

/** What an event refers to, as far as the caller may see it. */
export interface EventLinks {
  venues: VenueRow[]
  organizers: OrganizerRow[]
  categories: TermRow[]
  tags: TermRow[]
}

/** The links of a page of events: a fixed number of statements, however many events. */
export async function linksOf(scope: Scope, eventIds: readonly number[]): Promise<Map<number, EventLinks>> {
  const [venues, organizers, terms] = await Promise.all([
    loadVenuesOf(scope, eventIds),
    loadOrganizersOf(scope, eventIds),
    loadTermsOf(scope, eventIds),
  ])
  return new Map(
    eventIds.map((id) => [
      id,
      {
        venues: venues.get(id) ?? [],
        organizers: organizers.get(id) ?? [],
        categories: terms.categories.get(id) ?? [],
        tags: terms.tags.get(id) ?? [],
      },
    ]),
  )
}
