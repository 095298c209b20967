import { Problems } from '../../../core/errors.ts'
import {
  expandRecurrence,
  isRecurrenceEndless,
  type Recurrence,
  type RecurrenceRule,
} from '../../../core/recurrence/index.ts'
import { ianaZoneName } from '../../../core/time/instant.ts'
import { type LocalTime, localTimeToWallSeconds } from '../../../core/time/local-time.ts'
import { type Sql, sql } from '../../../db/database.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { EventRow } from '../event-row.ts'
import type { Schedule } from '../event-schedule.ts'
import { ALL_TIME } from '../filters/date-window.ts'
import { type EventListOptions, translateEventQueryToSql } from '../filters/event-criteria.ts'
import { loadEvents } from '../load-events.ts'
import { scheduleOfRepeatedEventDate } from '../repeat/compute-dates-to-store.ts'
import { parseRecurrenceOfEvent } from '../repeat/parse-and-describe-recurrence-of-event.ts'
import { isDateOfRepeatedEvent, isRepeatedEvent, type Repeat } from '../repeat/repeated-event-columns-and-overrides.ts'

/**
 * One entry of a calendar file: an event, one date of a repeated event, or all dates that the rules of a repeated event
 * give.
 */
export interface CalendarEntry {
  /** The event; if `rules` are set, one date without overrides, which represents all dates of the repeated event. */
  event: EventRow
  rules?: EntryRules
}

/** How the dates of an entry repeat. All local times are those that the rules give, even for a date that was moved. */
export interface EntryRules {
  rules: readonly RecurrenceRule[]
  /** Start and end of the first date that the rules give. */
  first: Schedule
  /** Dates that the rules give and that lists do not show to the caller. */
  excluded: readonly LocalTime[]
  /** Dates whose times, texts or other values differ from those of the repeated event. */
  changed: readonly EventRow[]
  /** Local end of the date that ends last. */
  lastEnd: LocalTime
}

/**
 * If more dates than this differ from their repeated event, each date becomes an entry, so that no entry needs much
 * memory.
 */
const CHANGED_MAX = 200

interface StoredDate {
  id: number
  repeat_id: number
  original_start: LocalTime
  start_local: LocalTime
  end_local: LocalTime
  overrides: string
  /** 1 if the query selects the date, else 0. */
  is_match: number
}

/** Groups the dates of repeated events into entries of a calendar file. */
export interface DateJoiner {
  /** Converts events of a list, in batches, to entries. A repeated event is at the position of its first date. */
  join(events: readonly EventRow[]): Promise<CalendarEntry[]>
  /** Whether the event is a date that an entry with rules, returned earlier, already includes. */
  isJoined(id: number): boolean
}

/**
 * Creates a joiner for the events that a query selects. All dates that the rules of a repeated event give become one
 * entry if the query selects all of them, apart from the range of dates. Dates added with RDATE are entries of their
 * own, because many programs ignore RDATE.
 */
export async function createJoinerOfDatesToCalendarEntries(
  scope: Scope,
  query: EventQuery,
  options: EventListOptions,
): Promise<DateJoiner> {
  const conditions = await conditionsOf(scope, query, options)
  const [decided, joined] = [new Set<number>(), new Set<number>()]
  return {
    isJoined: (id) => joined.has(id),
    async join(events) {
      const ids = new Set(events.flatMap(({ repeat_id: id }) => (id !== null && !decided.has(id) ? [id] : [])))
      const dates = Map.groupBy(await readDates(scope, [...ids], conditions), (date) => date.repeat_id)
      const entries: CalendarEntry[] = []
      for (const event of events) {
        if (isDateOfRepeatedEvent(event) && !decided.has(event.repeat_id)) {
          decided.add(event.repeat_id)
          const found = await joinDates(scope, dates.get(event.repeat_id) ?? [], event.repeat)
          if (found) entries.push(found.entry)
          for (const id of found?.ids ?? []) joined.add(id)
        }
        if (!joined.has(event.id)) entries.push({ event })
      }
      return entries
    },
  }
}

/**
 * The calendar entries of one event; for a repeated event, the entries of all its dates.
 * @param expand true makes each date an entry of its own
 */
export async function calendarEntriesOfEvent(scope: Scope, event: EventRow, expand: boolean): Promise<CalendarEntry[]> {
  if (!isRepeatedEvent(event)) return [{ event }]
  const dates = await readDates(scope, [event.id], await conditionsOf(scope, {}))
  const found = expand ? undefined : await joinDates(scope, dates, event.repeat)
  const others = dates.filter(({ id }) => !found?.ids.includes(id)).map(({ id }) => id)
  const entries = (await loadEvents(scope, others)).map((row) => ({ event: row }))
  return found ? [found.entry, ...entries] : entries
}

