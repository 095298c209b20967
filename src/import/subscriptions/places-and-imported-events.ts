import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { type Reader, sql, type Transaction } from '../../db/database.ts'
import { createNameBasedUuid } from '../../feeds/name-based-uuid.ts'
import type { AdaptationContext } from './adapt-entries-to-subscription.ts'
import type { ImportedEvent } from './plan-removal-of-missing-events.ts'

/**
 * The functions of this file read and write data of this calendar that refreshing a subscription needs: imported
 * events, names of categories and tags, and the venue that each place means. A place is a text in another calendar that
 * says where an event takes place (`LOCATION` in iCalendar).
 */

/** Lists all events that were imported from a source. */
export const listImportedEvents = (db: Reader, source: string, now: number): Promise<ImportedEvent[]> =>
  db.all<ImportedEvent>(sql`
    SELECT x.external_id, x.match_key, x.record_id, x.missing_since, x.removed_from,
      CASE WHEN e.status <> 'trash' AND coalesce((
        SELECT max(d.end_at) FROM event d WHERE d.repeat_id = e.id AND d.status <> 'trash'), e.end_at) > ${now}
        AND NOT EXISTS (SELECT 1 FROM external_id o WHERE o.collection = 'events' AND o.record_id = x.record_id
          AND o.source <> x.source AND o.missing_since IS NULL)
      THEN 1 ELSE 0 END AS is_coming
    FROM external_id x LEFT JOIN event e ON e.id = x.record_id
    WHERE x.source = ${source} AND x.collection = 'events' ORDER BY x.external_id`)

/** Reads the folded names of all categories and tags, and the venue that each place means. */
export async function readVenuesAndTermsForSubscription(
  db: Reader,
): Promise<Pick<AdaptationContext, 'categories' | 'tags' | 'venues'>> {
  const [categories, tags, places] = await Promise.all([
    db.all<{ title: string }>(sql`SELECT title_folded AS title FROM category_text`),
    db.all<{ title: string }>(sql`SELECT title_folded AS title FROM tag_text`),
    db.all<{ place: string; venue_id: number | null }>(sql`SELECT p.place, v.id AS venue_id FROM place_venue p
      LEFT JOIN venue v ON v.id = p.venue_id AND v.status <> 'trash'`),
  ])
  return {
    categories: new Set(categories.map(({ title }) => title)),
    tags: new Set(tags.map(({ title }) => title)),
    venues: new Map(places.map(({ place, venue_id }) => [place, venue_id])),
  }
}

/**
 * Finds for each new place the venue with the same name, and stores both. A place without such a venue is stored too,
 * so that an editor can choose its venue.
 */
export async function storeNewPlacesWithVenues(tx: Transaction, places: ReadonlyMap<string, string>): Promise<void> {
  for (const [place, name] of places) {
    await tx.run(sql`INSERT INTO place_venue (place, name, venue_id) VALUES (${place}, ${name}, (
        SELECT min(v.id) FROM venue v JOIN venue_text t ON t.venue_id = v.id
        WHERE t.title_folded = ${foldTextForSearch(name)} AND v.status = 'publish'))
      ON CONFLICT (place) DO NOTHING`)
  }
}

/** A place as another calendar names it, and the venue that it means here. */
export interface PlaceRow {
  place: string
  name: string
  venue_id: number | null
}

/** Lists all places of subscriptions, those without a venue first. */
export const listPlacesOfSubscriptions = (db: Reader): Promise<PlaceRow[]> =>
  db.all<PlaceRow>(sql`SELECT place, name, venue_id FROM place_venue ORDER BY venue_id IS NOT NULL, place`)

/** Counts the places for which an editor must choose a venue. */
export const countPlacesWithoutVenue = async (db: Reader): Promise<number> =>
  (await db.get<{ places: number }>(sql`SELECT COUNT(*) AS places FROM place_venue WHERE venue_id IS NULL`))?.places ??
  0

/** Maximum number of venues from which an editor can choose the venue of a place. */
const VENUES_MAX = 1000

/** Lists the names of published venues in their original language, in alphabetical order. */
export const listVenueNames = (db: Reader): Promise<{ id: number; title: string }[]> =>
  db.all(sql`SELECT v.id, t.title FROM venue v
    JOIN venue_text t ON t.venue_id = v.id AND t.language = v.original_language
    WHERE v.status = 'publish' ORDER BY t.title_folded, v.id LIMIT ${VENUES_MAX}`)

/**
 * Stores which venue a place means, and makes all subscriptions due, so that they use it.
 * @returns whether the place exists
 */
export async function storeVenueOfPlace(
  tx: Transaction,
  place: string,
  venueId: number | null,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(sql`UPDATE place_venue SET venue_id = ${venueId} WHERE place = ${place}`)
  await tx.run(sql`UPDATE subscription SET whole_at = ${now}`)
  return changed > 0
}

/** Matches external ids that contain a UUID of version 5, as events in feeds of Almanac have. */
const OWN_FORM = /^(?:urn:uuid:)?([\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[\da-f]{4}-[\da-f]{12})(?: .*)?$/

/** Whether a feed is one of this calendar: more than half of its external ids are those of events here. */
export async function isFeedOfOwnCalendar(db: Reader, externalIds: readonly string[]): Promise<boolean> {
  const uuids = externalIds.flatMap((id) => OWN_FORM.exec(id)?.[1] ?? [])
  if (uuids.length * 2 <= externalIds.length) return false
  const site = await db.get<{ id: string }>(sql`SELECT id FROM site`)
  const ids = await db.all<{ id: number }>(sql`SELECT id FROM event WHERE repeat_id IS NULL`)
  const own = new Set(ids.map(({ id }) => createNameBasedUuid(site?.id ?? '', `event/${id}`)))
  return uuids.filter((uuid) => own.has(uuid)).length * 2 > externalIds.length
}
