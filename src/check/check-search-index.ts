import { join, raw, type Snapshot, sql } from '../db/database.ts'
import { chooseIntervalForCheckingEveryNthId, readRowsInBatches } from './check-computed-columns.ts'
import {
  type CheckContext,
  createViolations,
  findRowsViolatingInvariant,
  type Invariant,
  type Violation,
} from './invariant-type.ts'

export const searchIndex: Invariant = {
  name: 'search',
  promise: 'the search index finds every text of an event by its words, and nothing else',
  advice: 'searches miss events or find wrong ones; save the texts again, or restore a backup',
  find: (context) => (context.db.dialect.engine === 'sqlite' ? inSqlite(context) : inPostgres(context)),
}

/**
 * SQL expression for the number of trigrams of a text (`n`) in the format that FTS5 stores: a varint of one to three
 * bytes, in hexadecimal.
 */
const STORED_TRIGRAM_COUNT = `CASE WHEN n < 128 THEN printf('%02X', n)
  WHEN n < 16384 THEN printf('%02X%02X', 128 + (n >> 7), n & 127)
  ELSE printf('%02X%02X%02X', 128 + (n >> 14), 128 + ((n >> 7) & 127), n & 127) END`

async function inSqlite(context: CheckContext): Promise<Violation[]> {
  const { db } = context
  const indexed = 'event_text_search_docsize'
  return [
    ...(await findRowsViolatingInvariant(
      db,
      'event_text',
      'are neither in the index nor queued for it',
      sql`SELECT t.id FROM event_text t
      WHERE NOT EXISTS (SELECT 1 FROM ${raw(indexed)} d WHERE d.id = t.id)
        AND NOT EXISTS (SELECT 1 FROM event_text_unindexed u WHERE u.text_id = t.id)`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event_text_unindexed',
      'are queued for the index and already in it',
      sql`
      SELECT u.text_id AS id FROM event_text_unindexed u WHERE EXISTS (SELECT 1 FROM ${raw(indexed)} d WHERE d.id = u.text_id)`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event_text_unindexed',
      'refer to a missing text',
      sql`
      SELECT u.text_id AS id FROM event_text_unindexed u WHERE NOT EXISTS (SELECT 1 FROM event_text t WHERE t.id = u.text_id)`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event_text_search',
      'refer to a missing text',
      sql`
      SELECT d.id FROM ${raw(indexed)} d WHERE NOT EXISTS (SELECT 1 FROM event_text t WHERE t.id = d.id)`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event_text_search',
      'have another number of trigrams than their text',
      sql`
      SELECT s.id FROM (SELECT d.id, hex(d.sz) AS stored, length(t.search_text) AS n
        FROM ${raw(indexed)} d JOIN event_text t ON t.id = d.id) AS s WHERE n < 2097152 AND stored <> ${raw(STORED_TRIGRAM_COUNT)}`,
    )),
    ...(await textsNotFound(context)),
  ]
}

/**
 * Length in letters of search phrases. Each text is searched for by three phrases: from its beginning, middle and end.
 */
const PHRASE_LETTERS = 10
/** Maximum number of event texts up to which all of them are looked up in the search index. */
const LOOKUP_ALL_MAX = 2000
/**
 * Approximate number of texts that are looked up if there are more than `LOOKUP_ALL_MAX`, because a lookup takes
 * milliseconds.
 */
const LOOKUP_SAMPLE = 300

