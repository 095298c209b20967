import { objectKeys } from '../../core/generic/object-keys.ts'
import { parseId } from '../../core/schema/field-types.ts'
import { readReportOfImportRun, stateOfImportRun } from '../../import/runs/import-report.ts'
import { listNewestImportRuns } from '../../import/runs/import-run-store.ts'
import { FILE_SOURCES } from '../../import/sources/importable-file-types.ts'
import type { RunCommand } from '../command-types.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { printImportReport } from '../importing/import-and-report.ts'
import { importFile } from '../importing/import-file.ts'
import { runImportTecSiteCommand } from '../importing/import-tec.ts'
import { runDueImportsCommand } from '../importing/run-due-imports.ts'
import { runUndoImportCommand } from '../importing/undo-import.ts'
import { parseArguments, runSubcommand, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

export const runImportCommand: RunCommand = (argv, context) =>
  runSubcommand(
    'import',
    {
      ...Object.fromEntries(objectKeys(FILE_SOURCES).map((type) => [type, importFile(type)])),
      tec: runImportTecSiteCommand,
      undo: runUndoImportCommand,
      run: runDueImportsCommand,
      status: printStatus,
    },
    argv,
    context,
  )

/** Number of runs that `import status` prints. */
const RUNS_SHOWN = 20

/** Prints the newest runs, or the report of one of them. */
const printStatus: RunCommand = async (argv, context) => {
  const { values, words } = parseArguments(argv, {}, ['[run]'])
  const id = words[0] === undefined ? undefined : parseId(words[0])
  if (words[0] !== undefined && id === undefined) throw new UsageError('the run must be a positive whole number')
  await withDatabase(context, values, async (db) => {
    if (id === undefined) {
      const rows = (await listNewestImportRuns(db, { limit: RUNS_SHOWN })).map((run) => [
        ...[String(run.id), new Date(run.started_at * 1000).toISOString(), stateOfImportRun(run)],
        ...[run.is_dry ? 'dry run' : run.undoes !== null ? `undoes ${run.undoes}` : '', run.name, run.error],
      ])
      for (const line of formatRowsAsAlignedColumns(rows)) context.out(line)
      return
    }
    const report = await readReportOfImportRun(db, id)
    if (!report) throw new UsageError(`there is no run ${id}`)
    printImportReport(report, context)
  })
}
