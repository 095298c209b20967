import type { Recurrence } from '../../../../core/recurrence/index.ts'
import { sql, type Transaction } from '../../../../db/database.ts'
import { RAISED_VERSION } from '../../../../db/sql-fragments.ts'
import type { Scope } from '../../../scope.ts'
import type { Repeat } from '../repeated-event-columns-and-overrides.ts'
import { storeRecurrenceAndDates } from './store-recurrence.ts'

/**
 * Stores the recurrence of a repeated event that a write of one of its dates changes: it adds, removes or restores the
 * date, or splits the event. The repeated event gets a new version, because a client that has read its recurrence
 * before may not store that recurrence again without noticing the change.
 */
export async function storeRecurrenceChangedByDate(
  scope: Scope<Transaction>,
  repeat: Repeat,
  recurrence: Recurrence,
): Promise<void> {
  const { db, now } = scope
  await db.run(sql`UPDATE event SET modified_at = ${now}, ${RAISED_VERSION} WHERE id = ${repeat.id}`)
  await storeRecurrenceAndDates(scope, repeat, recurrence)
}
