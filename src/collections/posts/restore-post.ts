import type { PostKind } from '../../core/kinds.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { findPicture, loadPicturesById } from '../../media/picture-store.ts'
import type { RestoredFields } from '../dates-affected-by-write.ts'
import { restoreTextsOfRecord } from '../revisions/restore-texts.ts'
import type { Scope } from '../scope.ts'
import { chooseDisplayText, readRecordTexts } from '../texts/record-texts.ts'
import { type PostColumns, type PostContent, readPostColumns } from './load-posts.ts'
import { choosePostStatusForCaller, type PostPlan } from './plan-post-write.ts'

/** Adds the text to display and the picture to the stored values of an earlier version. */
export async function loadPostOfRevision<Row extends PostColumns>(
  scope: Scope,
  stored: unknown,
): Promise<Row & PostContent> {
  const post = stored as Row & Omit<PostContent, 'text' | 'image'>
  const { image_id } = post
  const image = image_id === null ? undefined : (await loadPicturesById(scope.db, [image_id])).get(image_id)
  return { ...post, text: chooseDisplayText(scope, post), image }
}

/** The values that an update stores to give a post the author, status, dates and picture of an earlier version. */
export interface RestoredPost {
  plan: PostPlan
  /** Id of the picture to restore. Undefined: the picture does not change. */
  imageId: number | null | undefined
}

/**
 * Plans the update that restores an earlier version of a post. An author or picture that no longer exists is left out.
 * If the caller lacks the right to publish, a post that was published becomes pending.
 */
export async function planPostRestoration(
  scope: Scope<Transaction>,
  post: PostColumns,
  before: PostColumns,
  fields: RestoredFields,
): Promise<RestoredPost> {
  const isStatusSent = fields.has('status') && before.status !== 'trash'
  const isDateSent = fields.has('date', 'date_utc')
  const status = isStatusSent
    ? choosePostStatusForCaller(scope.caller, before.status as typeof before.status & 'publish')
    : post.status
  const isOut = status === 'publish' || status === 'private'
  const isNewlyOut = isOut && post.dating === 'floating'
  const isImageRestored = fields.has('image') && before.image_id !== post.image_id
  return {
    plan: {
      authorId: fields.has('author') ? await existingAuthor(scope, before.author_id, post.author_id) : post.author_id,
      status,
      published_at: isDateSent ? before.published_at : isNewlyOut ? scope.now : post.published_at,
      dating: isDateSent ? before.dating : isOut ? 'settled' : post.dating,
      isStatusSent,
      isAuthorSent: fields.has('author'),
      isDateSent,
      image: undefined,
      text: {},
    },
    imageId: isImageRestored ? await findExistingPictureId(scope, before.image_id) : undefined,
  }
}

async function existingAuthor({ db }: Scope, id: number, otherwise: number): Promise<number> {
  return (await db.get(sql`SELECT id FROM account WHERE id = ${id}`)) ? id : otherwise
}

/** Returns the id of a picture if the picture still exists, else null. */
export async function findExistingPictureId({ db }: Scope, id: number | null): Promise<number | null> {
  return id === null ? null : ((await findPicture(db, id))?.id ?? null)
}

/** Restores the texts of a post whose columns have been restored. */
export async function restoreTextsOfPost(
  scope: Scope<Transaction>,
  kind: PostKind,
  id: number,
  before: PostColumns & PostContent,
  fields: RestoredFields,
): Promise<void> {
  const [post] = await readPostColumns(scope.db, kind, [id])
  const texts = (await readRecordTexts(scope.db, kind, [id])).get(id) ?? []
  if (post) await restoreTextsOfRecord(scope, kind, { ...post, texts }, before, fields)
}

/** Picks from an earlier version the columns with these names that are among the fields to restore. */
export const pickRestoredColumns = <Row extends object, Name extends string & keyof Row>(
  before: Row,
  names: readonly Name[],
  fields: RestoredFields,
): Partial<Pick<Row, Name>> =>
  Object.fromEntries(names.filter((name) => fields.has(name)).map((name) => [name, before[name]])) as Partial<
    Pick<Row, Name>
  >
