import { join, type Queryable, type Sql, sql } from '../database.ts'

/**
 * A pattern that more indexed words match is compared with every text instead. For each text that the index finds it
 * checks each of these words, 6 ns per word, while comparing a text takes about 0.7 µs.
 */
const WORDS_MAX = 150
/** How many words of a phrase are looked up in the index; the texts found are compared with the whole phrase anyway. */
const WORDS_OF_PHRASE_MAX = 4

/** A LIKE pattern for texts that contain the needle, with the wildcards in it escaped. */
export const likePattern = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Implements `Dialect.searchEventTexts`. First finds the words in `event_word` that match each needle, then the texts that
 * contain one of these words, by the GIN index. A needle without a space is always within one word, so only phrases and
 * needles that match too many words are compared with the texts themselves.
 */
export async function searchEventTexts(
  db: Queryable,
  needles: readonly string[],
  where: Sql,
): Promise<{ from: Sql; where: Sql }> {
  const terms = needles.map((needle) => ({ needle, patterns: wordPatterns(needle) }))
  const keys = await keysOf(db, new Set(terms.flatMap(({ patterns }) => patterns)))
  const compared = terms.filter(({ patterns }) => patterns.length > 1 || !keys.has(patterns[0] as string))
  const conditions = [
    ...[...keys.values()].map(containsOneOf),
    ...compared.map(({ needle }) => sql`t.search_text LIKE ${likePattern(needle)}`),
  ]
  // OFFSET 0 makes the planner plan this subquery by itself. Otherwise it takes other conditions on the texts for expensive,
  // and scans half of another index to evaluate them less often.
  return {
    from: sql`(SELECT t.event_id, t.language, t.listed_start FROM event_text t
      WHERE ${join(conditions, ' AND ')} AND ${where} OFFSET 0) AS t`,
    where: sql`1 = 1`,
  }
}

/**
 * LIKE patterns of the words of a needle: the first word may be the end of an indexed word, the last one the beginning.
 * Takes the longest words, because long words are rare.
 */
const wordPatterns = (needle: string) =>
  likePattern(needle)
    .split(' ')
    .toSorted((one, other) => other.length - one.length)
    .slice(0, WORDS_OF_PHRASE_MAX)

/** The subquery hides the keys from the planner, which might otherwise scan all texts and compute the keys of each. */
const containsOneOf = (keys: string) => sql`word_keys(t.search_text) && (SELECT ${keys}::bigint[])`

/**
 * The hash keys of the indexed words that match each pattern, as an array literal by pattern. Patterns that match more
 * than `WORDS_MAX` words are left out.
 */
async function keysOf(db: Queryable, patterns: ReadonlySet<string>): Promise<Map<string, string>> {
  const each = [...patterns].map(
    (pattern) => sql`(SELECT ${pattern}::text AS pattern, coalesce(array_agg(key), '{}')::text AS keys
      FROM (SELECT hashtextextended(word, 0) AS key FROM event_word WHERE word LIKE ${pattern}
        LIMIT ${WORDS_MAX + 1}) AS matching HAVING count(*) <= ${WORDS_MAX})`,
  )
  const found = await db.all<{ pattern: string; keys: string }>(join(each, ' UNION ALL '))
  return new Map(found.map(({ pattern, keys }) => [pattern, keys]))
}
