import { type AuditActor, type AuditedWrite, buildAuditEntryInsert } from '../audit/audit-entry.ts'
import type { Sql, Transaction } from '../db/database.ts'
import type { Scope } from './scope.ts'

/** The account, API, request id and time of a request, which all of its audit entries contain. */
export const auditActorOfRequest = ({ caller, face, isAdminPage, now, requestId = '' }: Scope): AuditActor => ({
  accountId: caller.id ?? null,
  login: caller.login,
  requestId,
  face: isAdminPage ? 'admin' : face.name,
  now,
})

/**
 * The SQL statements that insert the audit entry of a write, to be run in the same transaction. In a bulk load the list
 * is empty, because one audit entry describes all its writes.
 */
export function buildAuditEntryInserts(scope: Scope, deed: AuditedWrite): Sql[] {
  if (deed.action === 'created' && deed.id !== undefined) scope.onCreated?.(deed.collection, deed.id)
  return scope.requestId === undefined ? [] : [buildAuditEntryInsert(auditActorOfRequest(scope), deed)]
}

/**
 * Inserts the audit entry of a write. The INSERT is sent to the database together with the next statement of the
 * transaction.
 */
export function insertAuditEntry(scope: Scope<Transaction>, deed: AuditedWrite): void {
  const entries = buildAuditEntryInserts(scope, deed)
  if (entries.length > 0) void scope.db.runAll(entries)
}
