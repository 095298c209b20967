import type { Problems } from '../../core/errors.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { type Sql, sql, type Transaction } from '../../db/database.ts'
import type { Key, Listing } from '../collection.ts'
import type { RestoredFields } from '../dates-affected-by-write.ts'
import { createPostUnlessSameExists } from '../posts/create-post-unless-same.ts'
import { buildFiltersByLinkedEvents, listPosts, type PostListOptions } from '../posts/list-posts.ts'
import { findPost, loadPosts, loadVisiblePostsById, type PostColumns, type PostContent } from '../posts/load-posts.ts'
import { type PostPlan, planPostWrite, requireRightToWritePost } from '../posts/plan-post-write.ts'
import { pickRestoredColumns, planPostRestoration, restoreTextsOfPost } from '../posts/restore-post.ts'
import { insertPost, trashPost, updatePost, withoutUndefinedValues } from '../posts/write-posts.ts'
import type { Scope } from '../scope.ts'
import { loadEventTotalsOfSeries, type SeriesTotals } from './events-of-series.ts'
import type { SERIES_KINDS, SeriesBody, SeriesQuery } from './series-parameters.ts'

export interface SeriesColumns extends PostColumns {
  kind: (typeof SERIES_KINDS)[number]
  website: string
}

/** A series without the totals of its events. The JSON of an event contains its series in this form. */
export type LinkedSeriesRow = SeriesColumns & PostContent

/** A series with the totals of its events. */
export type SeriesRow = LinkedSeriesRow & { programme: SeriesTotals }

export interface SeriesPlan extends PostPlan {
  own: Partial<Pick<SeriesColumns, 'kind' | 'website'>>
}

const SOURCE = { kind: 'series' as const, columns: sql`p.kind, p.website` }

/** Loads series with the totals of their events, in no particular order. */
export async function loadSeriesWhere(scope: Scope, where: Sql): Promise<SeriesRow[]> {
  const rows = await loadPosts<SeriesColumns>(scope, SOURCE, where)
  const programmes = await loadEventTotalsOfSeries(
    scope.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => Object.assign(row, { programme: programmes.get(row.id) as SeriesTotals }))
}

/** Loads the series with these ids that the caller may see, as a map by id. */
export const loadSeriesById = (scope: Scope, ids: readonly number[]) =>
  loadVisiblePostsById<SeriesColumns>(scope, SOURCE, ids)

export function listSeries(
  scope: Scope,
  query: SeriesQuery,
  problems: Problems,
  options?: PostListOptions,
): Promise<Listing<SeriesRow>> {
  const { kind } = query
  const readFilters = async () => {
    const { conditions, parameters } = await buildFiltersByLinkedEvents(scope, 'series', query, problems)
    const ofKind = kind === undefined ? [] : [sql`p.kind = ${kind}`]
    return { conditions: [...conditions, ...ofKind], parameters: { ...parameters, kind } }
  }
  return listPosts(scope, 'series', query, problems, loadSeriesWhere, readFilters, options)
}

export const findSeries = (scope: Scope, key: Key) => findPost(scope, 'series', key, loadSeriesWhere)

export async function planSeriesWrite(
  scope: Scope,
  body: Partial<SeriesBody>,
  problems: Problems,
  series?: SeriesRow,
): Promise<SeriesPlan> {
  const { title, description, excerpt, slug, kind, website } = body
  return {
    ...(await planPostWrite(scope, 'title', body, { title, description, excerpt, slug }, problems, series)),
    own: withoutUndefinedValues({ kind, website }),
  }
}

export const requireRightToWriteSeries = (scope: Scope, plan: SeriesPlan, series?: SeriesRow) =>
  requireRightToWritePost(scope, 'series', plan, series)

/** Creates a series, unless one with the same title and the same values exists: then that series is used, unchanged. */
export const createSeriesUnlessSameExists = (
  scope: Scope<Transaction>,
  plan: SeriesPlan,
  imageId: number | null | undefined,
) => createPostUnlessSameExists(scope, 'series', plan, imageId, { ...plan.own, search_text: searchText(plan.own) })

/** Creates a series, even if there is one with the same title. */
export const insertSeries = async (
  scope: Scope<Transaction>,
  plan: SeriesPlan,
  imageId: number | null | undefined,
) => ({
  id: await insertPost(scope, 'series', plan, imageId, { ...plan.own, search_text: searchText(plan.own) }),
  isNew: true,
})

export async function updateSeries(
  scope: Scope<Transaction>,
  series: SeriesRow,
  plan: SeriesPlan,
  imageId: number | null | undefined,
) {
  const search_text = searchText({ ...series, ...plan.own })
  await updatePost(scope, 'series', series, plan, imageId, { ...plan.own, search_text })
}

export async function restoreSeries(
  scope: Scope<Transaction>,
  series: SeriesRow,
  before: SeriesRow,
  fields: RestoredFields,
): Promise<void> {
  const { plan, imageId } = await planPostRestoration(scope, series, before, fields)
  requireRightToWriteSeries(scope, { ...plan, own: {} }, series)
  await updateSeries(scope, series, { ...plan, own: pickRestoredColumns(before, ['kind', 'website'], fields) }, imageId)
  await restoreTextsOfPost(scope, 'series', series.id, before, fields)
}

/** Moves a series to the trash. Its events stay in the calendar, and no longer show the series. */
export const trashSeries = (scope: Scope<Transaction>, series: SeriesRow) =>
  trashPost(scope.db, 'series', series, scope.now)

const searchText = ({ website = '' }: SeriesPlan['own']) => foldTextForSearch(website)
