import { CalendarError, type Problems } from '../../core/errors.ts'
import { defineCollection } from '../collection.ts'
import type { Scope } from '../scope.ts'
import { listCategoriesOrTags } from '../terms/list-terms.ts'
import { findCategoryOrTag, rightsOfTermCollection, type TermRow } from '../terms/load-terms.ts'
import { presentCategoryOrTag } from '../terms/present-term.ts'
import { categoryOrTagFromRevision, restoreCategoryOrTag } from '../terms/restore-term.ts'
import { tagResponseSchemas } from '../terms/term-response-schema.ts'
import {
  checkTextsOfCategoryOrTag,
  createCategoryOrTag,
  deleteCategoryOrTag,
  lockNamesOfTerms,
  requireRightToWriteTerm,
  type TermPlan,
  updateCategoryOrTag,
} from '../terms/write-terms.ts'
import { tagExamples } from './tag-examples.ts'
import { type TagBody, tagParameters } from './tag-parameters.ts'

interface TagPlan extends Omit<TermPlan, 'parent'> {
  isParentSent: boolean
}

async function checkTag(scope: Scope, body: Partial<TagBody>, problems: Problems, tag?: TermRow): Promise<TagPlan> {
  const { parent, ...plan } = body
  await checkTextsOfCategoryOrTag(scope, 'tag', plan, problems, tag)
  return { ...plan, isParentSent: parent !== undefined }
}

function permitTag(scope: Scope, plan: TagPlan): void {
  requireRightToWriteTerm(scope, 'tag')
  if (plan.isParentSent) throw new CalendarError('rest_taxonomy_not_hierarchical')
}

export const tags = defineCollection({
  kind: 'tag',
  parameters: tagParameters,
  rights: rightsOfTermCollection('tag'),
  list: (scope, query, problems) => listCategoriesOrTags(scope, 'tag', query, problems),
  find: (scope, key) => findCategoryOrTag(scope, 'tag', key),
  load: undefined,
  check: checkTag,
  permit: permitTag,
  imageOf: undefined,
  lockFirst: (scope) => lockNamesOfTerms(scope, 'tag'),
  create: async (scope, { isParentSent: _, ...plan }) => ({
    id: await createCategoryOrTag(scope, 'tag', plan),
    isNew: true,
  }),
  update: (scope, tag, { isParentSent: _, ...plan }) => updateCategoryOrTag(scope, 'tag', tag, plan),
  completeStored: async (scope, stored) => categoryOrTagFromRevision(scope, stored),
  restore: (scope, tag, before, fields) => restoreCategoryOrTag(scope, 'tag', tag, before, fields),
  remove: (scope, tag) => deleteCategoryOrTag(scope, 'tag', tag),
  schemas: tagResponseSchemas,
  examples: tagExamples,
  present: (scope, tag) => presentCategoryOrTag(scope, 'tag', tag, (urls, { slug }) => urls.page('tag', slug)),
})
