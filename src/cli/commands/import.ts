import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { requireAccount } from '../../accounts/accounts.ts'
import { WRITABLE_STATUSES } from '../../collections/fields.ts'
import type { Language } from '../../core/language.ts'
import { objectKeys } from '../../core/object-keys.ts'
import { parseId } from '../../core/schema/schema.ts'
import { isTimeZone } from '../../core/time/instant.ts'
import type { Database } from '../../db/database.ts'
import type { ImportOptions } from '../../import/import-options.ts'
import type { ImportSource } from '../../import/item.ts'
import { runImport, startOrContinueRun } from '../../import/runs/run-import.ts'
import {
  formatProblemLine,
  type ImportReport,
  outcomeTableRows,
  readRunReport,
  runStateOf,
} from '../../import/runs/run-report.ts'
import { listImportSources, listRuns } from '../../import/runs/stored-runs.ts'
import { CSV_KINDS } from '../../import/sources/csv/column-labels.ts'
import { DATE_ORDERS } from '../../import/sources/csv/date-order.ts'
import { FILE_SOURCES, type FileType } from '../../import/sources/file-types.ts'
import { createPictureFolderReader, PICTURE_FOLDER } from '../../import/sources/picture-folder.ts'
import { createFileContent } from '../../import/sources/source-content.ts'
import { readSettings } from '../../settings/settings.ts'
import type { CommandContext, RunCommand } from '../command.ts'
import { auditActorOfCommand } from '../command-actor.ts'
import { createCommandScope, findAdministrator } from '../command-scope.ts'
import { ChecksFailedError } from '../failures.ts'
import { parseArguments, runSubcommand, UsageError } from '../options.ts'
import { alignColumns } from '../text-table.ts'
import { withDatabase } from '../with-database.ts'

export const run: RunCommand = (argv, context) =>
  runSubcommand(
    'import',
    {
      ...Object.fromEntries(objectKeys(FILE_SOURCES).map((type) => [type, importFile(type)])),
      sources: printSources,
      status: printStatus,
    },
    argv,
    context,
  )

/** Flags of every command that imports. */
const IMPORT_FLAGS = {
  author: { type: 'string' },
  status: { type: 'string' },
  categories: { type: 'string' },
  tags: { type: 'string' },
  'new-ids': { type: 'boolean' },
  'no-pictures': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
} as const

/** Flags of commands that import a file. */
const FILE_FLAGS = {
  source: { type: 'string' },
  timezone: { type: 'string' },
  map: { type: 'string' },
  kind: { type: 'string' },
  'date-order': { type: 'string' },
} as const

function choiceIn<Choice extends string>(flag: string, text: string | undefined, choices: readonly Choice[]) {
  const choice = choices.find((one) => one === text)
  if (text !== undefined && choice === undefined) throw new UsageError(`--${flag} must be one of ${choices.join(', ')}`)
  return choice
}

function zoneIn(zone: string | undefined): string | undefined {
  if (zone !== undefined && !isTimeZone(zone))
    throw new UsageError('--timezone must be a time zone such as Europe/Berlin')
  return zone
}

/** Reads `--map "Label=field,Other label="`. */
function mappingIn(text: string | undefined): Record<string, string> | undefined {
  const pairs = listIn(text)?.map((pair) => pair.split('='))
  const wrong = pairs?.find((pair) => pair.length !== 2)
  if (wrong) throw new UsageError(`--map must be a list of Label=field, not "${wrong.join('=')}"`)
  return pairs && Object.fromEntries(pairs.map(([label = '', field = '']) => [label.trim(), field.trim()]))
}

const importFile =
  (type: FileType): RunCommand =>
  async (argv, context) => {
    const { values, words } = parseArguments(argv, { ...IMPORT_FLAGS, ...FILE_FLAGS }, ['file'])
    const path = words[0] as string
    await withDatabase(context, values, async (db, config) => {
      const content = await createFileContent(path, basename(path))
      const source = FILE_SOURCES[type](content, {
        name: values.source ?? `${type}:${content.name}`,
        readPicture: createPictureFolderReader(join(dirname(path), PICTURE_FOLDER)),
        language: config.languages[0] as Language,
        siteZone: (await readSettings(db)).timezone,
        timezone: zoneIn(values.timezone),
        mapping: mappingIn(values.map),
        kind: choiceIn('kind', values.kind, CSV_KINDS),
        dateOrder: choiceIn('date-order', values['date-order'], DATE_ORDERS),
      })
      await importFrom(source, values, { db, config, context })
    })
  }

