import { isTermKind, type Kind } from '../../core/kinds.ts'
import { join, sql, type Transaction } from '../../db/database.ts'
import { RAISED_VERSION, tableOfKind } from '../../db/sql-fragments.ts'
import { textsColumnAssignments } from './record-texts.ts'

/**
 * Updates version, modification time and copied texts of a record after a change of its texts. Categories and tags have
 * no modification time.
 */
export async function updateRecordAfterTextChange(tx: Transaction, kind: Kind, id: number, now: number): Promise<void> {
  const ofPost = isTermKind(kind) ? [] : [sql`modified_at = ${now}`]
  const sets = [RAISED_VERSION, ...ofPost, ...textsColumnAssignments(tx, kind)]
  await tx.run(sql`UPDATE ${tableOfKind(kind)} AS p SET ${join(sets)} WHERE p.id = ${id}`)
}
