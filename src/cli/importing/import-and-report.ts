import { writeFile } from 'node:fs/promises'
import { requireAccount } from '../../accounts/account-store.ts'
import { WRITABLE_STATUSES } from '../../collections/shared-fields.ts'
import { type FormerPath, insertFormerPaths } from '../../collections/texts/former-paths-of-imported-records.ts'
import type { Config } from '../../config/config-types.ts'
import { KIND_PROPERTIES, KINDS } from '../../core/kinds.ts'
import type { Database } from '../../db/database.ts'
import { SourceRequestError } from '../../import/import-errors.ts'
import type { ImportSource } from '../../import/import-item-types.ts'
import type { ImportOptions } from '../../import/import-options.ts'
import {
  formatImportProblemLine,
  formatOutcomesAsTableRows,
  type ImportReport,
  readReportOfImportRun,
} from '../../import/runs/import-report.ts'
import { runImport, startOrContinueImportRun } from '../../import/runs/run-import.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import { createCommandScope, findAdministrator } from '../command-scope.ts'
import type { CommandContext } from '../command-types.ts'
import { ChecksFailedError } from '../describe-error-for-terminal.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { type parseArguments, parseCommaList, parseFlagChoice, parseNameValuePairs } from '../parse-arguments.ts'

/** The command-line flags that all commands for imports have. */
export const IMPORT_FLAGS = {
  author: { type: 'string' },
  status: { type: 'string' },
  categories: { type: 'string' },
  tags: { type: 'string' },
  'new-ids': { type: 'boolean' },
  'no-pictures': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
  base: { type: 'string' },
} as const

type ImportFlags = ReturnType<typeof parseArguments<typeof IMPORT_FLAGS>>['values']

/**
 * Runs an import and prints its report.
 * @throws {ChecksFailedError} when an item was refused, or the source stopped answering
 */
export async function importSourceAndPrintReport(
  source: ImportSource,
  flags: ImportFlags,
  { db, config, context }: { db: Database; config: Readonly<Config>; context: CommandContext },
): Promise<void> {
  const account = flags.author === undefined ? await findAdministrator(db) : await requireAccount(db, flags.author)
  const scope = await createCommandScope(db, config, account, context)
  const parameters = {
    scope,
    source,
    options: pickSubscriptionOptions(flags),
    isDry: flags['dry-run'] ?? false,
    clock: () => performance.now(),
    signal: context.signal,
    databaseUrl: config.databaseUrl,
  }
  const bases = formerBasesIn(flags.base)
  const started = await startOrContinueImportRun(parameters, auditActorOfCommand(context))
  if (started.isContinued) context.out('Continues the import that was interrupted.')
  const outcome = await runImport(started, parameters).catch(stoppedBySource)
  if (outcome === true && !parameters.isDry) await db.transaction((tx) => insertFormerPaths(tx, bases, scope.now))
  const report = (await readReportOfImportRun(db, started.run.id)) as ImportReport
  if (flags.report !== undefined) await writeFile(flags.report, `${JSON.stringify(report, undefined, 2)}\n`)
  printImportReport(report, context)
  if (outcome !== true) context.out('Interrupted. Run the same command again to go on.')
  if (outcome instanceof Error) throw new ChecksFailedError(outcome.message)
  const refused = Object.values(report.counts).some((numbers) => (numbers.refused ?? 0) > 0)
  if (refused) throw new ChecksFailedError('some records were refused; the others are in the calendar')
}

/**
 * The names that `--base` accepts, each with the beginning of the corresponding page paths on this site, e.g.
 * `/event/`.
 */
const BASES: Readonly<Record<string, string>> = {
  events: '/events/',
  ...Object.fromEntries(KINDS.map((kind) => [kind, `/${KIND_PROPERTIES[kind].pagePath}/`])),
}

/**
 * Parses the option `--base`, which says how page paths of the old site begin:
 * `events=veranstaltungen,event=veranstaltung`.
 * @throws {UsageError} for unknown names
 */
function formerBasesIn(text: string | undefined): FormerPath[] {
  return Object.entries(parseNameValuePairs('base', text) ?? {}).map(([name, base]) => {
    const target = parseFlagChoice('base', name, Object.keys(BASES)) as string
    return { path: `/${base.replace(/^\/+|\/+$/g, '')}/`, leadsTo: { target: BASES[target] as string } }
  })
}

/**
 * Returns the error if it means that the source has stopped responding: the run is interrupted then and can be
 * continued, as after SIGINT.
 * @throws any other error
 */
function stoppedBySource(error: unknown): SourceRequestError {
  if (error instanceof SourceRequestError) return error
  throw error
}

function pickSubscriptionOptions(flags: ImportFlags): ImportOptions {
  return {
    status: parseFlagChoice('status', flags.status, WRITABLE_STATUSES),
    categories: parseCommaList(flags.categories),
    tags: parseCommaList(flags.tags),
    keepIds: !flags['new-ids'],
    pictures: !flags['no-pictures'],
  }
}

/** Maximum number of problems that are printed; the file of `--report` contains all problems. */
const PROBLEMS_SHOWN = 50

export function printImportReport(report: ImportReport, { out }: CommandContext): void {
  if (report.dry_run) out('Dry run: nothing was written.')
  for (const line of formatRowsAsAlignedColumns(formatOutcomesAsTableRows(report.counts))) out(line)
  for (const problem of report.problems.slice(0, PROBLEMS_SHOWN)) out(formatImportProblemLine(problem))
  const more = report.problems.length - PROBLEMS_SHOWN
  if (more > 0) out(`and ${more} more problems; --report <file> writes all of them`)
}
