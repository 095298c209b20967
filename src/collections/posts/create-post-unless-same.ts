import type { LinkedPostKind } from '../../core/kinds.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { join, raw, sql, type Transaction } from '../../db/database.ts'
import { foreignKeyColumnOfKind, tableOfKind, textTableOfKind } from '../../db/sql-fragments.ts'
import type { Created } from '../collection.ts'
import type { Scope } from '../scope.ts'
import { type PostColumns, postColumns, postRights } from './load-posts.ts'
import type { PostPlan } from './plan-post-write.ts'
import { insertPost, type OwnColumns } from './write-posts.ts'

/**
 * Number of characters at the start of a name that the database index on names contains, because PostgreSQL cannot
 * index texts of any length.
 */
const NAME_INDEX_LENGTH = 100

interface NamedPost extends PostColumns {
  description: string
}

/**
 * Finds venues or organizers by their name in the requested language, oldest first. Case and accents do not matter.
 * Posts in the trash and posts that the caller may not see are left out.
 * @param own further columns to read, which only this kind of post has
 */
export async function findPostsByName(
  scope: Scope,
  kind: LinkedPostKind,
  name: string,
  own: readonly string[] = [],
): Promise<(NamedPost & Record<string, unknown>)[]> {
  const folded = foldTextForSearch(name)
  const start = Array.from(folded).slice(0, NAME_INDEX_LENGTH).join('')
  const columns = join([postColumns, sql`t.description`, ...own.map((column) => raw(`p.${column}`))])
  const rows = await scope.db.all<NamedPost & Record<string, unknown>>(sql`
    SELECT ${columns} FROM ${tableOfKind(kind)} p JOIN ${textTableOfKind(kind)} t ON t.${foreignKeyColumnOfKind(kind)} = p.id
    WHERE t.language = ${scope.language} AND t.title_folded = ${folded}
      AND substr(t.title_folded, 1, ${raw(String(NAME_INDEX_LENGTH))}) = ${start}
      AND p.status <> 'trash'
    ORDER BY p.id`)
  return rows.filter((row) => postRights.canRead(scope, row))
}

/**
 * Creates a venue, organizer or series, unless one exists that the caller may see, with the same name and with every
 * value that the request contains: then that one is used unchanged. Values that the request leaves out are not
 * compared. In the API compatible with The Events Calendar only name and description are compared, as there.
 */
export async function createPostUnlessSameExists(
  scope: Scope<Transaction>,
  kind: LinkedPostKind,
  plan: PostPlan,
  imageId: number | null | undefined,
  own: OwnColumns & { search_text: string },
): Promise<Created> {
  await scope.db.lock(`${kind}_name`)
  const { search_text: _, ...sent } = own
  const namesakes = await findPostsByName(scope, kind, plan.text.title ?? '', Object.keys(sent))
  const isSame = scope.face.imitatesTec ? hasSameDescription(plan) : hasSameValues(plan, imageId, sent)
  const same = namesakes.find(isSame)
  if (same) return { id: same.id, isNew: false }
  return { id: await insertPost(scope, kind, plan, imageId, own), isNew: true }
}

const hasSameDescription =
  ({ text }: PostPlan) =>
  (post: NamedPost) =>
    !text.description || isSameDescription(post, text.description)

const hasSameValues =
  (plan: PostPlan, imageId: number | null | undefined, sent: OwnColumns) =>
  (post: NamedPost & Record<string, unknown>): boolean =>
    (plan.text.description === undefined || isSameDescription(post, plan.text.description)) &&
    (imageId === undefined || post.image_id === imageId) &&
    (!plan.isAuthorSent || post.author_id === plan.authorId) &&
    (!plan.isStatusSent || post.status === plan.status) &&
    (!plan.isDateSent || post.published_at === plan.published_at) &&
    Object.entries(sent).every(([column, value]) => post[column] === value)

/** Compares two descriptions without regard to case and accents, as names are compared. */
const isSameDescription = (post: NamedPost, sent: string) =>
  foldTextForSearch(post.description) === foldTextForSearch(sent)
