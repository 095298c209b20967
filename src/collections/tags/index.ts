import { CalendarError, type Problems } from '../../core/errors.ts'
import { defineCollection } from '../collection.ts'
import type { Scope } from '../scope.ts'
import { listTerms } from '../terms/list-terms.ts'
import { findTerm, type TermRow, termRights } from '../terms/load-terms.ts'
import { presentTerm } from '../terms/present-term.ts'
import { restoreTerm, termOfRevision } from '../terms/restore-term.ts'
import { tagSchemas } from '../terms/term-response-schema.ts'
import {
  checkTermTexts,
  createTerm,
  lockTermNames,
  permitTermWrite,
  removeTerm,
  type TermPlan,
  updateTerm,
} from '../terms/write-terms.ts'
import { tagExamples } from './tag-examples.ts'
import { type TagBody, tagParameters } from './tag-parameters.ts'

interface TagPlan extends Omit<TermPlan, 'parent'> {
  isParentSent: boolean
}

async function checkTag(scope: Scope, body: Partial<TagBody>, problems: Problems, tag?: TermRow): Promise<TagPlan> {
  const { parent, ...plan } = body
  await checkTermTexts(scope, 'tag', plan, problems, tag)
  return { ...plan, isParentSent: parent !== undefined }
}

function permitTag(scope: Scope, plan: TagPlan): void {
  permitTermWrite(scope, 'tag')
  if (plan.isParentSent) throw new CalendarError('rest_taxonomy_not_hierarchical')
}

export const tags = defineCollection({
  kind: 'tag',
  parameters: tagParameters,
  rights: termRights('tag'),
  list: (scope, query, problems) => listTerms(scope, 'tag', query, problems),
  find: (scope, key) => findTerm(scope, 'tag', key),
  load: undefined,
  check: checkTag,
  permit: permitTag,
  imageOf: undefined,
  lockFirst: (scope) => lockTermNames(scope, 'tag'),
  create: async (scope, { isParentSent: _, ...plan }) => ({ id: await createTerm(scope, 'tag', plan), isNew: true }),
  update: (scope, tag, { isParentSent: _, ...plan }) => updateTerm(scope, 'tag', tag, plan),
  completeStored: async (scope, stored) => termOfRevision(scope, stored),
  restore: (scope, tag, before, fields) => restoreTerm(scope, 'tag', tag, before, fields),
  remove: (scope, tag) => removeTerm(scope, 'tag', tag),
  schemas: tagSchemas,
  examples: tagExamples,
  present: (scope, tag) => presentTerm(scope, 'tag', tag, (urls, { slug }) => urls.page('tag', slug)),
})
