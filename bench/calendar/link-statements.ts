import { pseudoRandom, skewedRandom } from './pseudo-random.ts'
import type { RecordCounts } from './record-counts.ts'

/** One thing that some events are linked to: its id, and the condition. */
interface Pick {
  which: string
  chance: string
}

/** What the event of an id is linked to. */
function picks({ venues, organizers, categories, tags }: RecordCounts, id: string) {
  // One category has 40 % of all; the last ones have a handful.
  const category = (salt: number) =>
    `CASE WHEN ${pseudoRandom(id, salt, 100)} < 40 THEN 1 ELSE 1 + ${skewedRandom(id, salt + 1, categories - 1)} END`
  const tag = (salt: number) => `${categories} + ${skewedRandom(id, salt, tags)}`
  return {
    venue: [{ which: skewedRandom(id, 20, venues), chance: `${pseudoRandom(id, 21, 50)} > 0` }],
    organizer: [{ which: `${venues} + ${skewedRandom(id, 22, organizers)}`, chance: '1 = 1' }],
    category: [
      { which: category(23), chance: '1 = 1' },
      { which: category(25), chance: `${pseudoRandom(id, 27, 10)} < 3` },
    ],
    tag: [
      { which: tag(30), chance: `${pseudoRandom(id, 31, 10)} < 8` },
      { which: tag(32), chance: `${pseudoRandom(id, 33, 10)} < 5` },
      { which: tag(34), chance: `${pseudoRandom(id, 35, 10)} < 3` },
    ],
  }
}

/** The same as the row of the event repeats it (`packLinks`). */
export function packedLinksOf(counts: RecordCounts, id: string): string {
  const { venue, organizer, category, tag } = picks(counts, id)
  return `'[' || ${[venue, organizer, category, tag].map(packed).join(` || ',' || `)} || ']'`
}

/** A JSON array of what is picked, each once. */
function packed(picked: readonly Pick[]): string {
  const parts = picked.map(({ which, chance }, nth) => {
    const again = picked.slice(0, nth).map((before) => `(${before.chance} AND (${before.which}) = (${which}))`)
    const isFirst = again.length > 0 ? `AND NOT (${again.join(' OR ')})` : ''
    return `CASE WHEN ${chance} ${isFirst} THEN ',' || (${which}) ELSE '' END`
  })
  return `'[' || substr(${parts.join(' || ')}, 2) || ']'`
}

export function linkStatements(counts: RecordCounts): string[] {
  const { venue, organizer, category, tag } = picks(counts, 'e.id')
  const pick = ({ which, chance }: Pick) =>
    `SELECT CAST(e.id AS integer) AS event_id, ${which} AS linked FROM event e WHERE ${chance}`
  const of = (picked: Pick[]) =>
    `(${picked.map(pick).join(' UNION ')}) picked JOIN event e ON e.id = picked.event_id ORDER BY e.id`
  return [
    `INSERT INTO event_venue (event_id, venue_id, position, listed_start)
      SELECT e.id, linked, 0, e.listed_start FROM ${of(venue)}`,
    `INSERT INTO event_organizer (event_id, organizer_id, position, listed_start)
      SELECT e.id, linked, 0, e.listed_start FROM ${of(organizer)}`,
    `INSERT INTO event_category (event_id, category_id) SELECT e.id, linked FROM ${of(category)}, linked`,
    `INSERT INTO event_within (event_id, category_id, listed_start)
      SELECT DISTINCT e.id, w.ancestor_id, e.listed_start FROM event_category c
      JOIN category_within w ON w.category_id = c.category_id JOIN event e ON e.id = c.event_id ORDER BY e.id, w.ancestor_id`,
    `INSERT INTO event_tag (event_id, tag_id, listed_start)
      SELECT e.id, linked, e.listed_start FROM ${of(tag)}, linked`,
  ]
}
