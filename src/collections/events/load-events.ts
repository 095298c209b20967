import { endOfDay, type LocalTime, startOfDay } from '../../core/time/local-time.ts'
import { join, raw, type Sql, sql } from '../../db/database.ts'
import type { Key } from '../collection.ts'
import { findPost, loadPosts, loadPostsInOrder } from '../posts/load-posts.ts'
import type { Scope } from '../scope.ts'
import { EVENT_FLAGS, type EventColumns, type EventRow } from './event-row.ts'
import { SCHEDULE_COLUMNS } from './event-schedule.ts'
import { EVENT_STATUS_COLUMNS } from './event-status/status-columns.ts'
import { type EventLinks, loadEventLinks } from './links/load-links.ts'
import type { NumberedDate } from './repeat/page-path-of-date.ts'
import { isRepeatedEvent } from './repeat/repeated-event-columns-and-overrides.ts'
import { summarizeDatesOfRepeatedEvent } from './repeat/summarize-dates.ts'
import { addRepeatedEventValuesToDates, repeatedEventValuesColumnSql } from './repeat/values-shared-by-dates.ts'

const OWN_COLUMNS = join(
  [
    ...[...SCHEDULE_COLUMNS, 'cost', 'website', 'admission', 'is_free', ...EVENT_FLAGS],
    ...EVENT_STATUS_COLUMNS,
    ...['links AS links_json', 'repeat_id', 'original_start', 'overrides'],
  ].map((column) => raw(`p.${column}`)),
)

const SOURCE = {
  kind: 'event' as const,
  columns: OWN_COLUMNS,
  shared: { columnSql: repeatedEventValuesColumnSql, fillIn: addRepeatedEventValuesToDates },
}

/** Loads events in the order of the ids; ids without an event are skipped. */
export const loadEvents = (scope: Scope, ids: readonly number[]) =>
  loadPostsInOrder(scope, loadEventsMeetingCondition, ids)

/**
 * Loads all events that meet a condition.
 * @param where SQL condition on the table `event`, with the alias `p`
 */
export async function loadEventsMeetingCondition(scope: Scope, where: Sql): Promise<EventRow[]> {
  const rows = await loadWithoutSummaries(scope, where)
  for (const row of rows) if (isRepeatedEvent(row)) row.dates = await summarizeDatesOfRepeatedEvent(scope, row.id)
  return rows
}

/**
 * Loads events as `loadEventsMeetingCondition` does, but repeated events without the summary of their dates, for which
 * all dates would be read.
 */
async function loadWithoutSummaries(scope: Scope, where: Sql): Promise<EventRow[]> {
  const events = await loadPosts<EventColumns>(scope, SOURCE, where)
  const links = await loadEventLinks(scope, events)
  return events.map((event, index) => Object.assign(event, { links: links[index] as EventLinks }))
}

export const findEvent = (scope: Scope, key: Key) => findPost(scope, 'event', key, loadEventsMeetingCondition)

/** Finds an event for an update, which needs no summary of dates. */
export const findEventForUpdate = (scope: Scope, key: Key) => findPost(scope, 'event', key, loadWithoutSummaries)

/**
 * Finds a date of a repeated event by `original_start`: the local start that the rules give, even if the date was
 * moved.
 */
export const findRepeatedDateByOriginalStart = async (
  scope: Scope,
  repeatId: number,
  originalStart: LocalTime,
): Promise<EventRow | undefined> =>
  (await loadEventsMeetingCondition(scope, sql`p.repeat_id = ${repeatId} AND p.original_start = ${originalStart}`))[0]

/** Finds the n-th date of a repeated event on a day. Dates in the trash do not count. */
export const findNthRepeatedDateOnDay = async (
  scope: Scope,
  repeatId: number,
  { day, number }: NumberedDate,
): Promise<EventRow | undefined> =>
  (
    await loadEventsMeetingCondition(
      scope,
      sql`p.id = (SELECT d.id FROM event d WHERE d.repeat_id = ${repeatId} AND d.status <> 'trash'
        AND d.original_start BETWEEN ${startOfDay(day)} AND ${endOfDay(day)}
        ORDER BY d.original_start LIMIT 1 OFFSET ${number - 1})`,
    )
  )[0]