/** Combines the dates that the rules give into one entry; undefined if each of them must be an entry of its own. */
async function joinDates(scope: Scope, dates: readonly StoredDate[], repeat: Repeat) {
  const recurrence = parseRecurrenceOfEvent(repeat)
  if (recurrence.rules.length === 0 || !canStateRules(repeat)) return undefined
  const given = startsByRules(recurrence, repeat)
  const [first] = given
  const regular = dates.filter((date) => given.has(date.original_start))
  const changed = regular.filter((date) => isChanged(date, repeat))
  const usual = regular.find((date) => !changed.includes(date))
  const isWhole = regular.every(({ is_match }) => is_match === 1)
  if (first === undefined || usual === undefined || !isWhole || changed.length > CHANGED_MAX) return undefined
  const [event, ...rows] = await loadEvents(scope, [usual.id, ...changed.map(({ id }) => id)])
  if (event === undefined) return undefined
  const shown = new Set(regular.map((date) => date.original_start))
  const rules: EntryRules = {
    rules: recurrence.rules,
    first: scheduleOfRepeatedEventDate({ start: first }, repeat),
    excluded: [...given].filter((start) => !shown.has(start)),
    changed: rows,
    lastEnd: regular.reduce((last, { end_local }) => (end_local > last ? end_local : last), ''),
  }
  return { entry: { event, rules }, ids: regular.map(({ id }) => id) }
}

/**
 * Whether calendar formats can state the rules of a repeated event: it lasts all day, or its zone has a name or is UTC.
 * In other zones its times are written in UTC, where they may be on another day than the rules say.
 */
const canStateRules = ({ all_day, timezone, start_local, start_at }: Repeat) =>
  all_day === 1 || ianaZoneName(timezone) !== undefined || localTimeToWallSeconds(start_local) === start_at

/** The local starts that the rules give, up to the last date that is stored, and without exclusions. */
function startsByRules(recurrence: Recurrence, repeat: Repeat): Set<LocalTime> {
  const rules = { ...recurrence, dates: [], excludedRules: [], excludedDates: [] }
  const until = isRecurrenceEndless(recurrence) ? repeat.expanded_until : undefined
  return new Set(expandRecurrence(rules, { until, limit: Number.POSITIVE_INFINITY }).map(({ start }) => start))
}

interface Conditions {
  /** SQL condition: lists show the date. */
  listed: Sql
  /** SQL condition: the query selects the date, apart from its range of dates. */
  matching: Sql
}

async function conditionsOf(
  scope: Scope,
  query: EventQuery,
  { listsCancelled }: Pick<EventListOptions, 'listsCancelled'> = {},
): Promise<Conditions> {
  const { start_date: _, end_date: __, ...filters } = query
  const shared = query.status === undefined ? {} : { status: query.status }
  const translate = (one: EventQuery) =>
    translateEventQueryToSql(scope, one, new Problems(), { whenAbsent: ALL_TIME, listsCancelled })
  const [listed, matching] = await Promise.all([translate(shared), translate(filters)])
  // A search looks up words in an index, so no SQL condition says which dates match. With a search, therefore,
  // no date counts as matching, and each date becomes an entry of its own.
  const isSearch = matching.words.length > 0
  return { listed: listed.where, matching: isSearch ? sql`1 = 0` : matching.where }
}

async function readDates(
  { db }: Scope,
  ids: readonly number[],
  { listed, matching }: Conditions,
): Promise<StoredDate[]> {
  if (ids.length === 0) return []
  return db.slow.all<StoredDate>(sql`
    SELECT p.id, p.repeat_id, p.original_start, p.start_local, p.end_local, p.overrides,
      CASE WHEN ${matching} THEN 1 ELSE 0 END AS is_match
    FROM event p WHERE ${db.dialect.inList(sql`p.repeat_id`, ids)} AND (${listed})
    ORDER BY p.repeat_id, p.original_start`)
}

/** Whether a date has fields of its own, or times that do not follow from the rules. */
function isChanged({ overrides, original_start, start_local, end_local }: StoredDate, repeat: Repeat): boolean {
  if (overrides !== '' || start_local !== original_start) return true
  return scheduleOfRepeatedEventDate({ start: original_start }, repeat).end_local !== end_local
}
