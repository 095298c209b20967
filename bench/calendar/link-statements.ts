import { pseudoRandom, skewedRandom } from './pseudo-random.ts'
import type { RecordCounts } from './record-counts.ts'

/** A link of an event, as SQL: id of the linked record, and the condition for the link. */
interface Pick {
  linkedId: string
  condition: string
}

/** The possible links of the event with this id. */
function picks({ venues, organizers, categories, tags }: RecordCounts, id: string) {
  // Category 1 has 40 % of all events; the last ones have very few.
  const category = (salt: number) =>
    `CASE WHEN ${pseudoRandom(id, salt, 100)} < 40 THEN 1 ELSE 1 + ${skewedRandom(id, salt + 1, categories - 1)} END`
  const tag = (salt: number) => `${categories} + ${skewedRandom(id, salt, tags)}`
  return {
    venue: [{ linkedId: skewedRandom(id, 20, venues), condition: `${pseudoRandom(id, 21, 50)} > 0` }],
    organizer: [{ linkedId: `${venues} + ${skewedRandom(id, 22, organizers)}`, condition: '1 = 1' }],
    category: [
      { linkedId: category(23), condition: '1 = 1' },
      { linkedId: category(25), condition: `${pseudoRandom(id, 27, 10)} < 3` },
    ],
    tag: [
      { linkedId: tag(30), condition: `${pseudoRandom(id, 31, 10)} < 8` },
      { linkedId: tag(32), condition: `${pseudoRandom(id, 33, 10)} < 5` },
      { linkedId: tag(34), condition: `${pseudoRandom(id, 35, 10)} < 3` },
    ],
  }
}

/** The links in the format of the column `event.links`. */
export function packedLinksOf(counts: RecordCounts, id: string): string {
  const { venue, organizer, category, tag } = picks(counts, id)
  return `'[' || ${[venue, organizer, category, tag].map(packed).join(` || ',' || `)} || ']'`
}

/** SQL for a JSON array of linked ids without duplicates. */
function packed(picked: readonly Pick[]): string {
  const parts = picked.map(({ linkedId, condition }, nth) => {
    const again = picked.slice(0, nth).map((before) => `(${before.condition} AND (${before.linkedId}) = (${linkedId}))`)
    const isFirst = again.length > 0 ? `AND NOT (${again.join(' OR ')})` : ''
    return `CASE WHEN ${condition} ${isFirst} THEN ',' || (${linkedId}) ELSE '' END`
  })
  return `'[' || substr(${parts.join(' || ')}, 2) || ']'`
}

/** Statements that insert the links of all events. */
export function linkStatements(counts: RecordCounts): string[] {
  const { venue, organizer, category, tag } = picks(counts, 'e.id')
  const pick = ({ linkedId, condition }: Pick) =>
    `SELECT CAST(e.id AS integer) AS event_id, ${linkedId} AS linked FROM event e WHERE ${condition}`
  const of = (picked: Pick[]) =>
    `(${picked.map(pick).join(' UNION ')}) picked JOIN event e ON e.id = picked.event_id ORDER BY e.id`
  return [
    `INSERT INTO event_venue (event_id, venue_id, position, listed_start)
      SELECT e.id, linked, NULL, e.listed_start FROM ${of(venue)}`,
    `INSERT INTO event_organizer (event_id, organizer_id, position, listed_start)
      SELECT e.id, linked, NULL, e.listed_start FROM ${of(organizer)}`,
    `INSERT INTO event_within (event_id, category_id, is_inherited, listed_start)
      SELECT e.id, w.ancestor_id, nullif(min(CASE WHEN w.ancestor_id = linked THEN 0 ELSE 1 END), 0), e.listed_start
      FROM (${category.map(pick).join(' UNION ')}) picked JOIN category_within w ON w.category_id = picked.linked
      JOIN event e ON e.id = picked.event_id GROUP BY e.id, w.ancestor_id ORDER BY e.id, w.ancestor_id`,
    `INSERT INTO event_tag (event_id, tag_id, listed_start)
      SELECT e.id, linked, e.listed_start FROM ${of(tag)}, linked`,
  ]
}
