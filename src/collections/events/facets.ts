import type { Language } from '../../core/language.ts'
import type { PageRequest } from '../../core/page.ts'
import { type Reader, raw, type Sql, sql } from '../../db/database.ts'
import type { Window } from './filters.ts'

/**
 * A way to ask for one thing only, for which the database keeps the listed events in their order and counts them by day.
 * What guests see of it costs the same in a small calendar and in a large one, on its first page and on its last.
 */
export interface Facet {
  /** In `event_count`. */
  name: string
  /** Where its events are, `l`, with their `listed_start`. */
  from: Sql
  where: Sql
  eventId: Sql
}

const inCalendar = { from: sql`event l`, eventId: sql`l.id` }

export const everything: Facet = { name: 'all', where: sql`1 = 1`, ...inCalendar }

export const featured: Facet = { name: 'featured', where: sql`l.featured = 1`, ...inCalendar }

export const spoken = (language: Language): Facet => ({
  name: `language:${language}`,
  from: sql`event_text l`,
  where: sql`l.language = ${language}`,
  eventId: sql`l.event_id`,
})

/** Events of one venue, organizer or tag, or in one category and below it. */
export function linkedToOne(kind: 'venue' | 'organizer' | 'category' | 'tag', id: number): Facet {
  const linked = raw(kind === 'category' ? 'event_within' : `event_${kind}`)
  return {
    name: `${kind}:${id}`,
    from: sql`${linked} l`,
    where: sql`l.${raw(`${kind}_id`)} = ${id}`,
    eventId: sql`l.event_id`,
  }
}

/** Beyond so many events their days are counted instead of the events. */
const STEPS_MAX = 200

/** One page of the listed events of a facet inside a window, by start, and how many there are. */
export async function takeListed(
  db: Reader,
  facet: Facet,
  window: Window,
  request: PageRequest,
): Promise<{ ids: number[]; total: number }> {
  const steps = (request.page - 1) * request.perPage
  const [total, ids] = await Promise.all([
    countListed(db, facet, window),
    (steps > STEPS_MAX ? idsFarIn : idsFrom)(db, facet, window, request.perPage, steps),
  ])
  return { ids, total }
}

const day = (local: string) => local.slice(0, 'YYYY-MM-DD'.length)

const countsOf = ({ name }: Facet, { from, to }: Window) =>
  sql`event_count WHERE facet = ${name} AND day >= ${day(from)} AND day <= ${day(to)}`

async function countListed(db: Reader, facet: Facet, window: Window): Promise<number> {
  const counted = await db.get<{ total: number | null }>(
    sql`SELECT sum(events) AS total FROM ${countsOf(facet, window)}`,
  )
  return counted?.total ?? 0
}

/** @param from where to begin, inside the window or at its start */
async function idsFrom(db: Reader, facet: Facet, { from, to }: Window, perPage: number, steps: number) {
  const { where, eventId } = facet
  const rows = await db.all<{ id: number }>(sql`
    SELECT ${eventId} AS id FROM ${facet.from}
    WHERE ${where} AND l.listed_start >= ${from} AND l.listed_start <= ${to}
    ORDER BY l.listed_start, ${eventId} LIMIT ${perPage} OFFSET ${steps}`)
  return rows.map(({ id }) => id)
}

/** Finds the day first in which the page begins, then takes it from there. */
async function idsFarIn(db: Reader, facet: Facet, window: Window, perPage: number, steps: number): Promise<number[]> {
  const begin = await db.get<{ day: string; before: number }>(sql`
    SELECT day, upto - events AS before FROM (
      SELECT day, events, sum(events) OVER (ORDER BY day) AS upto FROM (
        SELECT day, sum(events) AS events FROM ${countsOf(facet, window)} GROUP BY day
      ) AS days
    ) AS sums WHERE upto > ${steps} ORDER BY day LIMIT 1`)
  return begin ? idsFrom(db, facet, { from: begin.day, to: window.to }, perPage, steps - begin.before) : []
}
