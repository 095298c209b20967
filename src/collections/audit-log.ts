import { type AuditActor, type AuditedWrite, insertAuditEntry } from '../audit/entry.ts'
import type { Sql, Transaction } from '../db/database.ts'
import type { Scope } from './collection.ts'

/** The account, time and origin that audit entries of writes in this scope name. */
export const auditActorOf = ({ caller, face, now, requestId = '' }: Scope): AuditActor => ({
  accountId: caller.id ?? null,
  login: caller.login,
  requestId,
  face: face.name,
  now,
})

/**
 * The statements that audit a write, for the transaction of the write. Empty in a bulk load, which has one entry for all its
 * writes.
 */
export const auditStatements = (scope: Scope, deed: AuditedWrite): Sql[] =>
  scope.requestId === undefined ? [] : [insertAuditEntry(auditActorOf(scope), deed)]

/**
 * Audits a write that consists of several statements. The entry is sent together with the next statement of the transaction.
 */
export function auditWrite(scope: Scope<Transaction>, deed: AuditedWrite): void {
  const entries = auditStatements(scope, deed)
  if (entries.length > 0) void scope.db.runAll(entries)
}
