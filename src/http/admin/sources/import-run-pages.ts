import { adminPath } from '../../../admin/admin-context.ts'
import { importRunPage } from '../../../admin/views/sources/import-run-page.ts'
import { auditActorOfRequest } from '../../../collections/insert-audit-entries.ts'
import { hasRight } from '../../../core/caller.ts'
import { CalendarError } from '../../../core/errors.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { readReportOfImportRun } from '../../../import/runs/import-report.ts'
import { findImportRunWithSourceName } from '../../../import/runs/import-run-store.ts'
import { findUndoOfImportRun, startUndoOfImportRun } from '../../../import/undo/start-undo-of-import.ts'
import { parseImportOrderOfRun } from '../../../import/uploads/import-order.ts'
import { findUploadedFile } from '../../../import/uploads/upload-folder.ts'
import type { AdminHandler } from '../admin-handler.ts'

const idIn = ({ params }: { params: unknown }) => parseId((params as { id: string }).id) ?? 0

/** The page with the report of a run of an import, or of an undo. */
export const importRunHandler: AdminHandler = {
  async show({ context, request, uploads }) {
    const { db, caller } = context.scope
    const run = await findImportRunWithSourceName(db, idIn(request))
    const report = run && (await readReportOfImportRun(db, run.id))
    if (!report) throw new CalendarError('run-not-found')
    const mayWrite = hasRight(caller, 'imports:write')
    const order = report.dry_run && report.state !== 'running' && mayWrite ? parseImportOrderOfRun(run) : undefined
    const file = order?.file === undefined ? undefined : (await findUploadedFile(uploads, order.file))?.token
    const canImport = report.state === 'finished' && (file !== undefined || order?.url !== undefined)
    const undo = (await findUndoOfImportRun(db, report.run))?.id
    return importRunPage(context, report, { undo, canUndo: mayWrite, canImport, file })
  },
}

/** The button that undoes a run of an import. A server performs the undo in the background. */
export const undoRunHandler: AdminHandler = {
  async submit({ context, request, sent }) {
    const { scope } = context
    const start = { accountId: scope.caller.id as number, actor: auditActorOfRequest(scope), isBackground: true }
    const undo = await startUndoOfImportRun(scope.db, idIn(request), { force: sent.force === 'true' }, start)
    return { redirect: adminPath(context, `/sources/runs/${undo.id}`), notice: 'undoStarted' }
  },
}
