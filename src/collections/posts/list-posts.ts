import type { Problems } from '../../core/errors.ts'
import { collectionNameOfKind, type LinkedPostKind, type PostKind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { createListPageRequest, type PageRequest, urlsOfListPages } from '../../core/list-page.ts'
import { textMeansYes } from '../../core/schema/field-types.ts'
import { splitSearchIntoWords } from '../../core/text/fold-text.ts'
import type { QueryParameters } from '../../core/urls.ts'
import { type Queryable, type Reader, type Sql, sql } from '../../db/database.ts'
import { readPageOfRows } from '../../db/read-page-of-rows.ts'
import {
  displayedTextContainsWordsCondition,
  eventLinkTable,
  eventTakesPlaceCondition,
  foreignKeyColumnOfKind,
  joinWithAnd,
  tableOfKind,
  visibleToCallerCondition,
} from '../../db/sql-fragments.ts'
import type { Listing } from '../collection.ts'
import { type Scope, siteDefaultLanguage } from '../scope.ts'
import {
  hasTextInLanguageCondition,
  languageFilterConditions,
  languageUrlParameters,
} from '../texts/record-languages.ts'
import {
  type LoadPosts,
  loadPostsInOrder,
  type PostColumns,
  type PostContent,
  postRights,
  readPostColumns,
} from './load-posts.ts'
import { type ListOrder, postOrderSql } from './post-order-sql.ts'
import { type StatusFilter, translatePostStatusToSql } from './status-filter.ts'

/**
 * Conditions and page size of a list of posts, in addition to the query parameters that the routes of all APIs have.
 */
export interface PostListOptions {
  /** Filter by the status of the posts. By default `translatePostStatusToSql` creates the filter from the query. */
  status?: StatusFilter
  /** If given, only posts with these ids are listed. In lists of events, the id of a repeated event selects all its dates. */
  onlyIds?: readonly number[] | undefined
  exceptIds?: readonly number[] | undefined
  /** Lists only posts without a text in this language. */
  untranslatedIn?: Language | undefined
  order?: ListOrder | undefined
  /** The largest page size that a request may have; by default `PER_PAGE_MAX`. */
  perPageMax?: number
  /** The largest number of posts to count, see `PageRequest`. Only lists of events use it. */
  countMax?: number | undefined
}

/**
 * The SQL conditions of `onlyIds`, `exceptIds` and `untranslatedIn`.
 * @param hasIdCondition creates the condition that a post is selected by one of some ids; by default it has that id
 */
export const postListOptionConditions = (
  { db }: Scope,
  kind: PostKind,
  { onlyIds, exceptIds, untranslatedIn }: PostListOptions,
  hasIdCondition = (ids: readonly number[]): Sql => db.dialect.inList(sql`p.id`, ids),
): Sql[] => [
  ...(untranslatedIn ? [sql`NOT ${hasTextInLanguageCondition(kind, untranslatedIn)}`] : []),
  ...(onlyIds ? [hasIdCondition(onlyIds)] : []),
  ...(exceptIds ? [sql`(${hasIdCondition(exceptIds)}) IS NOT TRUE`] : []),
]

/**
 * Reads the ids of one page of posts, and the number of posts on all pages. `where` is a condition on the post table,
 * with the alias `p`.
 */
export async function selectPageOfPostIds(
  db: Queryable,
  { kind, where, order }: { kind: PostKind; where: Sql; order: Sql },
  request: PageRequest,
): Promise<{ ids: number[]; total: number }> {
  const from = sql`${tableOfKind(kind)} p`
  const { rows, total } = await readPageOfRows<{ id: number }>(db, { columns: sql`p.id`, from, where, order }, request)
  return { ids: rows.map(({ id }) => id), total }
}

/**
 * The ids of all posts of one kind that the caller may read, in no particular order. Empty if there are more than
 * `max`.
 */
export async function listVisiblePostIds({ db, caller, now }: Scope, kind: PostKind, max: number): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    sql`SELECT p.id FROM ${tableOfKind(kind)} p WHERE ${visibleToCallerCondition(caller, now)} LIMIT ${max + 1}`,
  )
  return rows.length > max ? [] : rows.map(({ id }) => id)
}

export interface PostQuery {
  page?: number
  per_page?: number
  search?: string
  status?: string[]
  fallback?: boolean
}

/**
 * Filters that only some kinds of posts have: SQL conditions on the post table (alias `p`), and the query parameters
 * that the URLs of the next and previous page repeat.
 */
interface OtherFilters {
  conditions: Sql[]
  parameters: QueryParameters
}

/**
 * Lists posts of one kind, by default newest first. Search words are searched in the displayed text and in the column
 * `search_text`.
 * @param readFilters translates the query parameters that only this kind of post has
 */
