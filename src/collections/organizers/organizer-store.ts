import type { Problems } from '../../core/errors.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { type Sql, sql, type Transaction } from '../../db/database.ts'
import type { Key } from '../collection.ts'
import type { RestoredFields } from '../dates-affected-by-write.ts'
import { createPostUnlessSameExists } from '../posts/create-post-unless-same.ts'
import { type LinkedPostQuery, listVenuesOrOrganizers, type PostListOptions } from '../posts/list-posts.ts'
import { findPost, loadPosts, loadVisiblePostsById, type PostColumns, type PostContent } from '../posts/load-posts.ts'
import { type OtherTexts, type PostPlan, planPostWrite, requireRightToWritePost } from '../posts/plan-post-write.ts'
import { pickRestoredColumns, planPostRestoration, restoreTextsOfPost } from '../posts/restore-post.ts'
import { insertPost, trashPost, updatePost, withoutUndefinedValues } from '../posts/write-posts.ts'
import type { Scope } from '../scope.ts'
import type { OrganizerBody } from './organizer-parameters.ts'

export interface OrganizerColumns extends PostColumns {
  phone: string
  website: string
  email: string
}

export type OrganizerRow = OrganizerColumns & PostContent

export interface OrganizerPlan extends PostPlan {
  own: Partial<Pick<OrganizerColumns, 'phone' | 'website' | 'email'>>
}

const SOURCE = { kind: 'organizer' as const, columns: sql`p.phone, p.website, p.email` }

export const loadOrganizersWhere = (scope: Scope, where: Sql) => loadPosts<OrganizerColumns>(scope, SOURCE, where)

/** Loads the organizers with these ids that the caller may see, as a map by id. */
export const loadOrganizersById = (scope: Scope, ids: readonly number[]) =>
  loadVisiblePostsById<OrganizerColumns>(scope, SOURCE, ids)

export const listOrganizers = (scope: Scope, query: LinkedPostQuery, problems: Problems, options?: PostListOptions) =>
  listVenuesOrOrganizers(scope, 'organizer', query, problems, loadOrganizersWhere, options)

export const findOrganizer = (scope: Scope, key: Key) => findPost(scope, 'organizer', key, loadOrganizersWhere)

export async function planOrganizerWrite(
  scope: Scope,
  body: Partial<OrganizerBody> & OtherTexts,
  problems: Problems,
  organizer?: OrganizerRow,
): Promise<OrganizerPlan> {
  const { phone, website, email } = body
  const text = { title: body.organizer, description: body.description, excerpt: body.excerpt, slug: body.slug }
  return {
    ...(await planPostWrite(scope, 'organizer', body, text, problems, organizer)),
    own: withoutUndefinedValues({ phone, website, email }),
  }
}

export const requireRightToWriteOrganizer = (scope: Scope, plan: OrganizerPlan, organizer?: OrganizerRow) =>
  requireRightToWritePost(scope, 'organizer', plan, organizer)

/**
 * Creates an organizer, unless one with the same name and all sent values exists: then that organizer is used,
 * unchanged.
 */
export const createOrganizerUnlessSameExists = (
  scope: Scope<Transaction>,
  plan: OrganizerPlan,
  imageId: number | null | undefined,
) => createPostUnlessSameExists(scope, 'organizer', plan, imageId, columnsOf(plan))

/** Creates an organizer, even if there is one with the same name. */
export const insertOrganizer = async (
  scope: Scope<Transaction>,
  plan: OrganizerPlan,
  imageId: number | null | undefined,
) => ({ id: await insertPost(scope, 'organizer', plan, imageId, columnsOf(plan)), isNew: true })

export async function updateOrganizer(
  scope: Scope<Transaction>,
  organizer: OrganizerRow,
  plan: OrganizerPlan,
  imageId: number | null | undefined,
) {
  const search_text = searchTextOfOrganizerContact({ ...organizer, ...plan.own })
  await updatePost(scope, 'organizer', organizer, plan, imageId, { ...plan.own, search_text })
}

export async function restoreOrganizer(
  scope: Scope<Transaction>,
  organizer: OrganizerRow,
  before: OrganizerRow,
  fields: RestoredFields,
): Promise<void> {
  const { plan, imageId } = await planPostRestoration(scope, organizer, before, fields)
  requireRightToWriteOrganizer(scope, { ...plan, own: {} }, organizer)
  const own = pickRestoredColumns(before, ['phone', 'website', 'email'], fields)
  await updateOrganizer(scope, organizer, { ...plan, own }, imageId)
  await restoreTextsOfPost(scope, 'organizer', organizer.id, before, fields)
}

export const trashOrganizer = (scope: Scope<Transaction>, organizer: OrganizerRow) =>
  trashPost(scope.db, 'organizer', organizer, scope.now)

/** The text in which searches of organizers look, besides their texts in each language. */
export const searchTextOfOrganizerContact = ({ phone = '', website = '', email = '' }: OrganizerPlan['own']) =>
  foldTextForSearch([phone, website, email].join('\n'))

const columnsOf = ({ own }: OrganizerPlan) => ({ ...own, search_text: searchTextOfOrganizerContact(own) })
