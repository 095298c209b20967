import { type Actor, auditEntry, type Deed } from '../audit/entry.ts'
import type { Sql, Transaction } from '../db/database.ts'
import type { Scope } from './collection.ts'

/** Who writes through a scope. */
export const actorOf = ({ caller, face, now, requestId = '' }: Scope): Actor => ({
  accountId: caller.id ?? null,
  login: caller.login,
  requestId,
  face: face.name,
  now,
})

/** What enters a write into the audit log, to be written along with it. Of a load nothing: it is told of as one. */
export const audited = (scope: Scope, deed: Deed): Sql[] =>
  scope.requestId === undefined ? [] : [auditEntry(actorOf(scope), deed)]

/** The same where the write is several statements: it goes with the one that is sent next. */
export function audit(scope: Scope<Transaction>, deed: Deed): void {
  const entries = audited(scope, deed)
  if (entries.length > 0) void scope.db.runAll(entries)
}
