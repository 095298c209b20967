import { raw, sql } from '../db/database.ts'
import type { CheckContext, Invariant, Violation } from './invariant.ts'
import { findSequentially, findViolations } from './invariant.ts'

/** Rows that repeat when their event stands in the calendar. */
const LISTED = ['event_text', 'event_venue', 'event_organizer', 'event_within', 'event_tag'] as const

export const listedStarts: Invariant = {
  name: 'listed-start',
  promise: 'texts and links say when their event stands in the calendar, as the event does',
  advice: 'save the events again as drafts and then published, which notes anew when they are listed',
  find: ({ db }) =>
    findSequentially(LISTED, (table) =>
      findViolations(
        db,
        table,
        'have another listed_start than their event (the events are named)',
        sql`SELECT l.event_id AS id FROM ${raw(table)} l JOIN event e ON e.id = l.event_id
          WHERE l.listed_start IS DISTINCT FROM e.listed_start`,
      ),
    ),
}

const byDay = (facet: string, of: string, table: string) =>
  `SELECT '${facet}:' || ${of} AS facet, substr(e.listed_start, 1, 10) AS day, count(*) AS events
    FROM ${table} l JOIN event e ON e.id = l.event_id WHERE e.listed_start IS NOT NULL GROUP BY 1, 2`
const inAll = (facet: string, of: string, table: string) =>
  `SELECT 'public:${facet}:' || ${of} AS facet, '' AS day, count(*) AS events
    FROM ${table} l JOIN event e ON e.id = l.event_id WHERE e.is_public = 1 GROUP BY 1`
const plain = (facet: string, where: string) =>
  `SELECT '${facet}' AS facet, substr(listed_start, 1, 10) AS day, count(*) AS events
    FROM event WHERE listed_start IS NOT NULL AND ${where} GROUP BY 2`

/** By what the names of its facets begin with: what counting gives. */
const COUNTED: [prefix: string, counted: string][] = [
  ['all', plain('all', '1 = 1')],
  ['featured', plain('featured', 'featured = 1')],
  ['language:', byDay('language', 'l.language', 'event_text')],
  ['venue:', byDay('venue', 'l.venue_id', 'event_venue')],
  ['organizer:', byDay('organizer', 'l.organizer_id', 'event_organizer')],
  ['category:', byDay('category', 'l.category_id', 'event_within')],
  ['tag:', byDay('tag', 'l.tag_id', 'event_tag')],
  ['public:language:', inAll('language', 'l.language', 'event_text')],
  ['public:category:', inAll('category', 'l.category_id', 'event_category')],
  ['public:tag:', inAll('tag', 'l.tag_id', 'event_tag')],
]

export const eventCounts: Invariant = {
  name: 'counts',
  promise: 'totals by day, language, place and term are what counting gives',
  advice: 'lists show wrong totals and pages until this is mended: bring back a backup, and tell the makers of Almanac',
  find: async (look) => [
    ...(await findSequentially(COUNTED, ([prefix, counted]) => wrongCounts(look, prefix, counted))),
    ...(await findViolations(
      look.db,
      'event_count',
      'count what nothing is counted by (the facets are named)',
      sql`SELECT facet AS id FROM event_count WHERE NOT (${raw(
        COUNTED.map(([prefix]) => `facet ${prefix.endsWith(':') ? `LIKE '${prefix}%'` : `= '${prefix}'`}`).join(' OR '),
      )})`,
    )),
    ...(look.db.dialect.engine === 'sqlite' ? await leftUncounted(look) : []),
  ],
}

/** What one has and the other lacks is left over when one is taken from the other. */
const wrongCounts = ({ db }: CheckContext, prefix: string, counted: string): Promise<Violation[]> =>
  findViolations(
    db,
    'event_count',
    'differ from what counting gives (facet and day are named, with what is counted too little)',
    sql`SELECT facet || ' ' || day || ' ' || sum(events) AS id FROM (
        ${raw(counted)}
        UNION ALL SELECT facet, day, -events FROM event_count
        WHERE ${prefix.endsWith(':') ? sql`facet >= ${prefix} AND facet < ${`${prefix.slice(0, -1)};`}` : sql`facet = ${prefix}`}
      ) AS both_sides GROUP BY facet, day HAVING sum(events) <> 0`,
  )

const leftUncounted = ({ db }: CheckContext): Promise<Violation[]> =>
  findViolations(
    db,
    'event_count_later',
    'wait to be counted since a load that did not end',
    sql`SELECT first_event_id || ' to ' || last_event_id AS id FROM event_count_later`,
  )
