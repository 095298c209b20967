import { sql } from '../../db/database.ts'
import { visibleTo } from '../../db/fragments.ts'
import type { Scope } from '../collection.ts'
import { loadOrganizers, type OrganizerRow } from '../organizers/store.ts'
import { loadTerms, type TermRow } from '../term.ts'
import { loadVenues, type VenueRow } from '../venues/store.ts'

/** What an event refers to, as far as the caller may see it. */
export interface EventLinks {
  venues: VenueRow[]
  organizers: OrganizerRow[]
  categories: TermRow[]
  tags: TermRow[]
}

interface Link {
  kind: 'venue' | 'organizer' | 'category' | 'tag'
  event_id: number
  id: number
}

/** The links of a page of events: a fixed number of statements, however many events. */
export async function linksOf(scope: Scope, eventIds: readonly number[]): Promise<Map<number, EventLinks>> {
  const links = eventIds.length > 0 ? await readLinks(scope, eventIds) : []
  const idsOf = (kind: Link['kind']) => [...new Set(links.flatMap((link) => (link.kind === kind ? [link.id] : [])))]
  const [venues, organizers, categories, tags] = await Promise.all([
    loadVenues(scope, idsOf('venue')),
    loadOrganizers(scope, idsOf('organizer')),
    loadTerms(scope, 'category', idsOf('category')),
    loadTerms(scope, 'tag', idsOf('tag')),
  ])
  const places = { venue: byId(venues), organizer: byId(organizers) }
  const names = { category: byId(byName(categories)), tag: byId(byName(tags)) }
  return new Map(
    eventIds.map((event) => {
      const own = (kind: Link['kind']) =>
        links.filter((link) => link.kind === kind && link.event_id === event).map(({ id }) => id)
      return [
        event,
        {
          venues: pick(places.venue, own('venue')),
          organizers: pick(places.organizer, own('organizer')),
          categories: inTurn(names.category, own('category')),
          tags: inTurn(names.tag, own('tag')),
        },
      ]
    }),
  )
}

const readLinks = ({ db, caller, now }: Scope, eventIds: readonly number[]) => {
  const ofEvents = db.dialect.among(sql`l.event_id`, eventIds)
  // Venues and organizers have an order of their own; terms are shown by name.
  return db.all<Link>(sql`
    SELECT 'venue' AS kind, l.event_id, l.venue_id AS id, l.position AS position
      FROM event_venue l JOIN venue p ON p.id = l.venue_id WHERE ${ofEvents} AND (${visibleTo(caller, now)})
    UNION ALL SELECT 'organizer', l.event_id, l.organizer_id, l.position
      FROM event_organizer l JOIN organizer p ON p.id = l.organizer_id WHERE ${ofEvents} AND (${visibleTo(caller, now)})
    UNION ALL SELECT 'category', l.event_id, l.category_id, 0 FROM event_category l WHERE ${ofEvents}
    UNION ALL SELECT 'tag', l.event_id, l.tag_id, 0 FROM event_tag l WHERE ${ofEvents}
    ORDER BY position`)
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

const byName = (terms: TermRow[]) =>
  terms.toSorted((one, other) => (one.text.title.toLowerCase() < other.text.title.toLowerCase() ? -1 : 1))

const pick = <Row>(rows: Map<number, Row>, ids: number[]) => ids.flatMap((id) => rows.get(id) ?? [])

/** The rows with one of the ids, in the order of the map. */
function inTurn<Row>(rows: Map<number, Row>, ids: number[]): Row[] {
  const wanted = new Set(ids)
  return [...rows].flatMap(([id, row]) => (wanted.has(id) ? [row] : []))
}
