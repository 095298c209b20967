import {
  collectionNameOfKind,
  doesKindAllowEmptySlug,
  hasKindTextsColumn,
  type Kind,
  type PostKind,
} from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { slugBeforeTrash, slugInTrash, slugify } from '../../core/text/slug.ts'
import { join, raw, type Sql, sql, type Transaction } from '../../db/database.ts'
import { RAISED_VERSION, tableOfKind } from '../../db/sql-fragments.ts'
import { markPictureOfNonPublicRecordAsWithdrawn } from '../../media/picture-visibility.ts'
import { buildAuditEntryInserts } from '../insert-audit-entries.ts'
import type { Scope } from '../scope.ts'
import { findFreeSlug, findFreeSlugForTitle } from '../texts/free-slug.ts'
import {
  buildRecordTextInsert,
  encodeTextsColumn,
  type RecordText,
  type TextInput,
  textsColumnAssignments,
  writeRecordText,
} from '../texts/record-texts.ts'
import { redirectOldSlug } from '../texts/redirect-old-slugs.ts'
import type { PostColumns, PostContent } from './load-posts.ts'
import type { PostPlan } from './plan-post-write.ts'

/**
 * Values, by column name, for the columns that only one kind of post has. Undefined: the body does not contain the
 * value.
 */
export type OwnColumns = Record<string, string | number | null | undefined>

