import { can } from '../../core/caller.ts'
import type { Problems } from '../../core/errors.ts'
import { collectionNameOf, type LinkedPostKind, type PostKind } from '../../core/kinds.ts'
import { type PageRequest, pageLinks, pageRequestOf } from '../../core/page.ts'
import { isTruthyWord } from '../../core/schema/schema.ts'
import { searchWords } from '../../core/text/fold.ts'
import { type Queryable, type Reader, type Sql, sql } from '../../db/database.ts'
import {
  and,
  idColumn,
  kindTable,
  linkTable,
  matchingWords,
  publiclyVisible,
  visibleTo,
  withStatus,
} from '../../db/fragments.ts'
import { selectPage } from '../../db/select-page.ts'
import { type Listing, type Scope, siteDefault } from '../collection.ts'
import { languageConditions, languageLinks } from '../texts/languages.ts'
import { type LoadPosts, loadByIds, type PostColumns, type PostContent, readPostColumns } from './read.ts'

/** Accepted values of `status`. `auto-draft` and `inherit` exist only in WordPress and match nothing here. */
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit']

/**
 * The SQL condition of the `status` parameter for this caller, and the value that links of the list repeat. Callers who
 * cannot create posts see published posts only and may not request another status. All others see every post they may read
 * except the trash, unless they request a status.
 */
export function statusCondition(scope: Scope, wanted: string[] | undefined, problems: Problems) {
  const { caller, now } = scope
  const isReader = !can(caller, 'posts:create')
  const allowed = isReader ? ['publish'] : [...STATUSES, 'any']
  if (wanted?.some((status) => !allowed.includes(status))) {
    problems.add('status', 'reason.status', { choices: allowed.join(', ') })
  }
  const named = wanted === undefined || wanted.includes('any') ? undefined : wanted
  return {
    condition: named ? withStatus(named, caller, now) : visibleTo(caller, now),
    shown: named ? named.join(',') : isReader ? 'publish' : 'any',
    /** Whether the list contains only what anonymous callers see. */
    isPublic: isReader,
  }
}

/** Reads the ids of one page of the posts that meet a condition on `p`, and the number of such posts. */
export async function selectPostPage(
  db: Queryable,
  { kind, where, order }: { kind: PostKind; where: Sql; order: Sql },
  request: PageRequest,
): Promise<{ ids: number[]; total: number }> {
  const from = sql`${kindTable(kind)} p`
  const { rows, total } = await selectPage<{ id: number }>(db, { columns: sql`p.id`, from, where, order }, request)
  return { ids: rows.map(({ id }) => id), total }
}

export interface LinkedPostQuery {
  page?: number
  per_page?: number
  search?: string
  event?: number
  has_events?: string
  only_with_upcoming?: string
  status?: string[]
  fallback?: boolean
}

/** Lists venues or organizers, newest first, filtered by words in their texts and by their events. */
export async function listLinkedPosts<Row extends PostColumns & PostContent>(
  scope: Scope,
  kind: LinkedPostKind,
  query: LinkedPostQuery,
  problems: Problems,
  load: LoadPosts<Row>,
): Promise<Listing<Row>> {
  const { db, language, now } = scope
  const status = statusCondition(scope, query.status, problems)
  await checkPostIds(db, 'event', 'event', query.event === undefined ? [] : [query.event], problems)
  problems.throwIfAny()
  const conditions = [status.condition, ...languageConditions(scope, kind, query)]
  if (query.search !== undefined) {
    const words = searchWords(query.search)
    conditions.push(
      matchingWords(db, kind, words, { language, siteDefault: siteDefault(scope), shared: sql`p.search_text` }),
    )
  }
  // CROSS JOIN makes SQLite start with the links of one venue or organizer instead of all events.
  const links = sql`SELECT 1 FROM ${linkTable(kind)} l CROSS JOIN event e
    WHERE l.${idColumn(kind)} = p.id AND e.id = l.event_id`
  if (query.event !== undefined) conditions.push(sql`EXISTS (${links} AND e.id = ${query.event})`)
  if (query.has_events !== undefined) {
    const has = sql`EXISTS (${links} AND ${publiclyVisible(now, 'e')})`
    conditions.push(isTruthyWord(query.has_events) ? has : sql`NOT ${has}`)
  }
  if (isTruthyWord(query.only_with_upcoming ?? ''))
    conditions.push(sql`EXISTS (${links} AND ${publiclyVisible(now, 'e')} AND e.start_at >= ${now})`)
  const order = sql`p.published_at DESC, p.id DESC`
  const request = pageRequestOf(query, { perPage: scope.site.per_page })
  const { ids, total } = await selectPostPage(db, { kind, where: and(conditions), order }, request)
  const { search, event, has_events, only_with_upcoming } = query
  const filters = {
    search,
    event,
    has_events,
    only_with_upcoming,
    status: status.shown,
    ...languageLinks(scope, query),
  }
  const listing = scope.urls.listing(collectionNameOf(kind))
  return {
    rows: await loadByIds(scope, load, ids),
    total,
    ...request,
    links: pageLinks(listing, request, total, filters),
  }
}

/** Adds a problem when one of the ids is not a post of this kind. Posts that the caller may not read count as existing. */
export async function checkPostIds(
  db: Reader,
  kind: PostKind,
  name: string,
  ids: readonly number[],
  problems: Problems,
) {
  if (ids.length === 0) return
  const found = await readPostColumns(db, kind, ids)
  if (found.length < new Set(ids).size) problems.add(name, 'reason.unknown')
}
