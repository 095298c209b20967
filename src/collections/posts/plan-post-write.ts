import { type Caller, hasRight } from '../../core/caller.ts'
import { CalendarError, missingRightError, type Problems } from '../../core/errors.ts'
import type { PostKind } from '../../core/kinds.ts'
import { localToInstant } from '../../core/time/instant.ts'
import { parseInstant } from '../../core/time/parse-date.ts'
import { sql } from '../../db/database.ts'
import { checkReferencedImage, type ImageReference } from '../../media/image-field.ts'
import { requireRightToEditRecord } from '../collection.ts'
import type { Scope } from '../scope.ts'
import type { WRITABLE_STATUSES } from '../shared-fields.ts'
import { checkTranslationHasTitle } from '../texts/record-languages.ts'
import type { TextInput } from '../texts/record-texts.ts'
import { type PostColumns, type PostContent, postRights, type StoredStatus } from './load-posts.ts'

/** The body fields that events, venues and organizers share. */
export interface PostBody {
  author?: number | undefined
  date?: string | undefined
  date_utc?: string | undefined
  status?: (typeof WRITABLE_STATUSES)[number] | undefined
  image?: ImageReference | undefined
}

/** Texts of venues and organizers that only the tec/v1 API accepts. */
export interface OtherTexts {
  excerpt?: string | undefined
  slug?: string | undefined
}

/**
 * The values that a write of a post (event, venue or organizer) will store. They are computed and checked before
 * anything is written.
 */
export interface PostPlan {
  authorId: number
  status: StoredStatus
  published_at: number
  dating: PostColumns['dating']
  /** Whether the body contains a status. A status in the body restores a post from the trash. */
  isStatusSent: boolean
  isAuthorSent: boolean
  isDateSent: boolean
  /** The picture to store. Undefined: the picture does not change. */
  image: ImageReference | undefined
  text: TextInput
}

/**
 * Computes the author, status, publication date and picture that a write of an event, venue, organizer or series
 * stores. Adds a problem for each invalid value.
 * @param titleField JSON key of the title
 */
export async function planPostWrite(
  scope: Scope,
  titleField: string,
  body: PostBody,
  text: TextInput,
  problems: Problems,
  post?: PostColumns & PostContent,
): Promise<PostPlan> {
  if (body.author !== undefined && !(await accountExists(scope, body.author))) problems.add('author', 'reason.unknown')
  if (body.image !== undefined) {
    const reason = await checkReferencedImage(scope.db, scope.caller, body.image, scope.urls, scope.now)
    if (reason) problems.add('image', reason)
  }
  // The request of a caller who may not read the post is refused after this check. Until then no problem may be added
  // that reveals to such a caller in which languages the post exists.
  if (post === undefined || postRights.canRead(scope, post))
    checkTranslationHasTitle(scope, post, titleField, text, problems)
  return {
    authorId: body.author ?? post?.author_id ?? scope.caller.id ?? 0,
    image: body.image,
    isStatusSent: body.status !== undefined,
    isAuthorSent: body.author !== undefined,
    isDateSent: body.date !== undefined || body.date_utc !== undefined,
    text,
    ...planStatus(scope, body, problems, post),
  }
}

async function accountExists({ db }: Scope, account: number): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS one FROM account WHERE id = ${account}`)) !== undefined
}

function planStatus(scope: Scope, body: PostBody, problems: Problems, post?: PostColumns) {
  const status = choosePostStatusForCaller(scope.caller, body.status, post)
  const date = readPublicationDate(scope, body, problems)
  const isOut = status === 'publish' || status === 'private'
  const floats = post === undefined || post.dating === 'floating'
  const published_at = date ?? (post && !(isOut && floats) ? post.published_at : scope.now)
  const isSettled = isOut || body.date_utc !== undefined || post?.dating === 'settled'
  const dating = isSettled ? 'settled' : date === undefined ? (post?.dating ?? 'floating') : 'given'
  return { status, published_at, dating }
}

/** The status to store. If the caller may not publish, the post becomes `pending` and waits for an editor. */
export function choosePostStatusForCaller(
  caller: Caller,
  wanted: PostBody['status'],
  post?: PostColumns,
): StoredStatus {
  const mayPublish = hasRight(caller, 'posts:publish')
  if (wanted === undefined) return post?.status ?? (mayPublish ? 'publish' : 'draft')
  if (wanted === 'draft' || wanted === 'pending') return wanted
  if (!mayPublish) return 'pending'
  return wanted === 'future' ? 'publish' : wanted
}

/** The publication date of the body: `date` (local time of the site) or, without it, `date_utc`. */
function readPublicationDate({ site, now }: Scope, body: PostBody, problems: Problems): number | undefined {
  for (const [name, zone] of [
    ['date', site.timezone],
    ['date_utc', 'UTC'],
  ] as const) {
    const text = body[name]
    if (text === undefined) continue
    const instant = parseInstant(text, zone, now) ?? Number.NaN
    if (instant >= PUBLISHED_FIRST && instant <= PUBLISHED_LAST) return instant
    problems.add(name, 'reason.date')
  }
  return undefined
}

/**
 * First and last accepted publication date, one day inside the years 1 to 9999, so that the date can be shown in every
 * time zone.
 */
const PUBLISHED_FIRST = localToInstant('0001-01-02 00:00:00', 'UTC')
const PUBLISHED_LAST = localToInstant('9999-12-30 23:59:59', 'UTC')

/**
 * Checks that the caller may create or change the post.
 * @throws {CalendarError} when the caller lacks the right, or when the post is in the trash and the body contains no
 *   status to restore it
 */
export function requireRightToWritePost(scope: Scope, kind: PostKind, plan: PostPlan, post?: PostColumns): void {
  const { caller } = scope
  if (post) requireRightToEditRecord(postRights, caller, post)
  else if (!hasRight(caller, 'posts:create')) throw missingRightError(caller, 'posts:create')
  const namesAnother = plan.authorId !== (post?.author_id ?? caller.id)
  if (namesAnother && !hasRight(caller, 'posts:edit-others')) {
    throw missingRightError(caller, 'posts:edit-others', 'posts:name-author')
  }
  if (post?.status === 'trash' && !plan.isStatusSent) throw new CalendarError(`${kind}-is-in-trash`)
}
