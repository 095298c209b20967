import type { Problems } from '../../core/errors.ts'
import type { PostKind } from '../../core/kinds.ts'
import type { Page, PageRequest } from '../../core/list-page.ts'
import { foldTextForSearch, splitSearchIntoWords } from '../../core/text/fold-text.ts'
import { join, raw, type Sql, sql } from '../../db/database.ts'
import { readPageOfRows } from '../../db/read-page-of-rows.ts'
import {
  displayedTextContainsWordsCondition,
  displayedTextMeetsCondition,
  joinWithAnd,
  tableOfKind,
} from '../../db/sql-fragments.ts'
import { displayLanguagesOfRequest, type Scope } from '../scope.ts'
import { selectRecordIdsBySlugsInOrder } from '../texts/find-by-slug.ts'
import { languageFilterConditions } from '../texts/record-languages.ts'
import { columnsContainCondition, type SearchedColumn } from '../texts/search-text.ts'
import { selectPageOfPostIds } from './list-posts.ts'
import { displayedTextColumnSql, MODIFIED_AT } from './post-order-sql.ts'
import { translatePostStatusToSql } from './status-filter.ts'

/** A filter that selects the posts of a list. Undefined members do not filter. */
export interface PostFilter {
  /** Selects posts with one of these values of the query parameter `status`, such as `publish` or `future`. */
  statuses: string[]
  search?: string | undefined
  /**
   * The columns of the displayed text in which each search word must occur. Default: all columns of the text and, for
   * venues and organizers, also the contact data.
   */
  searchColumns?: readonly SearchedColumn[] | undefined
  include?: readonly number[] | undefined
  exclude?: readonly number[] | undefined
  slugs?: readonly string[] | undefined
  /** Selects posts whose author is one of the accounts with these ids. */
  authors?: readonly number[] | undefined
  excludedAuthors?: readonly number[] | undefined
  published?: Span | undefined
  modified?: Span | undefined
}

/** A span of time between two instants (seconds since 1970-01-01 UTC), both excluded. */
export interface Span {
  after?: number | undefined
  before?: number | undefined
}

export interface PostOrder {
  /** The value by which the list is sorted. `relevance`: first the posts whose title contains the whole search text. */
  by: 'date' | 'modified' | 'id' | 'author' | 'title' | 'slug' | 'include' | 'include_slugs' | 'relevance'
  direction: 'ASC' | 'DESC'
}

/** Builds the condition that the displayed text of a post (alias `p`) contains all words. */
type MatchWords = (words: string[], columns: PostFilter['searchColumns']) => Promise<Sql> | Sql

/**
 * SQL conditions that the filter selects a post, whose table has the alias `p`, and that the caller may read the post.
 */
export async function postFilterConditions(
  scope: Scope,
  kind: PostKind,
  filter: PostFilter,
  problems: Problems,
  matchWords: MatchWords = (words, columns) => wordsIn(scope, kind, words, columns),
): Promise<Sql[]> {
  const { inList } = scope.db.dialect
  const { statuses, search, include, exclude = [], slugs, authors, excludedAuthors = [], published, modified } = filter
  const conditions = [
    translatePostStatusToSql(scope, statuses, problems).condition,
    ...languageFilterConditions(scope, kind, {}),
  ]
  const words = splitSearchIntoWords(search ?? '')
  if (words.length > 0) conditions.push(await matchWords(words, filter.searchColumns))
  if (include) conditions.push(inList(sql`p.id`, include))
  if (exclude.length > 0) conditions.push(sql`NOT (${inList(sql`p.id`, exclude)})`)
  if (slugs) conditions.push(inList(sql`p.id`, await selectRecordIdsBySlugsInOrder(scope, kind, slugs)))
  if (authors) conditions.push(inList(sql`p.author_id`, authors))
  if (excludedAuthors.length > 0) conditions.push(sql`NOT (${inList(sql`p.author_id`, excludedAuthors)})`)
  return [...conditions, ...within(sql`p.published_at`, published), ...within(MODIFIED_AT, modified)]
}