/** Finds event texts that are in the search index, but not in the results of a search for phrases from them. */
async function textsNotFound({ db, textsMax }: CheckContext): Promise<Violation[]> {
  const missing: string[] = []
  const checksAll =
    textsMax === Number.POSITIVE_INFINITY ||
    (await chooseIntervalForCheckingEveryNthId(db, 'event_text', LOOKUP_ALL_MAX)) === 1
  const interval = checksAll ? 1 : await chooseIntervalForCheckingEveryNthId(db, 'event_text', LOOKUP_SAMPLE)
  const isSampled = sql`id % ${raw(String(interval))} = 0 AND length(search_text) > 2
    AND id NOT IN (SELECT text_id FROM event_text_unindexed)`
  for await (const { id, search_text } of readRowsInBatches<{ id: number; search_text: string }>(
    db,
    sql`id, search_text`,
    sql`event_text`,
    sql`id`,
    isSampled,
  )) {
    // The id is part of the SQL text, not a bound parameter: node:sqlite binds numbers as floating-point, and FTS5
    // ignores a rowid of that type.
    const found = await db.get(
      sql`SELECT 1 AS one FROM event_text_search WHERE event_text_search MATCH ${phrasesOf(search_text)} AND rowid = ${raw(String(id))}`,
    )
    if (!found) missing.push(String(id))
  }
  return createViolations('event_text', 'are not found by a search for their own words', missing)
}

function phrasesOf(text: string): string {
  const letters = [...text]
  const middle = Math.floor(letters.length / 2)
  const parts = [letters, letters.slice(middle), letters.slice(-PHRASE_LETTERS)]
    .map((part) => part.slice(0, PHRASE_LETTERS))
    .filter((part) => part.length > 2)
  return parts.map((part) => `"${part.join('').replaceAll('"', '""')}"`).join(' AND ')
}

/** Maximum number of words that are searched for with the index and without it, to compare the results. */
const WORDS_MAX = 12
/** Number of event texts from which `sampleWords` chooses search words. */
const SAMPLED_TEXTS = 200

const inPostgres = async (context: CheckContext): Promise<Violation[]> => [
  ...(await missingWords(context)),
  ...(await wrongResults(context)),
]

/** Finds words of texts that are missing in the table `event_word`, so that a search for them has no results. */
async function missingWords({ db, textsMax }: CheckContext): Promise<Violation[]> {
  const interval = await chooseIntervalForCheckingEveryNthId(db, 'event_text', textsMax)
  return findRowsViolatingInvariant(
    db,
    'event_text',
    'contain a word that is missing in event_word (the words)',
    sql`SELECT used.word AS id FROM (
        SELECT DISTINCT word FROM event_text, words_of(search_text) AS word WHERE event_id % ${raw(String(interval))} = 0
      ) AS used WHERE NOT EXISTS (SELECT 1 FROM event_word w WHERE w.word = used.word)`,
  )
}

/**
 * For some words, compares the number of texts that the search index finds with the number that a scan of all texts
 * finds.
 */
async function wrongResults({ db }: CheckContext): Promise<Violation[]> {
  const words = await sampleWords(db)
  if (words.length === 0) return []
  const counted = words.map(
    (word, nth) => sql`count(*) FILTER (WHERE search_text LIKE ${`%${word}%`}) AS ${raw(`w${nth}`)}`,
  )
  const scanned = await db.get<Record<string, number>>(sql`SELECT ${join(counted)} FROM event_text`)
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
  const differing = words.filter((_, nth) => Number(scanned?.[`w${nth}`]) !== found[nth])
  return createViolations(
    'event_text',
    'are found by the index event_text_search in another number than by a scan (the words)',
    differing,
  )
}

/**
 * Chooses search words from a sample of all event texts: the longest word of each text, because long words are rare.
 */
async function sampleWords(db: Snapshot): Promise<string[]> {
  const interval = await chooseIntervalForCheckingEveryNthId(db, 'event_text', SAMPLED_TEXTS)
  const rows = await db.all<{ search_text: string }>(sql`SELECT search_text FROM event_text
    WHERE event_id % ${raw(String(interval))} = 0 ORDER BY event_id DESC LIMIT ${SAMPLED_TEXTS}`)
  const longest = rows.map(({ search_text }) => {
    const words = search_text.match(/[a-z0-9]{4,20}/g) ?? []
    return words.toSorted((one, other) => other.length - one.length)[0]
  })
  return [...new Set(longest.filter((word) => word !== undefined))].slice(0, WORDS_MAX)
}
