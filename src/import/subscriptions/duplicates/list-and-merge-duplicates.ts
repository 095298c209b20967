import { events } from '../../../collections/events/index.ts'
import {
  insertAuditAndRevisionsOfRemoval,
  lockEditableRecord,
  refuseTrashedRecord,
} from '../../../collections/records/write-records.ts'
import type { Scope } from '../../../collections/scope.ts'
import { type Reader, sql, type Transaction } from '../../../db/database.ts'
import { type ComparedEvent, type DuplicatePair, findLikelyDuplicateEvents } from './find-likely-duplicates.ts'

/** Maximum number of coming events that are compared. */
const EVENTS_COMPARED = 20_000
/** Maximum number of pairs of likely duplicates that are listed. */
const PAIRS_LISTED = 100

/** Lists pairs of coming events that are probably the same, sorted by start. */
export async function listLikelyDuplicateEvents(db: Reader, now: number): Promise<DuplicatePair[]> {
  const compared = await db.slow.all<ComparedEvent>(sql`
    SELECT e.id, e.start_local, e.links, t.title, t.title_folded, (SELECT min(x.source) FROM external_id x
      WHERE x.collection = 'events' AND x.record_id = e.id) AS source
    FROM event e JOIN event_text t ON t.event_id = e.id AND t.language = e.original_language
    WHERE e.start_at > ${now} AND e.status <> 'trash' AND e.repeat_id IS NULL
    ORDER BY e.start_local, e.id LIMIT ${EVENTS_COMPARED}`)
  const distinct = await db.all<{ pair: string }>(sql`SELECT event_id || ' ' || other_id AS pair FROM event_distinct`)
  const pairs = new Set(distinct.map(({ pair }) => pair))
  return findLikelyDuplicateEvents(compared, (...ids) => pairs.has(pairKey(...ids))).slice(0, PAIRS_LISTED)
}

const sorted = (one: number, other: number): [number, number] => (one < other ? [one, other] : [other, one])
const pairKey = (one: number, other: number) => sorted(one, other).join(' ')

/** Stores the decision of an editor that two similar events are not the same. */
export const storeDecisionThatEventsDiffer = (tx: Transaction, one: number, other: number): Promise<number> => {
  const [first, second] = sorted(one, other)
  return tx.run(sql`INSERT INTO event_distinct (event_id, other_id)
    SELECT e.id, o.id FROM event e, event o WHERE e.id = ${first} AND o.id = ${second} AND e.id <> o.id
    ON CONFLICT (event_id, other_id) DO NOTHING`)
}

/**
 * Merges two events that are the same: one stays; the other is moved to the trash, and its external ids lead to the
 * event that stays, so that no source creates it again. Fields in which the sources differ count as
 * edited in this calendar, so that later runs do not overwrite them.
 * @throws {CalendarError} if one of them is in the trash, or the caller may not edit both
 */
export async function mergeDuplicateEvents(
  scope: Scope<Transaction>,
  { keep, remove }: { keep: number; remove: number },
): Promise<void> {
  for (const id of [keep, remove]) refuseTrashedRecord('event', await lockEditableRecord(events, scope, id))
  const row = await lockEditableRecord(events, scope, remove)
  await insertAuditAndRevisionsOfRemoval(events, scope, row)
  await events.remove(scope, row, {})
  await scope.db.run(sql`UPDATE external_id SET record_id = ${keep}, record_version = 0
    WHERE collection = 'events' AND record_id = ${remove}`)
}
