import { type Caller, can } from '../../core/caller.ts'
import { CalendarError, forbidden, type Problems } from '../../core/errors.ts'
import type { PostKind } from '../../core/kinds.ts'
import { localToInstant } from '../../core/time/instant.ts'
import { parseDate } from '../../core/time/parse-date.ts'
import { sql } from '../../db/database.ts'
import { checkImage, type ImageReference } from '../../media/image-reference.ts'
import type { Scope } from '../collection.ts'
import type { WRITABLE_STATUSES } from '../fields.ts'
import { checkTranslationTitle } from '../texts/languages.ts'
import type { TextInput } from '../texts/texts.ts'
import { type PostColumns, type PostContent, postRights, type StoredStatus } from './read.ts'

/** What a body may say of a post in general. */
export interface PostBody {
  author?: number | undefined
  date?: string | undefined
  date_utc?: string | undefined
  status?: (typeof WRITABLE_STATUSES)[number] | undefined
  image?: ImageReference | undefined
}

/** What will be stored, decided before anything is. */
export interface PostPlan {
  authorId: number
  status: StoredStatus
  published_at: number
  dating: PostColumns['dating']
  /** Naming a status is how a post leaves the trash. */
  isStatusSent: boolean
  /** Undefined: the picture stays as it is. */
  image: ImageReference | undefined
  text: TextInput
}

/**
 * Decides author, status, date and picture of a post; what cannot be goes to `problems`.
 * @param titleField the name of the title on the wire
 */
export async function planPost(
  scope: Scope,
  titleField: string,
  body: PostBody,
  text: TextInput,
  problems: Problems,
  post?: PostColumns & PostContent,
): Promise<PostPlan> {
  if (body.author !== undefined && !(await accountExists(scope, body.author))) problems.add('author', 'reason.unknown')
  if (body.image !== undefined) {
    const reason = await checkImage(scope.db, scope.caller, body.image, scope.urls, scope.now)
    if (reason) problems.add('image', reason)
  }
  // Which languages a hidden post speaks is not told to who may not read it, and is about to be refused.
  if (post === undefined || postRights.canRead(scope, post))
    checkTranslationTitle(scope, post, titleField, text, problems)
  return {
    authorId: body.author ?? post?.author_id ?? scope.caller.id ?? 0,
    image: body.image,
    isStatusSent: body.status !== undefined,
    text,
    ...planStatus(scope, body, problems, post),
  }
}

async function accountExists({ db }: Scope, account: number): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS one FROM account WHERE id = ${account}`)) !== undefined
}

function planStatus(scope: Scope, body: PostBody, problems: Problems, post?: PostColumns) {
  const status = allowedStatus(scope.caller, body.status, post)
  const date = readPublicationDate(scope, body, problems)
  const isOut = status === 'publish' || status === 'private'
  const floats = post === undefined || post.dating === 'floating'
  const published_at = date ?? (post && !(isOut && floats) ? post.published_at : scope.now)
  const dating: PostColumns['dating'] =
    isOut || post?.dating === 'settled' ? 'settled' : date === undefined ? (post?.dating ?? 'floating') : 'given'
  return { status, published_at, dating }
}

/** The status that is stored: without the right to publish, what should come out waits for an editor. */
function allowedStatus(caller: Caller, wanted: PostBody['status'], post?: PostColumns): StoredStatus {
  const mayPublish = can(caller, 'posts:publish')
  if (wanted === undefined) return post?.status ?? (mayPublish ? 'publish' : 'draft')
  if (wanted === 'draft' || wanted === 'pending') return wanted
  if (!mayPublish) return 'pending'
  return wanted === 'future' ? 'publish' : wanted
}

/** `date` is wall clock of the site, `date_utc` of UTC; either sets both, the site's comes first. */
function readPublicationDate({ site, now }: Scope, body: PostBody, problems: Problems): number | undefined {
  for (const [name, zone] of [
    ['date', site.timezone],
    ['date_utc', 'UTC'],
  ] as const) {
    const text = body[name]
    if (text === undefined) continue
    const local = parseDate(text, zone, now)
    const instant = local === undefined ? Number.NaN : localToInstant(local, zone)
    if (instant >= PUBLISHED_FIRST && instant <= PUBLISHED_LAST) return instant
    problems.add(name, 'reason.date')
  }
  return undefined
}

/** A day inside the years 1 to 9999, so that they can be shown in any zone the site may move to. */
const PUBLISHED_FIRST = localToInstant('0001-01-02 00:00:00', 'UTC')
const PUBLISHED_LAST = localToInstant('9999-12-30 23:59:59', 'UTC')

/** @throws {CalendarError} when the caller may not write just this post, or it is in the trash and stays there */
export function permitPost(scope: Scope, kind: PostKind, plan: PostPlan, post?: PostColumns): void {
  const { caller } = scope
  if (!(post ? postRights.canEdit(caller, post) : postRights.canCreate(caller))) throw forbidden(caller)
  const namesAnother = plan.authorId !== (post?.author_id ?? caller.id)
  if (namesAnother && !can(caller, 'posts:edit-others')) throw forbidden(caller)
  if (post?.status === 'trash' && !plan.isStatusSent) throw new CalendarError(`${kind}-is-in-trash`)
}
