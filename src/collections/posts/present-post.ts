import { collectionNameOfKind, type PostKind } from '../../core/kinds.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import type { Urls } from '../../core/urls.ts'
import { presentImage } from '../../media/present-picture.ts'
import type { Scope } from '../scope.ts'
import { presentLanguagesOfRecord } from '../texts/record-languages.ts'
import type { RecordText } from '../texts/record-texts.ts'
import { displayedPostStatus, type PostColumns, type PostContent, type PublicationColumns } from './load-posts.ts'

const NEVER = '0000-00-00 00:00:00'

/** The JSON fields that events, venues and organizers share, in the order of the API contract. */
export function presentPost(scope: Scope, kind: PostKind, post: PostColumns & PostContent) {
  const { now, site, urls } = scope
  const status = displayedPostStatus(post, now)
  // A draft or pending post that was never published has a local date, but its UTC date is `0000-00-00 00:00:00`.
  const isUndated = (status === 'draft' || status === 'pending') && post.dating !== 'settled'
  const utc = (instant: number) => instantToLocal(instant, 'UTC')
  return {
    author: String(post.author_id),
    status,
    date: instantToLocal(post.published_at, site.timezone),
    date_utc: isUndated ? NEVER : utc(post.published_at),
    modified: instantToLocal(post.modified_at ?? post.created_at, site.timezone),
    modified_utc: post.modified_at === null && isUndated ? NEVER : utc(post.modified_at ?? post.created_at),
    url: postPageUrl(scope, kind, post)(urls, post.text),
    version: post.version,
  }
}

/**
 * Builds the URL of the HTML page of a post, in the language of a text. Unless the post is published, the URL contains
 * its id instead of the slug.
 */
export const postPageUrl =
  ({ now }: Scope, kind: PostKind, post: PublicationColumns & Pick<PostContent, 'page_path'>) =>
  (urls: Urls, { slug }: RecordText) =>
    displayedPostStatus(post, now) === 'publish' && slug !== ''
      ? urls.page(kind, [slug, ...(post.page_path ?? [])])
      : urls.unpublishedPage(kind, post.id)

export const presentLanguagesOfPost = (scope: Scope, kind: PostKind, post: PostColumns & PostContent) =>
  presentLanguagesOfRecord(scope, collectionNameOfKind(kind), post, postPageUrl(scope, kind, post))

/** JSON fields that identify a record across servers: the host name and the id of the record. */
export function presentGlobalIdFields({ urls }: Scope, id: number) {
  const global_id = `${urls.host}?id=${id}`
  return { global_id, global_id_lineage: [global_id] }
}

export const presentImageOfPost = ({ urls }: Scope, { image }: PostContent) =>
  image ? presentImage(image, urls) : false

/**
 * Drops empty fields (empty text, null or false): the JSON of venues and organizers does not contain them (API
 * contract).
 */
export function withoutEmptyFields(fields: Record<string, unknown>): Record<string, unknown> {
  const nonEmpty: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value !== '' && value !== null && value !== false) nonEmpty[name] = value
  }
  return nonEmpty
}
