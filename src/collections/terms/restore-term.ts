import type { TermKind } from '../../core/kinds.ts'
import type { Transaction } from '../../db/database.ts'
import type { RestoredFields } from '../dates-affected-by-write.ts'
import { requireRecordReferencedByRevision, restoreTextsOfRecord } from '../revisions/restore-texts.ts'
import type { Scope } from '../scope.ts'
import { chooseDisplayText } from '../texts/record-texts.ts'
import { loadCategoriesOrTags, type TermRow } from './load-terms.ts'
import { lockNamesOfTerms, requireRightToWriteTerm, type TermPlan } from './write-terms.ts'

/** Adds the text to display to the stored values of an earlier version of a category or tag. */
export function categoryOrTagFromRevision(scope: Scope, stored: unknown): TermRow {
  const term = stored as Omit<TermRow, 'text'>
  return { ...term, text: chooseDisplayText(scope, term) }
}

/**
 * Gives a category or tag the texts and, with `move`, the parent of an earlier version.
 * @param move updates the parent
 * @throws {CalendarError} when another term has the name by now, or the parent does not exist any more
 */
export async function restoreCategoryOrTag(
  scope: Scope<Transaction>,
  kind: TermKind,
  term: TermRow,
  before: TermRow,
  fields: RestoredFields,
  move?: (plan: TermPlan) => Promise<void>,
): Promise<void> {
  requireRightToWriteTerm(scope, kind)
  await lockNamesOfTerms(scope, kind)
  const parent = before.parent_id
  const isMoved = move !== undefined && fields.has('parent') && parent !== term.parent_id
  if (isMoved) {
    if (parent !== null)
      requireRecordReferencedByRevision((await loadCategoriesOrTags(scope, kind, [parent]))[0], 'parent', parent)
    await move({ parent })
  }
  await restoreTextsOfRecord(scope, kind, { ...term, ...(isMoved && { parent_id: parent }) }, before, fields)
}
