import type { AnyCollection } from '../collection.ts'
import type { Scope } from '../scope.ts'
import { type Revision, readRevisionsOfRecord } from './store-revisions.ts'

/**
 * Lists the revisions of a record, newest first, without revisions whose version the caller may not read: for example
 * of a time when the record was private and had another author.
 */
export async function listReadableRevisions(collection: AnyCollection, scope: Scope, id: number): Promise<Revision[]> {
  const revisions = await readRevisionsOfRecord(scope.db, collection.name, id)
  return revisions.filter(({ snapshot }) => collection.rights.canRead(scope, snapshot.row))
}

/** A revision, with the record before and after its write. */
export interface Version {
  revision: Revision
  // biome-ignore lint/suspicious/noExplicitAny: a row of the collection
  before: any
  /**
   * The record after the write: as it was before the next write whose version the caller may see or, if there is none,
   * as it is now.
   */
  // biome-ignore lint/suspicious/noExplicitAny: a row of the collection
  after: any
}

/**
 * Finds a revision of a record by the id of the revision; undefined if the caller may not read that version of the
 * record.
 */
export async function findReadableRevision(
  collection: AnyCollection,
  scope: Scope,
  row: { id: number },
  revisionId: number,
): Promise<Version | undefined> {
  const revisions = await listReadableRevisions(collection, scope, row.id)
  const at = revisions.findIndex(({ id }) => id === revisionId)
  const revision = revisions[at]
  if (revision === undefined) return undefined
  const next = revisions[at - 1]
  const before = await collection.completeStored(scope, revision.snapshot.row)
  const after = next ? await collection.completeStored(scope, next.snapshot.row) : row
  return { revision, before, after }
}
