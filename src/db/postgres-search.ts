import { join, type Reads, raw, type Sql, sql } from './database.ts'

/**
 * What is part of more words is compared with every text: of each text it finds the index looks at each of these words,
 * 6 ns a word, and comparing takes some 0.7 µs.
 */
const WORDS_MAX = 150
/** Of a phrase, which is compared besides. */
const WORDS_OF_PHRASE_MAX = 4

/** For LIKE: holds the needle, in which no character is a wildcard. */
export const patternOf = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Texts that hold every one of some folded needles, `t`. A needle without a space lies inside one word: the index of words
 * knows which texts hold such a word, and nothing is compared.
 */
export async function eventTexts(
  db: Reads,
  needles: readonly string[],
  where: Sql,
): Promise<{ from: Sql; where: Sql }> {
  const sought = needles.map((needle) => ({ needle, patterns: wordPatterns(needle) }))
  const keys = await keysOf(
    db,
    sought.flatMap(({ patterns }) => patterns),
  )
  const conditions = sought.flatMap(({ needle, patterns }) => {
    const few = patterns.flatMap((pattern) => keys.get(pattern) ?? [])
    const isFound = few.length > 0 && patterns.length === 1
    return [...few.map(holdsOneOf), ...(isFound ? [] : [sql`t.search_text LIKE ${patternOf(needle)}`])]
  })
  // OFFSET 0 has this planned alone: what is asked of the texts besides would count as dear, and reading half of another
  // index as the way to ask it less often.
  return {
    from: sql`(SELECT t.event_id, t.language, t.listed_start FROM event_text t
      WHERE ${join(conditions, ' AND ')} AND ${where} OFFSET 0) AS t`,
    where: sql`1 = 1`,
  }
}

/** A phrase ends one word and begins another; words between are whole. The longest are in the fewest texts. */
const wordPatterns = (needle: string) =>
  patternOf(needle)
    .split(' ')
    .toSorted((one, other) => other.length - one.length)
    .slice(0, WORDS_OF_PHRASE_MAX)

/** Chosen by no estimate: a plan that reads all texts, as for frequent words, would make their keys anew. */
const holdsOneOf = (keys: string) => sql`word_keys(t.search_text) && (SELECT ${keys}::bigint[])`

/** For each pattern the keys of the words it fits, as an array literal; null when they are too many. */
async function keysOf(db: Reads, patterns: readonly string[]): Promise<Map<string, string | null>> {
  const each = patterns.map(
    (pattern, nth) => sql`(
      SELECT CASE WHEN count(*) <= ${raw(String(WORDS_MAX))} THEN coalesce(array_agg(key), '{}')::text END
      FROM (SELECT hashtextextended(word, 0) AS key FROM event_word WHERE word LIKE ${pattern}
        LIMIT ${raw(String(WORDS_MAX + 1))}) AS held) AS ${raw(`keys_${nth}`)}`,
  )
  const row = await db.get<Record<string, string | null>>(sql`SELECT ${join(each)}`)
  return new Map(patterns.map((pattern, nth) => [pattern, row?.[`keys_${nth}`] ?? null]))
}
