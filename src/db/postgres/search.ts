import { join, type Queryable, type Sql, sql } from '../database.ts'

/**
 * What is part of more words is compared with every text: of each text it finds the index looks at each of these words,
 * 6 ns a word, and comparing takes some 0.7 µs.
 */
const WORDS_MAX = 150
/** Of a phrase, which is compared besides. */
const WORDS_OF_PHRASE_MAX = 4

/** For LIKE: holds the needle, in which no character is a wildcard. */
export const likePattern = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Texts that hold every one of some folded needles, `t`. A needle without a space lies inside one word: the index of words
 * knows which texts hold such a word, and nothing is compared.
 */
export async function searchEventTexts(
  db: Queryable,
  needles: readonly string[],
  where: Sql,
): Promise<{ from: Sql; where: Sql }> {
  const sought = needles.map((needle) => ({ needle, patterns: wordPatterns(needle) }))
  const keys = await keysOf(db, new Set(sought.flatMap(({ patterns }) => patterns)))
  const compared = sought.filter(({ patterns }) => patterns.length > 1 || !keys.has(patterns[0] as string))
  const conditions = [
    ...[...keys.values()].map(holdsOneOf),
    ...compared.map(({ needle }) => sql`t.search_text LIKE ${likePattern(needle)}`),
  ]
  // OFFSET 0 has this planned alone: what is asked of the texts besides would count as dear, and reading half of another
  // index as the way to ask it less often.
  return {
    from: sql`(SELECT t.event_id, t.language, t.listed_start FROM event_text t
      WHERE ${join(conditions, ' AND ')} AND ${where} OFFSET 0) AS t`,
    where: sql`1 = 1`,
  }
}

/** What its words are like: a phrase ends one and begins another, those between are whole. The longest are the rarest. */
const wordPatterns = (needle: string) =>
  likePattern(needle)
    .split(' ')
    .toSorted((one, other) => other.length - one.length)
    .slice(0, WORDS_OF_PHRASE_MAX)

/** The value comes from a query so that no plan is made for it: one that reads all texts would make their keys anew. */
const holdsOneOf = (keys: string) => sql`word_keys(t.search_text) && (SELECT ${keys}::bigint[])`

/** For each pattern the keys of the words like it, as an array literal; nothing of a pattern that too many are like. */
async function keysOf(db: Queryable, patterns: ReadonlySet<string>): Promise<Map<string, string>> {
  const each = [...patterns].map(
    (pattern) => sql`(SELECT ${pattern}::text AS pattern, coalesce(array_agg(key), '{}')::text AS keys
      FROM (SELECT hashtextextended(word, 0) AS key FROM event_word WHERE word LIKE ${pattern}
        LIMIT ${WORDS_MAX + 1}) AS alike HAVING count(*) <= ${WORDS_MAX})`,
  )
  const found = await db.all<{ pattern: string; keys: string }>(join(each, ' UNION ALL '))
  return new Map(found.map(({ pattern, keys }) => [pattern, keys]))
}
