import { isHierarchicalKind, type TermKind } from '../../core/kinds.ts'
import { type Reader, sql } from '../../db/database.ts'
import { groupEventsOfRecordByLinks } from '../records/read-links-of-events.ts'
import type { RevisionSnapshot } from '../revisions/revision-snapshot.ts'

/**
 * Reads the events and child categories that refer to a category or tag that is about to be deleted, so that the
 * deletion can be undone.
 */
export async function readReferencesToTerm(
  db: Reader,
  kind: TermKind,
  id: number,
): Promise<Pick<RevisionSnapshot, 'links' | 'children'>> {
  const links = await groupEventsOfRecordByLinks(db, kind, id)
  if (!isHierarchicalKind(kind)) return { links }
  const rows = await db.all<{ id: number }>(sql`SELECT id FROM category WHERE parent_id = ${id} ORDER BY id`)
  return { links, children: rows.map((row) => row.id) }
}
