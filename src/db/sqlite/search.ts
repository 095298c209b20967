import { empty, join, type Sql, sql } from '../database.ts'

/** A phrase of more letters would only make the index work longer: its beginning is looked for, then the whole compared. */
const INDEXED_MAX = 64

/** Folded texts hold no two spaces in a row, and the index two at the end of each. */
const NOTHING = '"   "'

/**
 * Texts that hold every one of some folded words, `t`, by the index of three letters in a row; those that wait to be indexed
 * are compared. `t` is read from its narrow index: a long description beside it would cost more than all the rest.
 */
export function searchEventTexts(words: readonly string[], where: Sql): { from: Sql; where: Sql } {
  const sought = words.map((word) => ({ word, letters: [...word] }))
  // Where a single letter stands is as dear to find as all else together: at most one is looked for, the others compared.
  const beyondOne = sought.filter(({ letters }) => letters.length > 1)
  const indexed = beyondOne.length > 0 ? beyondOne : sought.slice(0, 1)
  const compared = sought
    .filter((one) => !indexed.includes(one) || one.letters.length > INDEXED_MAX)
    .map(({ word }) => word)
  const match = join(
    indexed.map(({ word, letters }) => (letters.length < 3 ? beginningWith(word) : sql`${phrase(letters)}`)),
    " || ' AND ' || ",
  )
  const lacksNone = (text: Sql, needles: readonly string[]) => sql`NOT EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(needles)}) AS needle WHERE instr(${text}, needle.value) = 0)`
  return {
    from: sql`(
      SELECT rowid AS id FROM event_text_search WHERE event_text_search MATCH ${match}
      UNION ALL SELECT u.text_id FROM event_text_unindexed u CROSS JOIN event_text w
      WHERE w.id = u.text_id AND ${lacksNone(sql`w.search_text`, words)}
    ) AS found CROSS JOIN event_text t INDEXED BY event_text_narrow`,
    where: sql`t.id = found.id AND ${where} ${compared.length > 0 ? sql`AND ${lacksNone(sql`t.search_text`, compared)}` : empty}`,
  }
}

const phrase = (letters: readonly string[]) => quoted(letters.slice(0, INDEXED_MAX).join(''))

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** One or two letters stand wherever three letters begin with them. */
const beginningWith = (letters: string) => sql`'(' || coalesce((
  SELECT group_concat('"' || replace(term, '"', '""') || '"', ' OR ') FROM event_text_terms
  WHERE term >= ${letters} AND term <= ${`${letters}\u{10ffff}`}
), ${NOTHING}) || ')'`
