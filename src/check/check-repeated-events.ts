import { startAndZoneOfSchedule } from '../collections/events/repeat/parse-and-describe-recurrence-of-event.ts'
import {
  OVERRIDES,
  parseOverrides,
  type Repeat,
  repeatColumns,
} from '../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { COMMON_COLUMNS } from '../collections/events/repeat/write/insert-dates.ts'
import { expandRecurrence, parseStoredRecurrence } from '../core/recurrence/index.ts'
import type { LocalTime } from '../core/time/local-time.ts'
import { raw, type Snapshot, sql } from '../db/database.ts'
import { readRowsInBatches } from './check-computed-columns.ts'
import { createViolations, findRowsViolatingInvariant, type Invariant, type Violation } from './invariant-type.ts'

export const repeatedEvents: Invariant = {
  name: 'repeats',
  promise: 'repeated events are in no list, and their dates are those that their rules give',
  advice: 'save the repeated events again with their recurrence',
  find: async ({ db }) => [
    ...(await findRowsViolatingInvariant(
      db,
      'event_repeat',
      'are listed although only their dates should be (ids of the events)',
      sql`SELECT r.event_id AS id FROM event_repeat r JOIN event p ON p.id = r.event_id
        WHERE p.hide_from_listings = 0 OR p.repeat_id IS NOT NULL`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event',
      'are dates of an event that does not repeat',
      sql`SELECT d.id FROM event d WHERE d.repeat_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM event_repeat r WHERE r.event_id = d.repeat_id)`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event',
      'are dates whose status, author or publication differs from that of the repeated event',
      sql`SELECT d.id FROM event d JOIN event p ON p.id = d.repeat_id
        WHERE d.status <> 'trash' AND (${raw(COMMON_COLUMNS.map((name) => `d.${name} <> p.${name}`).join(' OR '))})`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event',
      'have other languages than the repeated event (ids of the dates)',
      // A language is two letters.
      sql`SELECT d.id FROM event d WHERE (d.repeat_id IS NULL OR d.texts <> '[]') AND d.languages <> ''
        UNION ALL SELECT d.id FROM event d WHERE d.repeat_id IS NOT NULL AND d.texts = '[]' AND (
          length(replace(d.languages, ',', '')) <> 2 * (SELECT count(*) FROM event_text t WHERE t.event_id = d.repeat_id)
          OR EXISTS (SELECT 1 FROM event_text t
            WHERE t.event_id = d.repeat_id AND d.languages NOT LIKE '%' || t.language || '%'))`,
    )),
    ...(await wrongOverrides(db)),
    ...(await wrongDates(db)),
  ],
}

async function wrongOverrides(db: Snapshot): Promise<Violation[]> {
  const wrong: string[] = []
  const isDifferent = sql`overrides <> ''`
  for await (const { id, overrides } of readRowsInBatches<{ id: number; overrides: string }>(
    db,
    sql`id, overrides`,
    sql`event`,
    sql`id`,
    isDifferent,
  )) {
    if (!parseOverrides(overrides).every((name) => OVERRIDES.includes(name))) wrong.push(String(id))
  }
  return createViolations('event', 'override unknown fields', wrong)
}

/**
 * Finds repeated events whose stored dates differ from the dates of their rules, up to the time until which dates are
 * stored.
 */
async function wrongDates(db: Snapshot): Promise<Violation[]> {
  const wrong: string[] = []
  const from = sql`event_repeat r JOIN event p ON p.id = r.event_id`
  for await (const event of readRowsInBatches<Repeat>(db, repeatColumns, from, sql`p.id`, sql`p.status <> 'trash'`)) {
    const stored = await db.all<{ start: LocalTime }>(sql`SELECT original_start AS start FROM event
      WHERE repeat_id = ${event.id} AND status <> 'trash' ORDER BY original_start`)
    const given = expandRecurrence(parseStoredRecurrence(event.lines, startAndZoneOfSchedule(event)), {
      until: event.is_endless === 1 ? event.expanded_until : undefined,
      limit: stored.length + 1,
    })
    const starts = (dates: readonly { start: LocalTime }[]) => dates.map(({ start }) => start).join()
    if (starts(given) !== starts(stored)) wrong.push(String(event.id))
  }
  return createViolations('event_repeat', 'have other dates than their rules give (ids of the events)', wrong)
}