type ImportFlags = ReturnType<typeof parseArguments<typeof IMPORT_FLAGS>>['values']

/**
 * Runs an import and prints its report.
 * @throws {ChecksFailedError} when an item was refused
 */
async function importFrom(
  source: ImportSource,
  flags: ImportFlags,
  { db, config, context }: { db: Database; config: Parameters<typeof createCommandScope>[1]; context: CommandContext },
): Promise<void> {
  const account = flags.author === undefined ? await findAdministrator(db) : await requireAccount(db, flags.author)
  const parameters = {
    scope: await createCommandScope(db, config, account, context),
    source,
    options: optionsIn(flags),
    isDry: flags['dry-run'] ?? false,
    clock: () => performance.now(),
    signal: context.signal,
  }
  const started = await startOrContinueRun(parameters, auditActorOfCommand(context))
  if (started.isContinued) context.out('Continues the import that was interrupted.')
  const isComplete = await runImport(started, parameters)
  const report = (await readRunReport(db, started.run.id)) as ImportReport
  if (flags.report !== undefined) await writeFile(flags.report, `${JSON.stringify(report, undefined, 2)}\n`)
  printReport(report, context)
  if (!isComplete) context.out('Interrupted. Run the same command again to go on.')
  const refused = Object.values(report.counts).some((numbers) => (numbers.refused ?? 0) > 0)
  if (refused) throw new ChecksFailedError('some records were refused; the others are in the calendar')
}

function optionsIn(flags: ImportFlags): ImportOptions {
  return {
    status: choiceIn('status', flags.status, WRITABLE_STATUSES),
    categories: listIn(flags.categories),
    tags: listIn(flags.tags),
    keepIds: !flags['new-ids'],
    pictures: !flags['no-pictures'],
  }
}

const listIn = (text: string | undefined) =>
  text
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Number of problems that are printed; `--report` has all of them. */
const PROBLEMS_SHOWN = 50

function printReport(report: ImportReport, { out }: CommandContext): void {
  if (report.dry_run) out('Dry run: nothing was written.')
  for (const line of alignColumns(outcomeTableRows(report.counts))) out(line)
  for (const problem of report.problems.slice(0, PROBLEMS_SHOWN)) out(formatProblemLine(problem))
  const more = report.problems.length - PROBLEMS_SHOWN
  if (more > 0) out(`and ${more} more problems; --report <file> writes all of them`)
}

const printSources: RunCommand = async (argv, context) => {
  const { values } = parseArguments(argv, {})
  const sources = await withDatabase(context, values, listImportSources)
  const rows = sources.map(({ id, name, type, url }) => [String(id), type, name, url])
  for (const line of alignColumns(rows)) context.out(line)
}

/** Number of runs that `import status` prints. */
const RUNS_SHOWN = 20

/** Prints the newest runs, or the report of one of them. */
const printStatus: RunCommand = async (argv, context) => {
  const { values, words } = parseArguments(argv, {}, ['[run]'])
  const id = words[0] === undefined ? undefined : parseId(words[0])
  if (words[0] !== undefined && id === undefined) throw new UsageError('the run must be a positive whole number')
  await withDatabase(context, values, async (db) => {
    if (id === undefined) {
      const rows = (await listRuns(db, RUNS_SHOWN)).map((run) => [
        ...[String(run.id), new Date(run.started_at * 1000).toISOString(), runStateOf(run)],
        ...[run.is_dry ? 'dry run' : '', run.name, run.error],
      ])
      for (const line of alignColumns(rows)) context.out(line)
      return
    }
    const report = await readRunReport(db, id)
    if (!report) throw new UsageError(`there is no run ${id}`)
    printReport(report, context)
  })
}
