import type { LinkedKind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { type Page, type PageRequest, pageOffset } from '../../../core/list-page.ts'
import { endOfDay, startOfDay } from '../../../core/time/local-time.ts'
import { type Dialect, join, type Reader, raw, type Sql, sql } from '../../../db/database.ts'
import { eventLinkTable, foreignKeyColumnOfKind } from '../../../db/sql-fragments.ts'
import type { Window } from './date-window.ts'

/**
 * A filter of the public calendar by at most one criterion, e.g. one venue or one tag. For each facet the database has
 * an index of its events by start and counters of its events per day (table `event_count`), so reading a page takes
 * equally long in small and large calendars, on the first page and on the last.
 */
export interface Facet {
  /** Identifies the facet in the column `event_count.facet`. */
  name: string
  /**
   * For a facet without counters of its own: the names of facets whose counts are subtracted from those of the facet
   * `name`.
   */
  minus?: readonly string[]
  /** SQL after FROM: a table, with the alias `l`, that contains the events of the facet and their `listed_start`. */
  from: Sql
  where: Sql
  eventId: Sql
  /**
   * For a facet with events in several tables: the part of each. The first events are read from an index of each part,
   * because PostgreSQL would read and sort all events of a union whose parts have conditions.
   */
  parts?: readonly FacetRows[]
}

/** The events of a facet: the properties of `Facet` with the same names. */
type FacetRows = Pick<Facet, 'from' | 'where' | 'eventId'>

/** One filter of a query, and the facet that selects the same events, if there is one. */
export interface Criterion {
  /** Condition on the table `event` (alias `p`). */
  condition: Sql
  facet?: Facet | undefined
}

/**
 * The properties `from` and `eventId` of facets that select events by columns of the table `event`, without a link
 * table.
 */
export const inCalendar = { from: sql`event l`, eventId: sql`l.id` }

export const allListed: Facet = { name: 'all', where: sql`1 = 1`, ...inCalendar }

export const featuredFacet: Facet = { name: 'featured', where: sql`l.featured = 1`, ...inCalendar }

/** The local time from which events count as evening events. The column `event.is_evening` is computed with it. */
export const EVENING_START = '17:00:00'

/** The facet of events that begin in the evening. */
export const eveningFacet: Facet = { name: 'evening', where: sql`l.is_evening = 1`, ...inCalendar }
/** The facet of events that begin before the evening or last all day. */
export const notEveningFacet: Facet = { ...allListed, where: sql`l.is_evening = 0`, minus: [eveningFacet.name] }

export function languageFacet(language: Language): Facet {
  // An index exists for the condition on each language, which is therefore no parameter.
  const isInLanguage = sql`languages LIKE ${raw(`'%${language}%'`)}`
  return {
    name: `language:${language}`,
    from: sql`(SELECT event_id, listed_start FROM event_text WHERE language = ${language}
      UNION ALL SELECT id, listed_start FROM event WHERE ${isInLanguage}) l`,
    where: sql`1 = 1`,
    eventId: sql`l.event_id`,
    // Events with texts of their own, and dates of repeated events, which have none.
    parts: [
      { from: sql`event_text l`, where: sql`l.language = ${language}`, eventId: sql`l.event_id` },
      { ...inCalendar, where: sql`l.${isInLanguage}` },
    ],
  }
}

/**
 * The list filter with counters (facet) for the events of one venue, organizer or tag, or of one category and its
 * descendants.
 */
export function linkedRecordFacet(kind: LinkedKind, id: number): Facet {
  return {
    name: `${kind}:${id}`,
    from: sql`${eventLinkTable(kind)} l`,
    where: sql`l.${foreignKeyColumnOfKind(kind)} = ${id}`,
    eventId: sql`l.event_id`,
  }
}

/**
 * SQL condition that every event of the public calendar in a range of dates has a text in a language. It compares
 * counters of whole days, so it may be false although it holds for the range itself.
 */
export function allListedHaveTextCondition(dialect: Dialect, language: Language, window: Window): Sql {
  const counted = (facet: Facet) =>
    sql`(SELECT coalesce(${totalOf(facet)}, 0) FROM ${countsOf(dialect, facet, window, 'month')})`
  return sql`${counted(allListed)} = ${counted(languageFacet(language))}`
}

/**
 * Largest page offset at which rows are skipped one by one (SQL OFFSET). For larger offsets the first row of the page
 * is located by adding up the daily counters in `event_count`.
 */
const STEPS_MAX = 200

/**
 * Lists one page of the events of a facet in a range of dates, sorted by start, and counts the events on all pages.
 * @param load loads the events whose ids the given subquery selects
 */
export async function listEventsOfFacet<Row>(
  db: Reader,
  facet: Facet,
  window: Window,
  request: PageRequest,
  load: (ids: Sql) => Promise<Row[]>,
): Promise<Page<Row>> {
  if (window.from > window.to) return { rows: [], total: 0 }
  const { perPage } = request
  const steps = pageOffset(request)
  if (steps > STEPS_MAX) {
    const { begin, total } = await findPeriodAt(db, facet, window, steps)
    const ids = begin && idsFrom(facet, { from: begin.period, to: window.to }, perPage, begin.left)
    return { rows: ids ? await load(ids) : [], total }
  }
  const [rows, counted] = await Promise.all([
    load(idsFrom(facet, window, perPage, steps)),
    db.get<{ total: number }>(sql`
      SELECT coalesce((SELECT ${totalOf(facet)} FROM ${countsOf(db.dialect, facet, window, 'month')}), 0)
        - ${countBefore(facet, window)} - ${countAfter(facet, window)} AS total`),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/**
 * SQL for the days on which events of a facet start: `day` (`YYYY-MM-DD`), `total`, the number of all its events, and
 * `ids` of the first of them, at most `eventsMax`, as comma-separated text.
 * @param window whole days
 */
export function firstEventsOfEachDaySql({ dialect }: Reader, facet: Facet, window: Window, eventsMax: number): Sql {
  const [start, end] = [sql`c.day || ' 00:00:00'`, sql`c.day || ' 23:59:59'`].map(dialect.localTime) as [Sql, Sql]
  const first = firstEventsSql(facet, { start, end }, eventsMax)
  return sql`
    SELECT c.day, c.total, ${dialect.joinedIds(first)} AS ids
    FROM (SELECT period AS day, sum(events) AS total FROM ${countsOf(dialect, facet, window, 'day')} GROUP BY period) c
    WHERE c.total > 0`
}

/**
 * SQL for the number of events on the first day of the range of dates that start before the start time of the range.
 * The counters in `event_count` cover whole days, so these events are counted one by one.
 */
const countBefore = (facet: Facet, { from }: Window) =>
  from === startOfDay(from)
    ? sql`0`
    : countBetween(facet, sql`l.listed_start >= ${startOfDay(from)} AND l.listed_start < ${from}`)

/** SQL for the number of events that start on the last day of a range of times, but after the end of the range. */
const countAfter = (facet: Facet, { to }: Window) =>
  to === endOfDay(to) ? sql`0` : countBetween(facet, sql`l.listed_start > ${to} AND l.listed_start <= ${endOfDay(to)}`)

const countBetween = ({ from, where }: Facet, bounds: Sql) =>
  sql`(SELECT count(*) FROM ${from} WHERE ${where} AND ${bounds})`

const day = (local: string) => local.slice(0, DAY_LENGTH)
const DAY_LENGTH = 'YYYY-MM-DD'.length

/** SQL after FROM: the counters of a facet, and of those that it subtracts, per month or day. */
const countsOf = (dialect: Dialect, { name, minus = [] }: Facet, { from, to }: Window, period: 'month' | 'day') =>
  sql`${dialect.eventCounts(period, day(from), day(to))} AS counted WHERE facet IN (${join([name, ...minus])})`

/** SQL for the sum of the counts in the rows of `countsOf`. */
const totalOf = ({ name, minus }: Facet) =>
  minus === undefined ? sql`sum(events)` : sql`sum(CASE WHEN facet = ${name} THEN events ELSE -events END)`

/**
 * SQL subquery for the event ids of one page of a facet.
 * @param steps number of events to skip from the start of the range of dates
 */
const idsFrom = (facet: Facet, { from, to }: Window, perPage: number, steps: number) => sql`
  SELECT page.id FROM (${firstEventsSql(facet, { start: sql`${from}`, end: sql`${to}` }, perPage, steps)}) AS page`

/**
 * SQL query for the first events of a facet between two starts, in order: `id` and `listed_start`.
 * @param steps number of events to skip
 */
function firstEventsSql(facet: Facet, { start, end }: { start: Sql; end: Sql }, eventsMax: number, steps = 0): Sql {
  const firstOf = ({ from, where, eventId }: FacetRows, limit: Sql) => sql`
    SELECT ${eventId} AS id, l.listed_start FROM ${from}
    WHERE ${where} AND l.listed_start >= ${start} AND l.listed_start <= ${end}
    ORDER BY l.listed_start, ${eventId} ${limit}`
  const limit = sql`LIMIT ${eventsMax} OFFSET ${steps}`
  if (facet.parts === undefined) return firstOf(facet, limit)
  const parts = facet.parts.map(
    (part) => sql`SELECT * FROM (${firstOf(part, sql`LIMIT ${eventsMax + steps}`)}) AS part`,
  )
  return sql`SELECT id, listed_start FROM (${join(parts, ' UNION ALL ')}) AS l ORDER BY listed_start, id ${limit}`
}

/**
 * Finds the month and then the day in which a page of events begins, by adding up the counters in `event_count`.
 * `begin` is undefined for a page beyond the last one.
 */
async function findPeriodAt(db: Reader, facet: Facet, window: Window, steps: number) {
  const [months, outside] = await Promise.all([
    countedBy(db, facet, window, 'month'),
    db.get<{ before: number; after: number }>(
      sql`SELECT ${countBefore(facet, window)} AS before, ${countAfter(facet, window)} AS after`,
    ),
  ])
  const { before, after } = outside as { before: number; after: number }
  const total = months.reduce((sum, { events }) => sum + events, 0) - before - after
  const month = locatePage(months, steps + before)
  if (!month) return { begin: undefined, total }
  const from = laterOf(window.from, month.period)
  const days = await countedBy(db, facet, { from, to: lastOf(month.period, window.to) }, 'day')
  return { begin: locatePage(days, month.left), total }
}

interface Counted {
  period: string
  events: number
}

const countedBy = (db: Reader, facet: Facet, window: Window, period: 'month' | 'day') =>
  db.all<Counted>(sql`
    SELECT period, ${totalOf(facet)} AS events FROM ${countsOf(db.dialect, facet, window, period)}
    GROUP BY period ORDER BY period`)

/**
 * Finds the period (month or day) that contains the event at the offset `steps`, and the offset of this event in the
 * period (`left`). Undefined for an offset beyond the last event.
 */
function locatePage(counted: readonly Counted[], steps: number): { period: string; left: number } | undefined {
  let left = steps
  for (const { period, events } of counted) {
    if (left < events) return { period, left }
    left -= events
  }
  return undefined
}

const laterOf = (one: string, other: string) => (one > other ? one : other)

/** The end of a month, or the end of the range of dates if that is earlier. */
const lastOf = (month: string, end: string) => (`${month}-31` < day(end) ? `${month}-31` : end)
