import { adminPath } from '../../../admin/admin-context.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import type { WriteScopeOfDate } from '../../../collections/dates-affected-by-write.ts'
import { WRITE_SCOPES } from '../../../collections/dates-affected-by-write.ts'
import { trashOrDeleteRecord, updateRecord } from '../../../collections/records/write-records.ts'
import { Problems } from '../../../core/errors.ts'
import { isPostKind } from '../../../core/kinds.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { findEditableRecord } from './record-form-handlers.ts'

const isWriteScope = (value: unknown): value is WriteScopeOfDate => WRITE_SCOPES.some((one) => one === value)

/** Moves a post to the trash; deletes a category or tag. */
export const trashOrDeleteRecordHandler = (collection: AnyCollection): AdminHandler => ({
  async submit({ context, request, sent }) {
    const { row, scope } = await findEditableRecord(context, collection, request.params)
    await trashOrDeleteRecord(collection, scope, row, isWriteScope(sent.scope) ? { scope: sent.scope } : {})
    const list = adminPath(context, `/${collection.name}`)
    return { redirect: list, notice: isPostKind(collection.kind) ? 'trashed' : 'deleted', canUndo: true }
  },
})

/** Brings a post back from the trash: as a draft, or a date of a repeated event with the status of that event. */
export const restoreRecordHandler = (collection: AnyCollection): AdminHandler => ({
  async submit({ context, request }) {
    const { row, scope } = await findEditableRecord(context, collection, request.params)
    const problems = new Problems()
    const values = collection.parameters.native.update.read({ status: 'draft' }, problems)
    await updateRecord(collection, scope, row, values, problems)
    const notice = row.repeat_id ? 'dateRestored' : 'restored'
    return { redirect: adminPath(context, `/${collection.name}/${row.id}`), notice, canUndo: true }
  },
})