function wordsIn(scope: Scope, kind: PostKind, words: string[], columns: PostFilter['searchColumns']): Sql {
  const displayed = displayLanguagesOfRequest(scope)
  if (!columns)
    return displayedTextContainsWordsCondition(scope.db, kind, words, { ...displayed, shared: sql`p.search_text` })
  return displayedTextMeetsCondition(kind, displayed, columnsContainCondition(scope.db.dialect, columns, words))
}

const within = (time: Sql, { after, before }: Span = {}): Sql[] => [
  ...(after === undefined ? [] : [sql`${time} > ${after}`]),
  ...(before === undefined ? [] : [sql`${time} < ${before}`]),
]

/**
 * Reads the ids of one page of posts that meet conditions, and the number of posts on all pages.
 * @param filter contains the search text and the ids, on which some orders depend
 */
export async function selectPageOfFilteredPostIds(
  scope: Scope,
  kind: PostKind,
  conditions: readonly Sql[],
  filter: PostFilter,
  order: PostOrder,
  request: PageRequest,
): Promise<{ ids: number[]; total: number }> {
  const { search, include, slugs } = filter
  const ids =
    order.by === 'include_slugs' ? slugs && (await selectRecordIdsBySlugsInOrder(scope, kind, slugs)) : include
  const sorted = orderOf(scope, kind, { search, ids }, order)
  return selectPageOfPostIds(scope.db.slow, { kind, where: joinWithAnd(conditions), order: sorted }, request)
}

/** The SQL order of a list of posts. @param filter contains the search text and the ids, on which some orders depend */
function orderOf(
  scope: Scope,
  kind: PostKind,
  { search = '', ids }: { search: string | undefined; ids: readonly number[] | undefined },
  order: PostOrder,
): Sql {
  const { binaryOrder, positionIn } = scope.db.dialect
  const direction = raw(order.direction)
  const by = (expression: Sql) => sql`${expression} ${direction}, p.id ${direction}`
  switch (order.by) {
    case 'date':
      return by(sql`p.published_at`)
    case 'modified':
      return by(MODIFIED_AT)
    case 'id':
      return sql`p.id ${direction}`
    case 'author':
      return by(sql`p.author_id`)
    case 'title':
      return by(binaryOrder(displayedTextColumnSql(scope, kind, sql`t.title_folded`)))
    case 'slug':
      return by(binaryOrder(displayedTextColumnSql(scope, kind, sql`t.slug`)))
    case 'include':
    case 'include_slugs':
      return ids ? positionIn(sql`p.id`, ids) : by(sql`p.published_at`)
    case 'relevance':
      return sql`${rankOf(scope, kind, search)}, p.published_at DESC, p.id DESC`
  }
}

/** SQL for 0 if the displayed title of a post contains the whole search text, else 1. */
const rankOf = (scope: Scope, kind: PostKind, search: string): Sql =>
  sql`CASE WHEN ${scope.db.dialect.contains(displayedTextColumnSql(scope, kind, sql`t.title_folded`), foldTextForSearch(search))} THEN 0 ELSE 1 END`

/** A search result: a post of any kind. */
export interface FoundPost {
  kind: PostKind
  id: number
}

/**
 * Reads one page of posts of several kinds that a search finds, sorted by relevance; equally relevant posts newest
 * first.
 */
export function searchPosts(
  scope: Scope,
  sources: readonly { kind: PostKind; conditions: readonly Sql[] }[],
  search: string,
  request: PageRequest,
): Promise<Page<FoundPost>> {
  const posts = sources.map(
    ({
      kind,
      conditions,
    }) => sql`SELECT ${raw(`'${kind}'`)} AS kind, p.id, p.published_at, ${rankOf(scope, kind, search)} AS rank
      FROM ${tableOfKind(kind)} p WHERE ${joinWithAnd(conditions)}`,
  )
  const from = sql`(${join(posts, ' UNION ALL ')}) AS found`
  const order = sql`found.rank, found.published_at DESC, found.id DESC`
  return readPageOfRows<FoundPost>(
    scope.db.slow,
    { columns: sql`found.kind, found.id`, from, where: sql`1 = 1`, order },
    request,
  )
}
