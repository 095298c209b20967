import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { type Reader, sql, type Transaction } from '../../db/database.ts'
import type { AdaptationContext } from './adapt-entries-to-subscription.ts'

/**
 * The functions of this file read and store which venue each place means. A place is a text in another calendar that
 * says where an event takes place (`LOCATION` in iCalendar).
 */

/** Reads the folded names of all categories and tags, and the venue that each place means. */
export async function readTermNamesAndVenuesOfPlaces(
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
