import { raw, sql } from '../db/database.ts'
import type { CheckContext, Invariant, Violation } from './invariant-type.ts'
import { collectInvariantViolationsOfItems, findRowsViolatingInvariant } from './invariant-type.ts'

/**
 * Tables with a copy of the column `event.listed_start`: the local start of an event in the public calendar; null for
 * other events.
 */
const LISTED_START_COPIES = [
  'event_text',
  'event_venue',
  'event_organizer',
  'event_within',
  'event_tag',
  'event_series',
] as const

export const listedStarts: Invariant = {
  name: 'listed-start',
  promise: 'texts and links have the same listed_start as their event',
  advice: 'save the events as drafts and then publish them again, which sets listed_start anew',
  find: ({ db }) =>
    collectInvariantViolationsOfItems(LISTED_START_COPIES, (table) =>
      findRowsViolatingInvariant(
        db,
        table,
        'have another listed_start than their event (ids of the events)',
        sql`SELECT l.event_id AS id FROM ${raw(table)} l JOIN event e ON e.id = l.event_id
          WHERE l.listed_start IS DISTINCT FROM e.listed_start`,
      ),
    ),
}

/**
 * SQL query that counts the listed events by day and by language, venue, organizer, category or tag.
 * @param of the column of `table` with the language, or with the id of the venue, organizer, category or tag
 * @param table a table whose column `event_id` refers to events
 */
const byDay = (facet: string, of: string, table: string) =>
  `SELECT '${facet}:' || ${of} AS facet, substr(CAST(e.listed_start AS text), 1, 10) AS day, count(*) AS events
    FROM ${table} l JOIN event e ON e.id = l.event_id WHERE e.listed_start IS NOT NULL GROUP BY 1, 2`
/**
 * SQL query like that of `byDay`, but it counts all public events of a facet in total, also those that lists do not
 * show. A repeated event counts once, instead of its dates.
 */
const inTotal = (facet: string, of: string, table: string) =>
  `SELECT 'public:${facet}:' || ${of} AS facet, '' AS day, count(*) AS events
    FROM ${table} l JOIN event e ON e.id = l.event_id
      WHERE e.is_public = 1 AND e.repeat_id IS NULL GROUP BY 1`
/**
 * SQL query that counts, by day, the events of the public calendar that meet a condition.
 * @param facet SQL expression for the name of the facet
 */
const byDayWhere = (facet: string, where: string) =>
  `SELECT ${facet} AS facet, substr(CAST(listed_start AS text), 1, 10) AS day, count(*) AS events
    FROM event WHERE listed_start IS NOT NULL AND ${where} GROUP BY 1, 2`

/**
 * SQL queries that count the events again, each with the prefix of the values of `event_count.facet` that it verifies.
 */
const RECOUNTS: [prefix: string, recount: string][] = [
  ['all', byDayWhere("'all'", '1 = 1')],
  ['featured', byDayWhere("'featured'", 'featured = 1')],
  ['event_status:', byDayWhere("'event_status:' || event_status", "event_status <> 'scheduled'")],
  ['attendance_mode:', byDayWhere("'attendance_mode:' || attendance_mode", "attendance_mode <> 'offline'")],
  ['virtual', byDayWhere("'virtual'", "attendance_mode <> 'offline'")],
  ['free', byDayWhere("'free'", 'is_free = 1')],
  ['ticketed', byDayWhere("'ticketed'", 'is_ticketed = 1')],
  ['accessible', byDayWhere("'accessible'", 'is_accessible = 1')],
  ['evening', byDayWhere("'evening'", 'is_evening = 1')],
  [
    'language:',
    byDay(
      'language',
      'l.language',
      `(SELECT event_id, language FROM event_text UNION ALL SELECT d.id, t.language
        FROM event d JOIN event_text t ON t.event_id = d.repeat_id WHERE d.texts = '[]')`,
    ),
  ],
  ['venue:', byDay('venue', 'l.venue_id', 'event_venue')],
  ['organizer:', byDay('organizer', 'l.organizer_id', 'event_organizer')],
  ['category:', byDay('category', 'l.category_id', 'event_within')],
  ['tag:', byDay('tag', 'l.tag_id', 'event_tag')],
  ['series:', byDay('series', 'l.series_id', 'event_series')],
  ['public:language:', inTotal('language', 'l.language', 'event_text')],
  [
    'public:category:',
    inTotal('category', 'l.category_id', '(SELECT event_id, category_id FROM event_within WHERE is_inherited IS NULL)'),
  ],
  ['public:tag:', inTotal('tag', 'l.tag_id', 'event_tag')],
]

export const eventCounts: Invariant = {
  name: 'counts',
  promise: 'stored totals by day, language, place, term, status and price equal the counted ones',
  advice:
    'lists show wrong totals and pages until this is repaired: restore a backup, and report the problem to the developers',
  find: async (context) => [
    ...(await collectInvariantViolationsOfItems(RECOUNTS, ([prefix, recount]) =>
      findWrongCounts(context, prefix, recount),
    )),
    ...(await findRowsViolatingInvariant(
      context.db,
      'event_count',
      'belong to an unknown facet (names of the facets)',
      sql`SELECT facet AS id FROM event_count WHERE NOT (${raw(
        RECOUNTS.map(([prefix]) => `facet ${prefix.endsWith(':') ? `LIKE '${prefix}%'` : `= '${prefix}'`}`).join(
          ' OR ',
        ),
      )})`,
    )),
    ...(context.db.dialect.engine === 'sqlite' ? await unfinishedLoads(context) : []),
  ],
}

/**
 * Finds rows of `event_count` whose stored number differs from the number counted again: the query subtracts the two
 * and returns differences other than zero.
 */
const findWrongCounts = ({ db }: CheckContext, prefix: string, recount: string): Promise<Violation[]> =>
  findRowsViolatingInvariant(
    db,
    'event_count',
    'differ from the counted totals (facet, day and missing count)',
    sql`SELECT facet || ' ' || day || ' ' || sum(events) AS id FROM (
        ${raw(recount)}
        UNION ALL SELECT facet, day, -events FROM event_count
        WHERE ${prefix.endsWith(':') ? sql`facet >= ${prefix} AND facet < ${`${prefix.slice(0, -1)};`}` : sql`facet = ${prefix}`}
      ) AS both_sides GROUP BY facet, day HAVING sum(events) <> 0`,
  )

const unfinishedLoads = ({ db }: CheckContext): Promise<Violation[]> =>
  findRowsViolatingInvariant(
    db,
    'event_count_later',
    'are ranges of events that an interrupted bulk load left uncounted',
    sql`SELECT first_event_id || ' to ' || last_event_id AS id FROM event_count_later`,
  )
