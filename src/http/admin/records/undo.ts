import { adminPath } from '../../../admin/page.ts'
import { undoBatch } from '../../../collections/events/revisions/undo-batch.ts'
import { collectionNamed } from '../../api/collections.ts'
import type { AdminHandler } from '../handler.ts'
import { safeReturnPath } from '../same-origin.ts'

/** Undoes all writes of an earlier request. Undoing it again repeats them. */
export const undoHandler: AdminHandler = {
  async submit({ context, request, sent }) {
    const { batch } = request.params as { batch: string }
    await undoBatch(collectionNamed, context.scope, batch)
    const redirect = safeReturnPath(sent.to, request.origin) ?? adminPath(context, '/')
    return { redirect, notice: 'undone', canUndo: true }
  },
}
