import { empty, join, type Sql, sql } from '../database.ts'

/**
 * The maximum number of letters of a phrase that are looked up in the index. A longer phrase would be slower to look
 * up, so the results for its beginning are compared with the whole phrase.
 */
const INDEXED_LETTERS_MAX = 64

/**
 * A search expression without results: three spaces. Indexed texts contain single spaces only, and two at their end, so
 * three never occur.
 */
const NO_MATCH = '"   "'

/**
 * Matches a search word of one letter that most texts contain. Comparing all texts takes a quarter of the time that the
 * index needs, because it has a list for each trigram that begins with the letter.
 */
const ONE_LATIN_LETTER = /^[a-z]$/

/**
 * Implements `Dialect.eventTextSearchSql` with the trigram index `event_text_search`. Texts that are not in the index
 * yet (`event_text_unindexed`) are compared with the search words. The alias `t` is read from the covering index
 * `event_text_narrow`, because reading table rows with long descriptions would take most of the time.
 */
export function eventTextSearchSql(words: readonly string[], where: Sql): { from: Sql; where: Sql } {
  if (words.every((word) => ONE_LATIN_LETTER.test(word))) {
    const contained = words.map((word) => sql`instr(t.search_text, ${word}) > 0`)
    return { from: sql`event_text t NOT INDEXED`, where: sql`${where} AND ${join(contained, ' AND ')}` }
  }
  const terms = words.map((word) => ({ word, letters: [...word] }))
  // Looking up a search word of one letter in the index is slow, so it
  // is done for one word at most, and only if there are no longer words.
  const longerWords = terms.filter(({ letters }) => letters.length > 1)
  const indexed = longerWords.length > 0 ? longerWords : terms.slice(0, 1)
  const compared = terms
    .filter((one) => !indexed.includes(one) || one.letters.length > INDEXED_LETTERS_MAX)
    .map(({ word }) => word)
  const match = join(
    indexed.map(({ word, letters }) => (letters.length < 3 ? trigramsBeginningWith(word) : sql`${phrase(letters)}`)),
    " || ' AND ' || ",
  )
  const containsAll = (text: Sql, needles: readonly string[]) => sql`NOT EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(needles)}) AS needle WHERE instr(${text}, needle.value) = 0)`
  return {
    from: sql`(
      SELECT rowid AS id FROM event_text_search WHERE event_text_search MATCH ${match}
      UNION ALL SELECT u.text_id FROM event_text_unindexed u CROSS JOIN event_text w
      WHERE w.id = u.text_id AND ${containsAll(sql`w.search_text`, words)}
    ) AS found CROSS JOIN event_text t INDEXED BY event_text_narrow`,
    where: sql`t.id = found.id AND ${where} ${compared.length > 0 ? sql`AND ${containsAll(sql`t.search_text`, compared)}` : empty}`,
  }
}

const phrase = (letters: readonly string[]) => quoted(letters.slice(0, INDEXED_LETTERS_MAX).join(''))

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The FTS5 expression for a word of one or two letters: all trigrams that begin with it, joined with OR. */
const trigramsBeginningWith = (letters: string) => sql`'(' || coalesce((
  SELECT group_concat('"' || replace(term, '"', '""') || '"', ' OR ') FROM event_text_terms
  WHERE term >= ${letters} AND term <= ${`${letters}\u{10ffff}`}
), ${NO_MATCH}) || ')'`
