import { memoize } from '../../core/generic/memoize.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { htmlToText } from '../../core/text/html.ts'
import { type Dialect, type Sql, sql } from '../../db/database.ts'
import { joinWithAnd, joinWithOr } from '../../db/sql-fragments.ts'

/**
 * Builds the text of a record in which searches look for words, in lower case and without accents. Title, excerpt and
 * description are separated by line breaks, so that no search phrase matches across two of them.
 */
export const buildSearchText = (title: string, excerpt: string, description: string): string =>
  [foldTextForSearch(title), readAndFolded(excerpt), readAndFolded(description)].join('\n')

/** The number of the line that contains each text in a search text. */
const LINE_OF = { title: 1, excerpt: 2, description: 3 } as const

export type SearchedColumn = keyof typeof LINE_OF

/**
 * A condition: each word occurs in one of the columns of the text `t`.
 * @param words case-folded
 */
export const columnsContainCondition = (
  { contains, lineOf }: Dialect,
  columns: readonly SearchedColumn[],
  words: readonly string[],
): Sql =>
  joinWithAnd(
    words.map((word) =>
      joinWithOr(columns.map((column) => contains(lineOf(sql`t.search_text`, LINE_OF[column]), word))),
    ),
  )

/** A condition: a word of the title of the text `t` begins with `beginning`, which is case-folded. */
export const wordOfTitleBeginsCondition = ({ contains, lineOf }: Dialect, beginning: string): Sql =>
  contains(sql`(' ' || ${lineOf(sql`t.search_text`, LINE_OF.title)})`, ` ${beginning}`)

/**
 * Converts HTML to text for searching and caches recent results, because repeating events often have the same
 * description.
 */
const readAndFolded = memoize((html: string) => foldTextForSearch(htmlToText(html)), 200)
