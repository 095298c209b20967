import { type Reader, sql, type Transaction } from '../../db/database.ts'

/** An event of a subscription that somebody changed in this calendar. */
export interface EditedEvent {
  id: number
  title: string
}

const EDITED_MAX = 100

/**
 * Lists the events of a source that somebody has changed in this calendar since the last import, newest change first.
 */
export const listLocallyEditedEvents = (db: Reader, source: string): Promise<EditedEvent[]> =>
  db.all<EditedEvent>(sql`SELECT e.id, t.title FROM external_id x
    JOIN event e ON e.id = x.record_id AND e.version <> x.record_version AND e.status <> 'trash'
    JOIN event_text t ON t.event_id = e.id AND t.language = e.original_language
    WHERE x.source = ${source} AND x.collection = 'events' ORDER BY e.id DESC LIMIT ${EDITED_MAX}`)

/**
 * Makes the next read of a subscription overwrite all fields of an event with those of the source.
 * @returns whether the source has imported the event
 */
export async function letNextRefreshOverwriteEvent(
  tx: Transaction,
  { id, name }: { id: number; name: string },
  eventId: number,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(sql`UPDATE external_id SET content = '', fingerprint = '',
      record_version = (SELECT e.version FROM event e WHERE e.id = ${eventId})
    WHERE source = ${name} AND collection = 'events' AND record_id = ${eventId}`)
  await tx.run(
    sql`UPDATE subscription SET next_at = ${now}, whole_at = ${now}, items_digest = '' WHERE source_id = ${id}`,
  )
  return changed > 0
}
