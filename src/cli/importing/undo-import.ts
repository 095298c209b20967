import { parseId } from '../../core/schema/field-types.ts'
import { type ImportReport, readReportOfImportRun } from '../../import/runs/import-report.ts'
import { performUndoOfImportRun } from '../../import/undo/perform-undo-of-import.ts'
import { startUndoOfImportRun } from '../../import/undo/start-undo-of-import.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import { createCommandScope, findAdministrator } from '../command-scope.ts'
import type { RunCommand } from '../command-types.ts'
import { ChecksFailedError } from '../describe-error-for-terminal.ts'
import { parseArguments, UsageError } from '../parse-arguments.ts'
import { rethrowAsUsageError } from '../rethrow-as-usage-error.ts'
import { withDatabase } from '../with-database.ts'
import { printImportReport } from './import-and-report.ts'

/** The command `almanac import undo`: undoes the writes of a run of an import. */
export const runUndoImportCommand: RunCommand = async (argv, context) => {
  const { values, words } = parseArguments(argv, { force: { type: 'boolean' } }, ['run'])
  const id = parseId(words[0])
  if (id === undefined) throw new UsageError('the run must be a positive whole number')
  await withDatabase(context, values, async (db, config) => {
    const administrator = await findAdministrator(db)
    const scope = await createCommandScope(db, config, administrator, context)
    const { id: accountId } = administrator
    const start = { accountId, actor: auditActorOfCommand(context), isBackground: false }
    const undo = await rethrowAsUsageError(() => startUndoOfImportRun(db, id, { force: values.force ?? false }, start))
    if (undo.ended_at !== null) return context.out(`Run ${id} was undone before, by run ${undo.id}.`)
    const { now, signal } = context
    const hasEnded = await performUndoOfImportRun({ scope, undo, clock: () => performance.now(), now, signal })
    const report = (await readReportOfImportRun(db, undo.id)) as ImportReport
    printImportReport(report, context)
    if (!hasEnded) return context.out('Interrupted. Run the same command again to go on.')
    if (report.problems.some(({ severity }) => severity === 'refused'))
      throw new ChecksFailedError('some records stay as they are')
  })
}
