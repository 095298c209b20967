import { invalidParameterError, type Problems } from '../../core/errors.ts'
import type { Urls } from '../../core/urls.ts'
import type { Transaction } from '../../db/database.ts'
import { defineCollection, type Key, type Rights } from '../collection.ts'
import type { Scope } from '../scope.ts'
import {
  type Ancestor,
  ancestorSlugsOfCategory,
  isSameCategoryOrDescendant,
  readAncestorsOfCategories,
} from '../terms/category-tree.ts'
import { listCategoriesOrTags, type TermQuery } from '../terms/list-terms.ts'
import { findCategoryOrTag, loadCategoriesOrTags, rightsOfTermCollection, type TermRow } from '../terms/load-terms.ts'
import { presentCategoryOrTag } from '../terms/present-term.ts'
import { categoryOrTagFromRevision, restoreCategoryOrTag } from '../terms/restore-term.ts'
import { categoryResponseSchemas } from '../terms/term-response-schema.ts'
import {
  checkTextsOfCategoryOrTag,
  createCategoryOrTag,
  deleteCategoryOrTag,
  lockNamesOfTerms,
  requireRightToWriteTerm,
  type TermPlan,
  updateCategoryOrTag,
} from '../terms/write-terms.ts'
import { selectRecordIdsBySlug } from '../texts/find-by-slug.ts'
import type { RecordText } from '../texts/record-texts.ts'
import { categoryExamples } from './category-examples.ts'
import { type CategoryBody, categoryParameters } from './category-parameters.ts'

export interface CategoryRow extends TermRow {
  /** The ancestors of the category, top-level category first. */
  above: Ancestor[]
}

/** Adds the ancestors of each category. */
export async function addAncestorsToCategories(scope: Scope, rows: readonly TermRow[]): Promise<CategoryRow[]> {
  const nested = rows.filter((row) => row.parent_id !== null).map(({ id }) => id)
  const paths = nested.length > 0 ? await readAncestorsOfCategories(scope.db, nested) : new Map<number, Ancestor[]>()
  return rows.map((row) => ({ ...row, above: paths.get(row.id) ?? [] }))
}

async function listCategories(scope: Scope, query: TermQuery, problems: Problems) {
  const listing = await listCategoriesOrTags(scope, 'category', query, problems)
  return { ...listing, rows: await addAncestorsToCategories(scope, listing.rows) }
}

async function findCategory(scope: Scope, key: Key): Promise<CategoryRow | undefined> {
  const row = await findCategoryOrTag(scope, 'category', key)
  return row && (await addAncestorsToCategories(scope, [row]))[0]
}

async function checkCategory(scope: Scope, body: Partial<CategoryBody>, problems: Problems, category?: CategoryRow) {
  const { parent, ...texts } = body
  await checkTextsOfCategoryOrTag(scope, 'category', texts, problems, category)
  await checkParent(scope, parent, problems, category)
  return { ...texts, ...(typeof parent !== 'string' && parent !== undefined && { parent }) } satisfies TermPlan
}

async function checkParent(
  scope: Scope,
  parent: number | string | null | undefined,
  problems: Problems,
  category?: CategoryRow,
) {
  if (parent === undefined || parent === null) return
  if (typeof parent === 'string') {
    const exists = (await selectRecordIdsBySlug(scope, 'category', parent)).length > 0
    problems.add('parent', 'reason.id', {}, exists ? 'rest_invalid_type' : undefined)
  } else if ((await loadCategoriesOrTags(scope, 'category', [parent])).length === 0) {
    problems.add('parent', 'reason.unknown-ids', { ids: parent })
  } else if (category && (await isSameCategoryOrDescendant(scope.db, parent, category.id))) {
    problems.add('parent', 'reason.loop')
  }
}

async function updateCategory(scope: Scope<Transaction>, category: CategoryRow, plan: TermPlan) {
  if (plan.parent != null) {
    // Without this lock two concurrent moves could make two categories ancestors of each other.
    await lockNamesOfTerms(scope, 'category')
    if (await isSameCategoryOrDescendant(scope.db, plan.parent, category.id))
      throw invalidParameterError('parent', 'reason.loop')
  }
  await updateCategoryOrTag(scope, 'category', category, plan)
}

export const categories = defineCollection({
  kind: 'category',
  parameters: categoryParameters,
  rights: rightsOfTermCollection('category') as Rights<CategoryRow>,
  list: listCategories,
  find: findCategory,
  load: undefined,
  check: checkCategory,
  permit: (scope) => requireRightToWriteTerm(scope, 'category'),
  imageOf: undefined,
  lockFirst: (scope) => lockNamesOfTerms(scope, 'category'),
  create: async (scope, plan) => ({ id: await createCategoryOrTag(scope, 'category', plan), isNew: true }),
  update: updateCategory,
  completeStored: async (scope, stored) =>
    (await addAncestorsToCategories(scope, [categoryOrTagFromRevision(scope, stored)]))[0] as CategoryRow,
  restore: (scope, category, before, fields) =>
    restoreCategoryOrTag(scope, 'category', category, before, fields, (plan) => updateCategory(scope, category, plan)),
  remove: (scope, category) => deleteCategoryOrTag(scope, 'category', category),
  schemas: categoryResponseSchemas,
  examples: categoryExamples,
  present: (scope, category) => presentCategoryOrTag(scope, 'category', category, categoryPageUrl(scope, category)),
})

/** URL of the HTML page of a category, in the language of the given text. */
export const categoryPageUrl =
  (scope: Scope, { above }: CategoryRow) =>
  (urls: Urls, { language, slug }: RecordText): string =>
    urls.page('category', [...ancestorSlugsOfCategory(scope, language, above), slug])
