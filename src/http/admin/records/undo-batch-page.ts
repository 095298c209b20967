import { adminPath } from '../../../admin/admin-context.ts'
import { findCollectionByName } from '../../../collections/collection-by-kind.ts'
import { undoWritesOfRequest } from '../../../collections/events/revisions/undo-writes-of-request.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { parseSafeReturnPath } from '../check-same-origin.ts'

/** Undoes all writes of an earlier request. Undoing this undo repeats the writes. */
export const undoBatchHandler: AdminHandler = {
  async submit({ context, request, sent }) {
    const { batch } = request.params as { batch: string }
    await undoWritesOfRequest(findCollectionByName, context.scope, batch)
    const redirect = parseSafeReturnPath(sent.to, request.origin) ?? adminPath(context, '/')
    return { redirect, notice: 'undone', canUndo: true }
  },
}
