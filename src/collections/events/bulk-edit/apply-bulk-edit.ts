import { CalendarError, invalidParameterError, type Problems } from '../../../core/errors.ts'
import type { Transaction } from '../../../db/database.ts'
import type { AnyCollection } from '../../collection.ts'
import { planRecordWrite } from '../../records/write-in-open-transaction.ts'
import {
  insertAuditAndRevisionsOfRemoval,
  insertAuditAndRevisionsOfUpdate,
  lockEditableRecord,
  type WriteScope,
} from '../../records/write-records.ts'
import type { Scope } from '../../scope.ts'
import type { EventQuery } from '../event-parameters.ts'
import type { EventRow } from '../event-row.ts'
import { listEvents, trashEvent, updateEvent } from '../event-store.ts'
import type { EventListOptions } from '../filters/event-criteria.ts'
import { loadEvents } from '../load-events.ts'
import { type BulkChange, type PlannedEdit, planBulkEdit, planBulkEditOfEvent } from './plan-bulk-edit.ts'

/** The largest number of events in one bulk edit: it is one transaction, and other writers wait for it. */
export const BULK_EDIT_MAX = 2000

/** The events to edit: given by their ids, or all events that filters of the event list select. */
export type Selection =
  | { ids: readonly number[] }
  | ({ query: EventQuery } & Partial<Pick<EventListOptions, 'untranslatedIn' | 'showsHidden'>>)

/**
 * Loads the selected events and plans the edit, for a table of their values before and after it.
 * @throws {CalendarError} when there are more than `BULK_EDIT_MAX` events, or an id does not exist or may not be read
 */
export async function previewBulkEdit(
  collection: AnyCollection,
  scope: Scope,
  selection: Selection,
  change: BulkChange,
  problems: Problems,
): Promise<PlannedEdit[]> {
  return planBulkEdit(scope, await selectEvents(collection, scope, selection, problems), change)
}

async function selectEvents(
  { rights }: AnyCollection,
  scope: Scope,
  selection: Selection,
  problems: Problems,
): Promise<EventRow[]> {
  if ('query' in selection) {
    const query = { ...selection.query, page: 1, per_page: BULK_EDIT_MAX }
    const { rows, total } = await listEvents(scope, query, problems, {
      perPageMax: BULK_EDIT_MAX,
      untranslatedIn: selection.untranslatedIn,
      showsHidden: selection.showsHidden,
    })
    refuseTooMany(total)
    return rows
  }
  refuseTooMany(selection.ids.length)
  const events = (await loadEvents(scope, selection.ids)).filter((event) => rights.canRead(scope, event))
  const unknown = selection.ids.filter((id) => !events.some((event) => event.id === id))
  if (unknown.length > 0) throw invalidParameterError('ids', 'reason.unknown-ids', { ids: unknown.join(', ') })
  return events
}

function refuseTooMany(count: number): void {
  if (count > BULK_EDIT_MAX) throw invalidParameterError('ids', 'reason.too-many-events', { max: BULK_EDIT_MAX })
}

/**
 * Applies a change to events in one transaction: to all of them, or to none. Each event is locked and checked as in an
 * update of one event; its revision belongs to the batch of the request, so that all changes can be undone together.
 * @param ids ids of the planned events; events that the change does not alter are not written
 * @returns the ids of the changed events
 * @throws {CalendarError} the first error of an event, with the id of the event in `data.record`
 */
export async function applyBulkEdit(
  collection: AnyCollection,
  scope: WriteScope,
  ids: readonly number[],
  change: BulkChange,
): Promise<number[]> {
  refuseTooMany(ids.length)
  return scope.db.transaction(async (tx) => {
    const inside = { ...scope, db: tx }
    const changed: number[] = []
    for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
      if (await editOne(collection, inside, id, change).catch((error) => failWith(error, id))) changed.push(id)
    }
    return changed
  })
}

function failWith(error: unknown, record: number): never {
  if (!(error instanceof CalendarError)) throw error
  const { code, status, data, explanation } = error
  throw new CalendarError(code, { status, data: { ...data, record }, explanation })
}

/**
 * Applies a bulk edit to one event, in the transaction of the whole bulk edit. @returns whether the event has changed
 */
async function editOne(
  collection: AnyCollection,
  scope: Scope<Transaction>,
  id: number,
  change: BulkChange,
): Promise<boolean> {
  const event: EventRow = await lockEditableRecord(collection, scope, id)
  const { body, changes, problem } = planBulkEditOfEvent(scope, event, change)
  if (problem === 'trashed') throw new CalendarError('event-is-in-trash')
  if (problem === 'years') throw invalidParameterError('start_date', 'reason.date')
  if (changes.length === 0) return false
  if (change.trash) {
    await insertAuditAndRevisionsOfRemoval(collection, scope, event)
    await trashEvent(scope, event)
    return true
  }
  const plan = await planRecordWrite(collection, scope, body, event)
  await insertAuditAndRevisionsOfUpdate(collection, scope, event, body)
  await updateEvent(scope, event, plan as Parameters<typeof updateEvent>[2], undefined)
  return true
}
