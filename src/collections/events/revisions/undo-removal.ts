import { CalendarError } from '../../../core/errors.ts'
import { isLinkedKind, isTermKind, type Kind, type LinkedKind } from '../../../core/kinds.ts'
import { type Reader, sql, type Transaction } from '../../../db/database.ts'
import type { AnyCollection } from '../../collection.ts'
import { insertAuditEntry } from '../../insert-audit-entries.ts'
import { type EventsWithEqualLinks, readLinksOfEvents } from '../../records/read-links-of-events.ts'
import type { Revision } from '../../revisions/store-revisions.ts'
import type { Scope } from '../../scope.ts'
import { recreateCategoryOrTag } from '../../terms/recreate-term.ts'
import { redirectPathsToRecord } from '../../texts/redirect-old-slugs.ts'
import { setLinksOfEvents } from '../links/set-links-of-events.ts'
import { replaceIdOfMergedRecord } from '../merge/merge-record.ts'

/** Creates a category or tag again that was deleted or merged, with its id. */
export async function undoDeletionOfTerm(
  collection: AnyCollection,
  scope: Scope<Transaction>,
  { record_id: id, snapshot: { row, children = [], merged } }: Revision,
): Promise<void> {
  const { kind, name } = collection
  if (!isTermKind(kind)) throw new CalendarError('batch-not-found')
  const before = await collection.completeStored(scope, row)
  insertAuditEntry(scope, { action: 'restored', collection: name, id, title: before.text.title })
  const movedTo = merged ? merged.into : (before.parent_id ?? null)
  await recreateCategoryOrTag(scope, kind, before, children, movedTo)
}

/**
 * Undoes the changes of other data when a record was deleted or merged: its events refer to it again, and its addresses
 * no longer redirect.
 * @throws {CalendarError} `written-since`, with the events whose references to records of this kind were changed since
 */
export async function undoLinkChangesOfRemoval(
  scope: Scope<Transaction>,
  kind: Kind,
  { record_id: id, snapshot }: Revision,
): Promise<void> {
  const { links = [], merged } = snapshot
  if (!isLinkedKind(kind)) return
  if (merged) await redirectPathsToRecord(scope, kind, merged.redirects, merged.into, id)
  const present = await existingEvents(scope.db, links)
  const after = (ids: readonly number[]) =>
    merged ? replaceIdOfMergedRecord(ids, id, merged.into) : ids.filter((one) => one !== id)
  await refuseOtherLinks(scope, kind, present, after)
  for (const group of present) await setLinksOfEvents(scope, kind, group)
}

/** Removes from the groups the events that were deleted in the meantime. */
async function existingEvents(db: Reader, groups: readonly EventsWithEqualLinks[]): Promise<EventsWithEqualLinks[]> {
  const ids = groups.flatMap(({ events }) => events)
  const rows = await db.all<{ id: number }>(sql`SELECT id FROM event WHERE ${db.dialect.inList(sql`id`, ids)}`)
  const existing = new Set(rows.map((row) => row.id))
  return groups.map((group) => ({ ...group, events: group.events.filter((event) => existing.has(event)) }))
}

async function refuseOtherLinks(
  { db }: Scope<Transaction>,
  kind: LinkedKind,
  groups: readonly EventsWithEqualLinks[],
  after: (ids: readonly number[]) => readonly number[],
): Promise<void> {
  const key = (ids: readonly number[]) => ids.toSorted((one, other) => one - other).join()
  const records = []
  for (const { ids, events } of groups) {
    const now = await readLinksOfEvents(db, kind, events)
    const other = events.filter((event) => key(now.get(event) ?? []) !== key(after(ids)))
    records.push(...other.map((event) => ({ collection: 'events', id: event })))
  }
  if (records.length > 0) throw new CalendarError('written-since', { data: { records } })
}