export async function listPosts<Row extends PostColumns & PostContent>(
  scope: Scope,
  kind: PostKind,
  query: PostQuery,
  problems: Problems,
  load: LoadPosts<Row>,
  readFilters: () => Promise<OtherFilters>,
  options: PostListOptions = {},
): Promise<Listing<Row>> {
  const { db, language } = scope
  const { status = translatePostStatusToSql(scope, query.status, problems), order = NEWEST_FIRST } = options
  const others = await readFilters()
  problems.throwIfAny()
  const conditions = [
    status.condition,
    ...languageFilterConditions(scope, kind, query),
    ...postListOptionConditions(scope, kind, options),
  ]
  const { search } = query
  if (search !== undefined) {
    const shown = { language, siteDefault: siteDefaultLanguage(scope), shared: sql`p.search_text` }
    conditions.push(displayedTextContainsWordsCondition(db, kind, splitSearchIntoWords(search), shown))
  }
  const where = joinWithAnd([...conditions, ...others.conditions])
  const request = createListPageRequest(query, { perPage: scope.site.per_page, perPageMax: options.perPageMax })
  const { ids, total } = await selectPageOfPostIds(
    db,
    { kind, where, order: postOrderSql(scope, kind, order) },
    request,
  )
  const filters = { search, ...others.parameters, status: status.shown, ...languageUrlParameters(scope, query) }
  const links = urlsOfListPages(scope.urls.listing(collectionNameOfKind(kind)), request, total, filters)
  return { rows: await loadPostsInOrder(scope, load, ids), total, ...request, links }
}

const NEWEST_FIRST: ListOrder = { by: 'date', isDescending: true }

export interface LinkedPostQuery extends PostQuery {
  event?: number
  has_events?: string
  only_with_upcoming?: string
}

/** Lists venues or organizers, which can also be filtered by their events. */
export const listVenuesOrOrganizers = <Row extends PostColumns & PostContent>(
  scope: Scope,
  kind: LinkedPostKind,
  query: LinkedPostQuery,
  problems: Problems,
  load: LoadPosts<Row>,
  options?: PostListOptions,
): Promise<Listing<Row>> => {
  const readFilters = () => buildFiltersByLinkedEvents(scope, kind, query, problems)
  return listPosts(scope, kind, query, problems, load, readFilters, options)
}

/** Translates the query parameters that filter posts by the events that refer to them. */
export async function buildFiltersByLinkedEvents(
  scope: Scope,
  kind: LinkedPostKind,
  query: LinkedPostQuery,
  problems: Problems,
): Promise<OtherFilters> {
  const { event, has_events, only_with_upcoming } = query
  await checkEventIsReadable(scope, 'event', event, problems)
  return { conditions: eventConditions(scope, kind, query), parameters: { event, has_events, only_with_upcoming } }
}

function eventConditions({ caller, now }: Scope, kind: LinkedPostKind, query: LinkedPostQuery): Sql[] {
  const { event, has_events, only_with_upcoming = '' } = query
  const conditions: Sql[] = []
  // CROSS JOIN makes SQLite read the events of one venue or organizer from the link table first, instead of all events.
  const links = sql`SELECT 1 FROM ${eventLinkTable(kind)} l CROSS JOIN event e
    WHERE l.${foreignKeyColumnOfKind(kind)} = p.id AND e.id = l.event_id`
  if (event !== undefined) conditions.push(sql`EXISTS (${links} AND e.id = ${event})`)
  if (has_events !== undefined) {
    const has = sql`EXISTS (${links} AND (${visibleToCallerCondition(caller, now, 'e')}))`
    conditions.push(textMeansYes(has_events) ? has : sql`NOT ${has}`)
  }
  if (textMeansYes(only_with_upcoming)) {
    conditions.push(sql`EXISTS (${links} AND (${visibleToCallerCondition(caller, now, 'e')})
      AND e.start_at >= ${now} AND ${eventTakesPlaceCondition('e')})`)
  }
  return conditions
}

/**
 * Adds a problem when one of the ids does not belong to a post of this kind. Posts that the caller may not read count
 * as existing.
 */
export async function checkPostsExist(
  db: Reader,
  kind: PostKind,
  name: string,
  ids: readonly number[],
  problems: Problems,
) {
  if (ids.length === 0) return
  const found = new Set((await readPostColumns(db, kind, ids)).map(({ id }) => id))
  const unknown = ids.filter((id) => !found.has(id))
  if (unknown.length > 0) problems.add(name, 'reason.unknown-ids', { ids: unknown.join(', ') })
}

/** Adds a problem when no event that the caller may read has this id. Without an id, it adds none. */
export async function checkEventIsReadable(scope: Scope, name: string, id: number | undefined, problems: Problems) {
  if (id === undefined) return
  const [event] = await readPostColumns(scope.db, 'event', [id])
  if (event === undefined || !postRights.canRead(scope, event)) {
    problems.add(name, 'reason.unknown-ids', { ids: String(id) })
  }
}
