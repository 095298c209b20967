import { hasRight } from '../../core/caller.ts'
import { CalendarError, missingRightError, type Problems } from '../../core/errors.ts'
import { collectionNameOfKind, isHierarchicalKind, type TermKind } from '../../core/kinds.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { slugify } from '../../core/text/slug.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { RAISED_VERSION, tableOfKind } from '../../db/sql-fragments.ts'
import { insertAuditEntry } from '../insert-audit-entries.ts'
import type { Scope } from '../scope.ts'
import { findFreeSlug, findFreeSlugForTitle, isSlugTaken } from '../texts/free-slug.ts'
import { checkTranslationHasTitle } from '../texts/record-languages.ts'
import { writeRecordText } from '../texts/record-texts.ts'
import { redirectOldSlug } from '../texts/redirect-old-slugs.ts'
import {
  deleteCategory,
  insertCategoryAncestors,
  lockCategoryTree,
  recomputeAncestorsInCategorySubtree,
} from './category-tree.ts'
import { rightToWriteTerms, selectTermIdsByName, type TermRow } from './load-terms.ts'

export interface TermBody {
  name: string
  description?: string
  slug?: string
  /** Id of the parent category. Null: the category becomes top-level. */
  parent?: number | null
}

export type TermPlan = Partial<TermBody>

/**
 * Checks the texts of a write of a category or tag: a translation needs a name, and no other record may have the slug.
 */
export async function checkTextsOfCategoryOrTag(
  scope: Scope,
  kind: TermKind,
  { name: title, description, slug }: TermPlan,
  problems: Problems,
  term: TermRow | undefined,
) {
  checkTranslationHasTitle(scope, term, 'name', { title, description, slug }, problems)
  if (term === undefined || slug === undefined) return
  const wanted = slugify(slug, scope.language)
  if (await isSlugTaken(scope.db, kind, scope.language, wanted, term.id)) problems.add('slug', 'reason.taken')
}

export function requireRightToWriteTerm({ caller }: Scope, kind: TermKind): void {
  if (!hasRight(caller, rightToWriteTerms(kind))) throw missingRightError(caller, rightToWriteTerms(kind))
}

/**
 * Refuses a name that another term with the same parent has.
 * @throws {CalendarError} with the code `term_exists`
 */
export async function refuseDuplicateTermName(
  scope: Scope,
  kind: TermKind,
  name: string,
  parent: number | null,
  except?: number,
) {
  const [namesake] = (await selectTermIdsByName(scope, kind, name, parent)).filter((id) => id !== except)
  if (namesake !== undefined) {
    throw new CalendarError('term_exists', { data: { term_id: namesake, additional_data: [namesake] } })
  }
}

/**
 * Takes a lock on names of categories or of tags until the end of the transaction. While the lock is held, no other
 * transaction can create, rename or move a category or tag of this kind.
 */
export const lockNamesOfTerms = ({ db }: Scope<Transaction>, kind: TermKind) => db.lock(`${kind}_name`)

/**
 * Creates a category or tag.
 * @returns its id
 * @throws {CalendarError} `term_exists` when the name is taken
 */
export async function createCategoryOrTag(scope: Scope<Transaction>, kind: TermKind, plan: TermPlan): Promise<number> {
  const { db, language, now } = scope
  const { name = '', description, parent = null } = plan
  await lockNamesOfTerms(scope, kind)
  await refuseDuplicateTermName(scope, kind, name, parent)
  const id = await db.nextId('term', kind)
  if (isHierarchicalKind(kind)) {
    await db.run(
      sql`INSERT INTO ${tableOfKind(kind)} (id, parent_id, original_language) VALUES (${id}, ${parent}, ${language})`,
    )
    await insertCategoryAncestors(db, id, parent)
  } else {
    await db.run(sql`INSERT INTO ${tableOfKind(kind)} (id, original_language) VALUES (${id}, ${language})`)
  }
  const wanted = plan.slug === undefined ? '' : slugify(plan.slug, language)
  const slug = wanted
    ? await findFreeSlug(db, kind, language, wanted, id)
    : await findFreeSlugForTitle(db, kind, language, name, id)
  insertAuditEntry(scope, { action: 'created', collection: collectionNameOfKind(kind), id, language, title: name })
  await writeRecordText(db, kind, id, language, { title: name, description, slug }, undefined, now)
  return id
}

export async function updateCategoryOrTag(
  scope: Scope<Transaction>,
  kind: TermKind,
  term: TermRow,
  plan: TermPlan,
): Promise<void> {
  const { db, language, now } = scope
  const previous = term.texts.find((text) => text.language === language)
  const parent = plan.parent === undefined ? term.parent_id : plan.parent
  const name = plan.name ?? previous?.title
  await lockNamesOfTerms(scope, kind)
  // Deleting a category moves its children, so two siblings may have the same name. An update therefore checks for a
  // duplicate name only when it changes the name or parent.
  const isMoved =
    parent !== term.parent_id || foldTextForSearch(name ?? '') !== foldTextForSearch(previous?.title ?? '')
  if (name !== undefined && isMoved) await refuseDuplicateTermName(scope, kind, name, parent, term.id)
  if (Object.values(plan).every((value) => value === undefined)) return
  if (parent === term.parent_id) {
    await db.run(sql`UPDATE ${tableOfKind(kind)} SET ${RAISED_VERSION} WHERE id = ${term.id}`)
  } else {
    await lockCategoryTree(db)
    await db.run(sql`UPDATE category SET parent_id = ${parent}, ${RAISED_VERSION} WHERE id = ${term.id}`)
    await recomputeAncestorsInCategorySubtree(db, term.id)
  }
  const { description } = plan
  if (plan.name === undefined && description === undefined && plan.slug === undefined) return
  const chosen = plan.slug === undefined ? '' : slugify(plan.slug, language)
  const slug = chosen || (previous?.slug ?? (await findFreeSlugForTitle(db, kind, language, name ?? '', term.id)))
  await redirectOldSlug(scope, kind, term.id, previous, slug)
  await writeRecordText(db, kind, term.id, language, { title: plan.name, description, slug }, previous, now)
}

export async function deleteCategoryOrTag({ db }: Scope<Transaction>, kind: TermKind, term: TermRow): Promise<void> {
  if (isHierarchicalKind(kind)) await deleteCategory(db, term.id, term.parent_id)
  else await db.run(sql`DELETE FROM ${tableOfKind(kind)} WHERE id = ${term.id}`)
}
