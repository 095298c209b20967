import { type Sql, sql } from '../../db/database.ts'

/** Kilometres; the mean radius of the earth (IUGG). */
const EARTH_RADIUS_KM = 6371.0088

const VENUE_OF_EVENT = sql`SELECT 1 FROM event_venue l JOIN venue v ON v.id = l.venue_id
  WHERE l.event_id = p.id AND v.status <> 'trash'`

/** The event has a venue whose place on earth is known. */
export const withPlace: Sql = sql`EXISTS (${VENUE_OF_EVENT} AND v.geo_lat IS NOT NULL AND v.geo_lng IS NOT NULL)`

/**
 * The event has a venue within a distance: a box on the indexed columns first, then the exact great-circle distance.
 * @param center degrees north and east
 */
export function nearby(center: { lat: number; lng: number }, radiusKm: number): Sql {
  const { lat, lng } = center
  // Rounding may put the cosine of no distance a hair above 1.
  const cosine = sql`sin(radians(${lat})) * sin(radians(v.geo_lat))
    + cos(radians(${lat})) * cos(radians(v.geo_lat)) * cos(radians(v.geo_lng - ${lng}))`
  const distance = sql`${EARTH_RADIUS_KM} * acos(CASE WHEN ${cosine} > 1 THEN 1 WHEN ${cosine} < -1 THEN -1 ELSE ${cosine} END)`
  return sql`p.id IN (SELECT l.event_id FROM event_venue l JOIN venue v ON v.id = l.venue_id
    WHERE v.status <> 'trash' AND ${boxAround(center, radiusKm)} AND ${distance} <= ${radiusKm})`
}

function boxAround({ lat, lng }: { lat: number; lng: number }, radiusKm: number): Sql {
  const degrees = (radiusKm / EARTH_RADIUS_KM) * (180 / Math.PI)
  const north = lat + degrees
  const south = lat - degrees
  const rows = sql`v.geo_lat >= ${south} AND v.geo_lat <= ${north}`
  // Around a pole every meridian is near.
  if (north >= 90 || south <= -90) return rows
  const ratio = Math.sin((degrees * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180)
  if (ratio >= 1) return rows
  const width = (Math.asin(ratio) * 180) / Math.PI
  const west = lng - width
  const east = lng + width
  if (west < -180) return sql`${rows} AND (v.geo_lng >= ${west + 360} OR v.geo_lng <= ${east})`
  if (east > 180) return sql`${rows} AND (v.geo_lng >= ${west} OR v.geo_lng <= ${east - 360})`
  return sql`${rows} AND v.geo_lng >= ${west} AND v.geo_lng <= ${east}`
}
