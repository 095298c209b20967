import { join, raw, sql } from '../db/database.ts'
import type { Snapshot } from '../db/snapshot.ts'
import { readRowsInBatches, samplingInterval } from './computed-columns.ts'
import { type CheckContext, findViolations, type Invariant, type Violation, violationOf } from './invariant.ts'

export const searchIndex: Invariant = {
  name: 'search',
  promise: 'the search index finds every text of an event by what it says, and nothing else',
  advice: 'searches miss or invent events; save the texts again, or bring back a backup',
  find: (look) => (look.db.dialect.engine === 'sqlite' ? inSqlite(look) : inPostgres(look)),
}

/** What `event_text_search` holds of each text: how many threes of letters, written as FTS5 writes numbers (varint). */
const THREES_HELD = `CASE WHEN n < 128 THEN printf('%02X', n)
  WHEN n < 16384 THEN printf('%02X%02X', 128 + (n >> 7), n & 127)
  ELSE printf('%02X%02X%02X', 128 + (n >> 14), 128 + ((n >> 7) & 127), n & 127) END`

async function inSqlite(look: CheckContext): Promise<Violation[]> {
  const { db } = look
  const indexed = 'event_text_search_docsize'
  return [
    ...(await findViolations(
      db,
      'event_text',
      'are in no index',
      sql`SELECT t.id FROM event_text t
      WHERE NOT EXISTS (SELECT 1 FROM ${raw(indexed)} d WHERE d.id = t.id)
        AND NOT EXISTS (SELECT 1 FROM event_text_unindexed u WHERE u.text_id = t.id)`,
    )),
    ...(await findViolations(
      db,
      'event_text_unindexed',
      'wait for the index and are in it too',
      sql`
      SELECT u.text_id AS id FROM event_text_unindexed u WHERE EXISTS (SELECT 1 FROM ${raw(indexed)} d WHERE d.id = u.text_id)`,
    )),
    ...(await findViolations(
      db,
      'event_text_unindexed',
      'name no text',
      sql`
      SELECT u.text_id AS id FROM event_text_unindexed u WHERE NOT EXISTS (SELECT 1 FROM event_text t WHERE t.id = u.text_id)`,
    )),
    ...(await findViolations(
      db,
      'event_text_search',
      'name no text',
      sql`
      SELECT d.id FROM ${raw(indexed)} d WHERE NOT EXISTS (SELECT 1 FROM event_text t WHERE t.id = d.id)`,
    )),
    ...(await findViolations(
      db,
      'event_text_search',
      'hold more or less than their text says',
      sql`
      SELECT s.id FROM (SELECT d.id, hex(d.sz) AS held, length(t.search_text) AS n
        FROM ${raw(indexed)} d JOIN event_text t ON t.id = d.id) AS s WHERE n < 2097152 AND held <> ${raw(THREES_HELD)}`,
    )),
    ...(await notFound(look)),
  ]
}

/** Longer phrases would only take longer: beginning, middle and end of a text stand for all of it. */
const PHRASE_LETTERS = 10
/** So many are looked up one and all. */
const FEW_MAX = 2000
/** Of more than these, so many: each takes milliseconds there, and how much the index holds was compared for all. */
const LOOKED_UP_MAX = 300

/** Texts that the index does not find by what they say. */
async function notFound({ db, textsMax }: CheckContext): Promise<Violation[]> {
  const missed: string[] = []
  const areFew = textsMax === Number.POSITIVE_INFINITY || (await samplingInterval(db, 'event_text', FEW_MAX)) === 1
  const every = areFew ? 1 : await samplingInterval(db, 'event_text', LOOKED_UP_MAX)
  const isTaken = sql`id % ${raw(String(every))} = 0 AND length(search_text) > 2
    AND id NOT IN (SELECT text_id FROM event_text_unindexed)`
  for await (const { id, search_text } of readRowsInBatches<{ id: number; search_text: string }>(
    db,
    sql`id, search_text`,
    sql`event_text`,
    sql`id`,
    isTaken,
  )) {
    // The id stands in the statement: FTS5 takes no notice of one that is bound as a floating-point number, as all are here.
    const found = await db.get(
      sql`SELECT 1 AS one FROM event_text_search WHERE event_text_search MATCH ${phrasesOf(search_text)} AND rowid = ${raw(String(id))}`,
    )
    if (!found) missed.push(String(id))
  }
  return violationOf('event_text', 'are not found by what they say', missed)
}

function phrasesOf(text: string): string {
  const letters = [...text]
  const middle = Math.floor(letters.length / 2)
  const parts = [letters, letters.slice(middle), letters.slice(-PHRASE_LETTERS)]
    .map((part) => part.slice(0, PHRASE_LETTERS))
    .filter((part) => part.length > 2)
  return parts.map((part) => `"${part.join('').replaceAll('"', '""')}"`).join(' AND ')
}

const WORDS_MAX = 12
const TEXTS_READ_MAX = 200

const inPostgres = async (look: CheckContext): Promise<Violation[]> => [
  ...(await wordsUnknown(look)),
  ...(await foundOtherwise(look)),
]

/** Words that no part of them would lead to. */
async function wordsUnknown({ db, textsMax }: CheckContext): Promise<Violation[]> {
  const every = await samplingInterval(db, 'event_text', textsMax)
  return findViolations(
    db,
    'event_text',
    'hold a word that is not in event_word (words are named)',
    sql`SELECT said.word AS id FROM (
        SELECT DISTINCT word FROM event_text, words_of(search_text) AS word WHERE event_id % ${raw(String(every))} = 0
      ) AS said WHERE NOT EXISTS (SELECT 1 FROM event_word w WHERE w.word = said.word)`,
  )
}

/** The same words by reading everything, once for all of them, and by the index. */
async function foundOtherwise({ db }: CheckContext): Promise<Violation[]> {
  const words = await wordsIn(db)
  if (words.length === 0) return []
  const counted = words.map(
    (word, nth) => sql`count(*) FILTER (WHERE search_text LIKE ${`%${word}%`}) AS ${raw(`w${nth}`)}`,
  )
  const read = await db.get<Record<string, number>>(sql`SELECT ${join(counted)} FROM event_text`)
  const found = await db.attempt(async () => {
    await db.script('SET LOCAL enable_seqscan = off')
    const totals: number[] = []
    for (const word of words) {
      const row = await db.get<{ total: number }>(sql`SELECT count(*) AS total FROM event_text
        WHERE word_keys(search_text) && ARRAY(SELECT hashtextextended(word, 0) FROM event_word WHERE word LIKE ${`%${word}%`})`)
      totals.push(Number(row?.total))
    }
    return totals
  })
  const differing = words.filter((_, nth) => Number(read?.[`w${nth}`]) !== found[nth])
  return violationOf(
    'event_text',
    'are found otherwise by the index event_text_search than by reading (words are named)',
    differing,
  )
}

/** Long words, which few texts hold, from all over the calendar. */
async function wordsIn(db: Snapshot): Promise<string[]> {
  const every = await samplingInterval(db, 'event_text', TEXTS_READ_MAX)
  const rows = await db.all<{ search_text: string }>(sql`SELECT search_text FROM event_text
    WHERE event_id % ${raw(String(every))} = 0 ORDER BY event_id DESC LIMIT ${TEXTS_READ_MAX}`)
  const longest = rows.map(({ search_text }) => {
    const words = search_text.match(/[a-z0-9]{4,20}/g) ?? []
    return words.toSorted((one, other) => other.length - one.length)[0]
  })
  return [...new Set(longest.filter((word) => word !== undefined))].slice(0, WORDS_MAX)
}
