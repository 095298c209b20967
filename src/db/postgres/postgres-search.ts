import { join, type Queryable, type Reader, type Sql, sql } from '../database.ts'

/**
 * The maximum number of indexed words that may contain a search word. If more contain it, the index is not used for the
 * search word, and all texts are compared with it instead. (Measured: the index takes 6 ns per indexed word and
 * matching text, the comparison with a text about 0.7 µs.)
 */
const WORDS_MAX = 150
/**
 * Like `WORDS_MAX`, for searches that use the index for one search word only: PostgreSQL then reads the index once for
 * each indexed word, which takes less time than the index needs to compare all of them with every text.
 */
const WORDS_MAX_OF_ONE = 1500
/**
 * How many words of a phrase are looked up in the index. The texts that contain these words are then compared with the
 * whole phrase.
 */
const WORDS_OF_PHRASE_MAX = 4

/** A LIKE pattern that matches texts containing `needle`. The LIKE wildcards in `needle` are escaped. */
export const likePatternContaining = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Implements `Dialect.eventTextSearchSql`. First finds the indexed words (table `event_word`) that contain each search
 * word, then, with a GIN index, the texts that contain one of these indexed words. Texts themselves are compared only
 * with phrases, which contain a space, and with search words that too many indexed words contain.
 */
export async function eventTextSearchSql(
  db: Pick<Reader, 'all' | 'get' | 'slow'>,
  needles: readonly string[],
  where: Sql,
): Promise<{ from: Sql; where: Sql }> {
  const terms = needles.map((needle) => ({ needle, patterns: wordPatterns(needle) }))
  const patterns = new Set(terms.flatMap((term) => term.patterns))
  const isOne = patterns.size === 1
  const keys = await keysOf(isSlowToLookUp(patterns) ? db.slow : db, patterns, isOne ? WORDS_MAX_OF_ONE : WORDS_MAX)
  const compared = terms.filter(({ patterns }) => patterns.length > 1 || !keys.has(patterns[0] as string))
  const indexed = [...keys.values()].map(isOne ? containsOneOfLists : containsOneOf)
  const unindexed = compared.map(({ needle }) => needle)
  // OFFSET 0 makes PostgreSQL plan this subquery separately. Otherwise PostgreSQL overestimates the cost of the
  // conditions on the texts, and scans half of another index.
  return {
    from: sql`(SELECT t.event_id, t.language, t.listed_start FROM event_text t
      WHERE ${join([...indexed, meets(where, unindexed)], ' AND ')} OFFSET 0) AS t`,
    where: sql`1 = 1`,
  }
}

/**
 * LIKE patterns for the words of a phrase: its first word may be the end of an indexed word, and its last word the
 * beginning of one. Returns patterns for the longest words only, because long words are rare.
 */
const wordPatterns = (needle: string) =>
  likePatternContaining(needle)
    .split(' ')
    .toSorted((one, other) => other.length - one.length)
    .slice(0, WORDS_OF_PHRASE_MAX)

/**
 * A condition: the text contains one of the indexed words with the given hash keys. The keys are in a subquery, so that
 * PostgreSQL does not see them when it plans; otherwise it might scan all texts and hash the words of each.
 */
const containsOneOf = (keys: readonly string[]) => sql`word_keys(t.search_text) && (SELECT ${`{${keys}}`}::bigint[])`

/**
 * The same condition, for which PostgreSQL reads the index once for each key. Only for one condition of a statement:
 * of several, PostgreSQL would read the index for each combination of their keys.
 */
const containsOneOfLists = (keys: readonly string[]) => {
  const lists = `{${keys.map((key) => `"{${key}}"`)}}`
  return sql`word_keys(t.search_text) && ANY ((SELECT ${lists}::word_key_list[])::word_key_list[])`
}

/**
 * A condition: the text meets a condition and contains the needles. CASE makes PostgreSQL evaluate the condition first,
 * because comparing a text takes much longer. The comparison with 1 makes it expect few texts, and so compare all texts
 * in several processes if the index is not used. (Measured with 120,000 texts of 334 letters on average: for phrases of
 * frequent words `strpos` took 32 to 36 ms, LIKE 56 to 65 ms; for single words both took 20 to 40 ms.)
 */
const meets = (condition: Sql, needles: readonly string[]) =>
  needles.length === 0
    ? condition
    : sql`CASE WHEN (${condition}) AND ${join(
        needles.map((needle) => sql`strpos(t.search_text, ${needle}) > 0`),
        ' AND ',
      )} THEN 1 ELSE 0 END = 1`

/**
 * Whether one of the patterns has no three letters or digits in a row, which the trigram index of words needs. For all
 * others every plan uses the index, so a search need not wait twice for one of the few connections for slow statements.
 */
const isSlowToLookUp = (patterns: ReadonlySet<string>) =>
  [...patterns].some((pattern) => !/[\p{L}\p{N}]{3}/u.test(pattern))

/**
 * For each LIKE pattern, the hash keys of the indexed words that match it. Omits patterns that match more than
 * `wordsMax` words.
 */
async function keysOf(
  db: Queryable,
  patterns: ReadonlySet<string>,
  wordsMax: number,
): Promise<Map<string, readonly string[]>> {
  const each = [...patterns].map(
    (pattern) => sql`(SELECT ${pattern}::text AS pattern, coalesce(string_agg(key::text, ','), '') AS keys
      FROM (SELECT hashtextextended(word, 0) AS key FROM event_word WHERE word LIKE ${pattern}
        LIMIT ${wordsMax + 1}) AS matching HAVING count(*) <= ${wordsMax})`,
  )
  const found = await db.all<{ pattern: string; keys: string }>(join(each, ' UNION ALL '))
  return new Map(found.map(({ pattern, keys }) => [pattern, keys === '' ? [] : keys.split(',')]))
}
