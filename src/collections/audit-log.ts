import { type AuditActor, type AuditedWrite, insertAuditEntry } from '../audit/entry.ts'
import type { Sql, Transaction } from '../db/database.ts'
import type { Scope } from './collection.ts'

/** Who writes through a scope. */
export const auditActorOf = ({ caller, face, now, requestId = '' }: Scope): AuditActor => ({
  accountId: caller.id ?? null,
  login: caller.login,
  requestId,
  face: face.name,
  now,
})

/** What enters a write into the audit log, to be written along with it. Of a load nothing: it is told of as one. */
export const auditStatements = (scope: Scope, deed: AuditedWrite): Sql[] =>
  scope.requestId === undefined ? [] : [insertAuditEntry(auditActorOf(scope), deed)]

/** The same where the write is several statements: it goes with the one that is sent next. */
export function auditWrite(scope: Scope<Transaction>, deed: AuditedWrite): void {
  const entries = auditStatements(scope, deed)
  if (entries.length > 0) void scope.db.runAll(entries)
}
