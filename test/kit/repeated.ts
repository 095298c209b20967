import assert from 'node:assert/strict'
import { unpackLinks } from '../../src/collections/events/links.ts'
import { textsOf, unpackTexts } from '../../src/collections/texts.ts'
import { type Database, raw, sql } from '../../src/db/database.ts'

/** Rows of events repeat their links and texts: the same, in the same order. */
export async function checkRepeated(db: Database): Promise<void> {
  const events = await db.all<{ id: number; links: string; texts_json: string }>(
    sql`SELECT id, links, texts AS texts_json FROM event ORDER BY id`,
  )
  for (const kind of ['venue', 'organizer', 'category', 'tag'] as const) {
    const order = raw(kind === 'venue' || kind === 'organizer' ? 'l.position' : `l.${kind}_id`)
    const rows = await db.all<{ event_id: number; id: number }>(sql`
      SELECT l.event_id, l.${raw(`${kind}_id`)} AS id FROM ${raw(`event_${kind}`)} l ORDER BY l.event_id, ${order}`)
    // What was removed may still be named.
    const there = new Set((await db.all<{ id: number }>(sql`SELECT id FROM ${raw(kind)}`)).map(({ id }) => id))
    const repeated = events.flatMap(({ id: event_id, links }) => {
      const ids = unpackLinks(links)[kind].filter((id) => there.has(id))
      if (kind === 'category' || kind === 'tag') ids.sort((one, other) => one - other)
      return ids.map((id) => ({ event_id, id }))
    })
    assert.deepEqual(
      repeated,
      rows.map((row) => ({ ...row })),
      kind,
    )
  }
  const ids = events.map(({ id }) => id)
  const texts = await textsOf(db, 'event', ids)
  assert.deepEqual(
    unpackTexts(events).map((event) => event.texts),
    ids.map((id) => texts.get(id)),
  )
}
