import { hasRight } from '../../../core/caller.ts'
import { CalendarError, invalidParameterError, missingRightError } from '../../../core/errors.ts'
import { isHierarchicalKind, isLinkedKind, isTermKind, type LinkedKind } from '../../../core/kinds.ts'
import { sql, type Transaction } from '../../../db/database.ts'
import { RAISED_VERSION, tableOfKind } from '../../../db/sql-fragments.ts'
import type { AnyCollection } from '../../collection.ts'
import { insertAuditEntry } from '../../insert-audit-entries.ts'
import { requireExpectedVersion } from '../../records/expected-version.ts'
import { groupEventsOfRecordByLinks } from '../../records/read-links-of-events.ts'
import { lockEditableRecord, refuseTrashedRecord, type WriteScope } from '../../records/write-records.ts'
import { insertRevisions } from '../../revisions/store-revisions.ts'
import type { Scope } from '../../scope.ts'
import {
  isSameCategoryOrDescendant,
  lockCategoryTree,
  recomputeAncestorsInCategorySubtree,
} from '../../terms/category-tree.ts'
import type { TranslatedRecord } from '../../texts/record-languages.ts'
import { redirectAllPathsOfRecord } from '../../texts/redirect-old-slugs.ts'
import { setLinksOfEvents } from '../links/set-links-of-events.ts'

type Row = TranslatedRecord & { status?: string; parent_id?: number | null }

/**
 * Merges a record into another one of the same kind: events of the record then refer to the other one, its addresses
 * redirect there, and it is moved to the trash; a category or tag is deleted, and the categories below it move under
 * the other one. The merge can be undone with the batch of the request.
 * @returns the record that remains
 * @throws {CalendarError} when the caller is not an editor, or the other record does not exist or is the record itself
 */
export async function mergeRecordIntoOther(
  collection: AnyCollection,
  scope: WriteScope,
  row: TranslatedRecord,
  into: number,
): Promise<TranslatedRecord> {
  const { kind } = collection
  if (!isLinkedKind(kind)) throw new CalendarError('rest_no_route')
  if (!hasRight(scope.caller, 'posts:edit-others')) throw missingRightError(scope.caller, 'posts:edit-others')
  if (into === row.id) throw invalidParameterError('into', 'reason.other-record')
  requireExpectedVersion(scope, row)
  return scope.db.transaction(
    async (tx) => {
      const inside = { ...scope, db: tx }
      const [merged, target] = await lockBoth(collection, inside, row.id, into)
      refuseTrashedRecord(kind, merged)
      requireExpectedVersion(scope, merged)
      await mergeLocked(collection, inside, kind, merged, target)
      return into
    },
    (tx) => collection.find({ ...scope, db: tx }, { id: into }),
  )
}

/** Locks both records in the order of their ids, so that two merges cannot wait for each other. */
async function lockBoth(
  collection: AnyCollection,
  scope: Scope<Transaction>,
  id: number,
  into: number,
): Promise<[Row, Row]> {
  const exists = await collection.find(scope, { id: into })
  if (exists === undefined || exists.status === 'trash')
    throw invalidParameterError('into', 'reason.unknown-ids', { ids: into })
  const locked = new Map<number, Row>()
  for (const one of [id, into].sort((a, b) => a - b)) locked.set(one, await lockEditableRecord(collection, scope, one))
  const target = locked.get(into) as Row
  if (target.status === 'trash') throw invalidParameterError('into', 'reason.unknown-ids', { ids: into })
  return [locked.get(id) as Row, target]
}

async function mergeLocked(
  collection: AnyCollection,
  scope: Scope<Transaction>,
  kind: LinkedKind,
  merged: Row,
  { id: into }: Row,
): Promise<void> {
  const { db } = scope
  const { id } = merged
  const write = { action: 'merged', collection: collection.name } as const
  insertAuditEntry(scope, { ...write, id, title: merged.text.title })
  const links = await groupEventsOfRecordByLinks(db, kind, id)
  const children = isHierarchicalKind(kind) ? await moveChildren(scope, id, into) : []
  const redirects = await redirectAllPathsOfRecord(scope, kind, merged, into)
  insertRevisions(scope, write, [merged], { links, children, merged: { into, redirects } })
  for (const { ids, events } of links) {
    await setLinksOfEvents(scope, kind, { ids: replaceIdOfMergedRecord(ids, id, into), events })
  }
  await collection.remove(scope, isTermKind(kind) ? ((await collection.find(scope, { id })) as Row) : merged)
}

/**
 * The ids of the records to which an event refers after a merge: the id of the merged record is replaced by the id of
 * the other record, which occurs once in the result.
 */
export const replaceIdOfMergedRecord = (ids: readonly number[], id: number, into: number): number[] => [
  ...new Set(ids.map((one) => (one === id ? into : one))),
]

/**
 * Moves the categories below a category under another category, unless the other one is below the category itself: then
 * deleting the category moves them to its parent.
 * @returns the ids of the categories directly below
 */
async function moveChildren({ db }: Scope<Transaction>, id: number, into: number): Promise<number[]> {
  await lockCategoryTree(db)
  const rows = await db.all<{ id: number }>(sql`SELECT id FROM category WHERE parent_id = ${id} ORDER BY id`)
  if (!(await isSameCategoryOrDescendant(db, into, id))) {
    await db.run(
      sql`UPDATE ${tableOfKind('category')} SET parent_id = ${into}, ${RAISED_VERSION} WHERE parent_id = ${id}`,
    )
    for (const child of rows) await recomputeAncestorsInCategorySubtree(db, child.id)
  }
  return rows.map((row) => row.id)
}