/** Drops undefined values, so that the other values can overwrite those of a row by object spread. */
export function withoutUndefinedValues<T extends OwnColumns>(values: T) {
  const sent = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/**
 * Inserts a post with its text in the first language.
 * @returns the id of the post
 */
export async function insertPost(
  scope: Scope<Transaction>,
  kind: PostKind,
  plan: PostPlan,
  imageId: number | null | undefined,
  own: OwnColumns,
): Promise<number> {
  const identity = await reserveIdAndSlugOfPost(scope, kind, plan)
  await scope.db.runAll(buildPostInserts(scope, kind, identity, plan, imageId, own))
  return identity.id
}

interface Identity {
  id: number
  /** Slug of the text in the first language. */
  slug: string
}

/**
 * The SQL statements that insert a post with its text in the first language, and the audit entry of this write.
 * @param listedStart value of the column `listed_start` of the text, which only texts of events have
 */
export function buildPostInserts(
  scope: Scope,
  kind: PostKind,
  { id, slug }: Identity,
  plan: PostPlan,
  imageId: number | null | undefined,
  own: OwnColumns,
  listedStart: string | null = null,
): Sql[] {
  const { language, now } = scope
  const { title = '', description = '', excerpt = '' } = plan.text
  const firstText = { title, description, excerpt }
  const values = withoutUndefinedValues({
    id,
    author_id: plan.authorId,
    original_language: language,
    status: plan.status,
    published_at: plan.published_at,
    dating: plan.dating,
    created_at: now,
    ...own,
    image_id: imageId,
    texts: hasKindTextsColumn(kind)
      ? encodeTextsColumn([{ language, ...firstText, slug, modified_at: now }])
      : undefined,
  })
  const columns = Object.keys(values).map((name) => raw(name))
  const bound = Object.values(values).map((value) => sql`${value}`)
  return [
    sql`INSERT INTO ${tableOfKind(kind)} (${join(columns)}) VALUES (${join(bound)})`,
    buildRecordTextInsert(kind, id, language, { ...plan.text, slug }, now, sql`${listedStart}`),
    ...buildAuditEntryInserts(scope, {
      action: 'created',
      collection: collectionNameOfKind(kind),
      id,
      language,
      title,
    }),
  ]
}

/** Takes the next free id for a new post, and chooses a free slug for its text in the first language. */
export async function reserveIdAndSlugOfPost(
  scope: Scope<Transaction>,
  kind: PostKind,
  { text, status }: PostPlan,
): Promise<Identity> {
  const { db, language } = scope
  if (text.slug === undefined && canPostBeWithoutSlug(kind, status))
    return { id: await db.nextId('record', kind), slug: '' }
  const wanted = slugify(text.slug ?? '', language) || slugify(text.title ?? '', language)
  const [id, slug] = await Promise.all([
    db.nextId('record', kind),
    wanted && findFreeSlug(db, kind, language, wanted, NO_RECORD_ID),
  ])
  // If the body contains no slug and the title has no letters or digits to build one from, the id becomes the slug.
  return { id, slug: slug || (await findFreeSlug(db, kind, language, String(id), NO_RECORD_ID)) }
}

/**
 * An id that no record has. It is passed to `findFreeSlug` for a new post, as the id of the record whose own slug
 * counts as free.
 */
const NO_RECORD_ID = 0

/** Updates the texts of a post and those columns whose values the request body contains. */
export async function updatePost(
  scope: Scope<Transaction>,
  kind: PostKind,
  post: PostColumns & PostContent,
  plan: PostPlan,
  imageId: number | null | undefined,
  own: OwnColumns,
): Promise<void> {
  const values = withoutUndefinedValues({
    author_id: plan.authorId,
    status: plan.status,
    published_at: plan.published_at,
    dating: plan.dating,
    modified_at: scope.now,
    image_id: imageId,
    ...own,
  })
  const sets = [...assignments(values), RAISED_VERSION]
  await writeChangedTexts(scope, kind, post, plan)
  if (imageId !== undefined && imageId !== post.image_id)
    await markPictureOfNonPublicRecordAsWithdrawn(scope.db, kind, post.id, scope.now)
  sets.push(...textsColumnAssignments(scope.db, kind))
  await scope.db.run(sql`UPDATE ${tableOfKind(kind)} AS p SET ${join(sets)} WHERE p.id = ${post.id}`)
}

const assignments = (values: OwnColumns): Sql[] =>
  Object.entries(values).map(([name, value]) => sql`${raw(name)} = ${value}`)

/** Whether a post may be without a slug: drafts and pending events get their slug when they are published. */
export const canPostBeWithoutSlug = (kind: Kind, status: string | undefined) =>
  doesKindAllowEmptySlug(kind) && (status === 'draft' || status === 'pending')

const chosenSlug = (
  tx: Transaction,
  language: Language,
  kind: PostKind,
  id: number,
  wanted: string | undefined,
  title: string,
) => {
  const slug = wanted === undefined ? '' : slugify(wanted, language)
  return slug ? findFreeSlug(tx, kind, language, slug, id) : findFreeSlugForTitle(tx, kind, language, title, id)
}

/**
 * Stores the text in the requested language as in the request body. If the new status requires it, the slugs in all
 * languages change too.
 */
async function writeChangedTexts(
  scope: Scope<Transaction>,
  kind: PostKind,
  post: PostColumns & PostContent,
  plan: PostPlan,
) {
  const { db: tx, language, now } = scope
  const sent = Object.values(plan.text).some((value) => value !== undefined)
  const texts = sent && !post.texts.some((text) => text.language === language) ? [...post.texts, undefined] : post.texts
  for (const text of texts) {
    const isSent = sent && (text === undefined || text.language === language)
    const input = isSent ? plan.text : {}
    const slug = await slugAfter(tx, kind, post, plan.status, text, text?.language ?? language, input)
    if (!isSent && slug === text?.slug) continue
    await redirectOldSlug(scope, kind, post.id, text, slug)
    await writeRecordText(
      tx,
      kind,
      post.id,
      text?.language ?? language,
      { ...input, slug },
      text,
      isSent ? now : (text?.modified_at ?? now),
    )
  }
}

async function slugAfter(
  tx: Transaction,
  kind: PostKind,
  post: PostColumns,
  status: PostPlan['status'],
  text: RecordText | undefined,
  language: Language,
  input: TextInput,
): Promise<string> {
  const { title = text?.title ?? '', slug: wanted } = input
  if (wanted !== undefined) return chosenSlug(tx, language, kind, post.id, wanted, title)
  const isRestored = post.status === 'trash' && status !== 'trash'
  const present = isRestored ? slugBeforeTrash(text?.slug ?? '') : (text?.slug ?? '')
  if (present === '')
    return canPostBeWithoutSlug(kind, status) ? '' : findFreeSlugForTitle(tx, kind, language, title, post.id)
  return isRestored ? findFreeSlug(tx, kind, language, present, post.id) : present
}

/** Moves a post to the trash. Its content stays in the database; other posts can use its slugs. */
export async function trashPost(
  tx: Transaction,
  kind: PostKind,
  post: PostColumns & PostContent,
  now: number,
  own: OwnColumns = {},
): Promise<void> {
  for (const text of post.texts) {
    const slug = await findFreeSlug(tx, kind, text.language, slugInTrash(text.slug), post.id)
    await writeRecordText(tx, kind, post.id, text.language, { slug }, text, text.modified_at)
  }
  const sets = [
    ...assignments({ status: 'trash', modified_at: now, ...own }),
    RAISED_VERSION,
    ...textsColumnAssignments(tx, kind),
  ]
  await tx.run(sql`UPDATE ${tableOfKind(kind)} AS p SET ${join(sets)} WHERE p.id = ${post.id}`)
}
