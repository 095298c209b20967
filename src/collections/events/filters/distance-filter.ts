import { type Sql, sql } from '../../../db/database.ts'
import { visibleToCallerCondition } from '../../../db/sql-fragments.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'

/** Mean radius of the earth in kilometres (IUGG). */
const EARTH_RADIUS_KM = 6371.0088

/**
 * SQL after FROM for the venues (`v`) that the caller may see, joined with the rows of the link table `event_venue`
 * (`l`).
 */
const placesOf = ({ caller, now }: Scope) => sql`FROM event_venue l JOIN venue v ON v.id = l.venue_id
  WHERE (${visibleToCallerCondition(caller, now, 'v')})`

/** SQL conditions of the parameters `geoloc`, `geoloc_lat`, `geoloc_lng` and `geoloc_radius`. */
export function distanceFilterConditions(scope: Scope, query: EventQuery): Sql[] {
  const conditions: Sql[] = []
  if (query.geoloc !== undefined)
    conditions.push(query.geoloc ? hasCoordinatesCondition(scope) : sql`NOT ${hasCoordinatesCondition(scope)}`)
  const center = centerOfDistanceSearch(query)
  if (center) conditions.push(withinRadiusCondition(scope, center, query.geoloc_radius ?? scope.site.geoloc_radius_km))
  return conditions
}

/** The center of a search by distance. A latitude without longitude, or the reverse, is ignored (API contract). */
export function centerOfDistanceSearch({ geoloc_lat: lat, geoloc_lng: lng }: EventQuery) {
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined
}

/**
 * SQL condition that the event has a venue with coordinates. CROSS JOIN makes SQLite look up the venues of each event,
 * instead of reading all venues.
 */
const hasCoordinatesCondition = ({ caller, now }: Scope): Sql =>
  sql`EXISTS (SELECT 1 FROM event_venue l CROSS JOIN venue v WHERE l.event_id = p.id AND v.id = l.venue_id
    AND (${visibleToCallerCondition(caller, now, 'v')}) AND v.geo_lat IS NOT NULL AND v.geo_lng IS NOT NULL)`

/**
 * SQL condition that the event has a venue within a distance: inside a bounding box, which can use an index, and then
 * within the exact great-circle distance.
 * @param center latitude and longitude in degrees
 */
function withinRadiusCondition(scope: Scope, center: { lat: number; lng: number }, radiusKm: number): Sql {
  const { lat, lng } = center
  // The haversine formula is precise even for short distances. For opposite points of the earth, rounding may produce a
  // value slightly above 1, for which the arcsine is undefined.
  const haversine = sql`power(sin(radians(v.geo_lat - ${lat}) / 2), 2)
    + cos(radians(${lat})) * cos(radians(v.geo_lat)) * power(sin(radians(v.geo_lng - ${lng}) / 2), 2)`
  const distance = sql`${2 * EARTH_RADIUS_KM} * asin(sqrt(CASE WHEN ${haversine} > 1 THEN 1 ELSE ${haversine} END))`
  return sql`p.id IN (SELECT l.event_id ${placesOf(scope)} AND ${boxAround(center, radiusKm)}
    AND ${distance} <= ${radiusKm})`
}

function boxAround({ lat, lng }: { lat: number; lng: number }, radiusKm: number): Sql {
  const degrees = (radiusKm / EARTH_RADIUS_KM) * (180 / Math.PI)
  const north = lat + degrees
  const south = lat - degrees
  const rows = sql`v.geo_lat >= ${south} AND v.geo_lat <= ${north}`
  // A circle that contains a pole crosses every longitude, so the bounding box limits only the latitude.
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
