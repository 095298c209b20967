import type { Problems } from '../../core/errors.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { join, raw, type Sql, sql, type Transaction } from '../../db/database.ts'
import type { Key } from '../collection.ts'
import type { RestoredFields } from '../dates-affected-by-write.ts'
import { createPostUnlessSameExists } from '../posts/create-post-unless-same.ts'
import { type LinkedPostQuery, listVenuesOrOrganizers, type PostListOptions } from '../posts/list-posts.ts'
import { findPost, loadPosts, loadVisiblePostsById, type PostColumns, type PostContent } from '../posts/load-posts.ts'
import { type OtherTexts, type PostPlan, planPostWrite, requireRightToWritePost } from '../posts/plan-post-write.ts'
import { pickRestoredColumns, planPostRestoration, restoreTextsOfPost } from '../posts/restore-post.ts'
import { insertPost, trashPost, updatePost, withoutUndefinedValues } from '../posts/write-posts.ts'
import type { Scope } from '../scope.ts'
import { VENUE_LINES, type VenueBody } from './venue-parameters.ts'

export interface VenueColumns extends PostColumns, Record<(typeof VENUE_LINES)[number], string> {
  website: string
  show_map: number
  show_map_link: number
  /** Latitude in degrees, positive to the north. */
  geo_lat: number | null
  /** Longitude in degrees, positive to the east. */
  geo_lng: number | null
}

export type VenueRow = VenueColumns & PostContent

export interface VenuePlan extends PostPlan {
  own: Partial<Omit<VenueColumns, keyof PostColumns>>
}

const LINE_COLUMNS = join(VENUE_LINES.map((line) => raw(`p.${line}`)))

const SOURCE = {
  kind: 'venue' as const,
  columns: sql`${LINE_COLUMNS}, p.website, p.show_map, p.show_map_link, p.geo_lat, p.geo_lng`,
}

export const loadVenuesWhere = (scope: Scope, where: Sql) => loadPosts<VenueColumns>(scope, SOURCE, where)

/** Loads the venues with these ids that the caller may see, as a map by id. */
export const loadVenuesById = (scope: Scope, ids: readonly number[]) =>
  loadVisiblePostsById<VenueColumns>(scope, SOURCE, ids)

export const listVenues = (scope: Scope, query: LinkedPostQuery, problems: Problems, options?: PostListOptions) =>
  listVenuesOrOrganizers(scope, 'venue', query, problems, loadVenuesWhere, options)

export const findVenue = (scope: Scope, key: Key) => findPost(scope, 'venue', key, loadVenuesWhere)

export async function planVenueWrite(
  scope: Scope,
  body: Partial<VenueBody> & OtherTexts,
  problems: Problems,
  venue?: VenueRow,
): Promise<VenuePlan> {
  const text = { title: body.venue, description: body.description, excerpt: body.excerpt, slug: body.slug }
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value))
  const { website, geo_lat, geo_lng } = body
  const lines = Object.fromEntries(VENUE_LINES.map((line) => [line, body[line]]))
  return {
    ...(await planPostWrite(scope, 'venue', body, text, problems, venue)),
    own: withoutUndefinedValues({
      ...lines,
      website,
      geo_lat,
      geo_lng,
      show_map: flag(body.show_map),
      show_map_link: flag(body.show_map_link),
    }),
  }
}

export const requireRightToWriteVenue = (scope: Scope, plan: VenuePlan, venue?: VenueRow) =>
  requireRightToWritePost(scope, 'venue', plan, venue)

/** Creates a venue, unless one with the same name and all sent values exists: then that venue is used, unchanged. */
export const createVenueUnlessSameExists = (
  scope: Scope<Transaction>,
  plan: VenuePlan,
  imageId: number | null | undefined,
) => createPostUnlessSameExists(scope, 'venue', plan, imageId, columnsOf(plan))

/** Creates a venue, even if there is one with the same name. */
export const insertVenue = async (scope: Scope<Transaction>, plan: VenuePlan, imageId: number | null | undefined) => ({
  id: await insertPost(scope, 'venue', plan, imageId, columnsOf(plan)),
  isNew: true,
})

export async function updateVenue(
  scope: Scope<Transaction>,
  venue: VenueRow,
  plan: VenuePlan,
  imageId: number | null | undefined,
) {
  const search_text = searchText({ ...venue, ...plan.own })
  await updatePost(scope, 'venue', venue, plan, imageId, { ...plan.own, search_text })
}

const OWN_FIELDS = [...VENUE_LINES, 'website', 'show_map', 'show_map_link', 'geo_lat', 'geo_lng'] as const

export async function restoreVenue(
  scope: Scope<Transaction>,
  venue: VenueRow,
  before: VenueRow,
  fields: RestoredFields,
): Promise<void> {
  const { plan, imageId } = await planPostRestoration(scope, venue, before, fields)
  requireRightToWriteVenue(scope, { ...plan, own: {} }, venue)
  await updateVenue(scope, venue, { ...plan, own: pickRestoredColumns(before, OWN_FIELDS, fields) }, imageId)
  await restoreTextsOfPost(scope, 'venue', venue.id, before, fields)
}

export const trashVenue = (scope: Scope<Transaction>, venue: VenueRow) => trashPost(scope.db, 'venue', venue, scope.now)

const searchText = (own: VenuePlan['own']) =>
  foldTextForSearch([...VENUE_LINES, 'website' as const].flatMap((line) => own[line] ?? []).join('\n'))

const columnsOf = ({ own }: VenuePlan) => ({ ...own, search_text: searchText(own) })
