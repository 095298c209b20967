import { type Reader, sql } from '../../db/database.ts'
import { createNameBasedUuid } from '../../feeds/name-based-uuid.ts'
import type { ImportedEvent } from './plan-removal-of-missing-events.ts'

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
