import { isHierarchicalKind, type TermKind } from '../../core/kinds.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { RAISED_VERSION, tableOfKind } from '../../db/sql-fragments.ts'
import { ALL_RESTORABLE_FIELDS } from '../dates-affected-by-write.ts'
import { restoreTextsOfRecord } from '../revisions/restore-texts.ts'
import type { Scope } from '../scope.ts'
import { insertCategoryAncestors, lockCategoryTree, recomputeAncestorsInCategorySubtree } from './category-tree.ts'
import { loadCategoriesOrTags, type TermRow } from './load-terms.ts'
import { lockNamesOfTerms, requireRightToWriteTerm } from './write-terms.ts'

/**
 * Creates a deleted category or tag again, with its id and texts. A category whose parent no longer exists becomes
 * top-level.
 * @param children ids of the categories that were directly below
 * @param movedTo id of the category under which the children were moved; null: they became top-level
 * @throws {CalendarError} when the caller lacks the right, or another category or tag has got the name
 */
export async function recreateCategoryOrTag(
  scope: Scope<Transaction>,
  kind: TermKind,
  before: TermRow,
  children: readonly number[],
  movedTo: number | null,
): Promise<void> {
  const { db } = scope
  const { id, original_language: language, version } = before
  requireRightToWriteTerm(scope, kind)
  await lockNamesOfTerms(scope, kind)
  let parent: number | null = null
  if (isHierarchicalKind(kind)) {
    await lockCategoryTree(db)
    const [above] = before.parent_id === null ? [] : await loadCategoriesOrTags(scope, kind, [before.parent_id])
    parent = above?.id ?? null
    await db.run(sql`INSERT INTO category (id, parent_id, original_language, version)
      VALUES (${id}, ${parent}, ${language}, ${version + 1})`)
    await insertCategoryAncestors(db, id, parent)
  } else {
    await db.run(
      sql`INSERT INTO ${tableOfKind(kind)} (id, original_language, version) VALUES (${id}, ${language}, ${version + 1})`,
    )
  }
  await restoreTextsOfRecord(scope, kind, { id, texts: [], parent_id: parent }, before, ALL_RESTORABLE_FIELDS)
  const isUnmoved = sql`${db.dialect.inList(sql`id`, children)} AND parent_id IS NOT DISTINCT FROM ${movedTo}`
  const moved =
    isHierarchicalKind(kind) && children.length > 0
      ? await db.all<{ id: number }>(sql`SELECT id FROM category WHERE ${isUnmoved}`)
      : []
  for (const child of moved) {
    await db.run(sql`UPDATE category SET parent_id = ${id}, ${RAISED_VERSION} WHERE id = ${child.id}`)
    await recomputeAncestorsInCategorySubtree(db, child.id)
  }
}
