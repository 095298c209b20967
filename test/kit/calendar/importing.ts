import type { Database } from '../../../src/db/database.ts'
import type { ImportSource } from '../../../src/import/import-item-types.ts'
import type { ImportOptions } from '../../../src/import/import-options.ts'
import { type ImportReport, readReportOfImportRun } from '../../../src/import/runs/import-report.ts'
import type { RunCounts } from '../../../src/import/runs/import-run-store.ts'
import { runImport, startOrContinueImportRun } from '../../../src/import/runs/run-import.ts'
import { createJsonImportSource, type PictureReader } from '../../../src/import/sources/json-source.ts'
import { createSourceContentOfBuffer } from '../../../src/import/sources/source-content.ts'
import type { PictureFetcher } from '../../../src/media/fetch-picture.ts'
import { loadScope } from '../engines/load-scope.ts'
import { TEST_NOW } from '../server/server.ts'

interface ImportSettings extends ImportOptions {
  isDry?: boolean
  signal?: AbortSignal
  fetchPicture?: PictureFetcher
  /** Time of the import, in seconds. */
  now?: number
  onProgress?: (counts: RunCounts) => void
  /** If given, a thread that opens the database with this URL writes the new events of a large import. */
  databaseUrl?: string
}

/** Imports a source as a command does. @returns the report, and whether the run went on with an interrupted one */
export async function importFrom(
  db: Database,
  source: ImportSource,
  {
    isDry = false,
    signal = new AbortController().signal,
    onProgress,
    now,
    fetchPicture = async () => undefined,
    databaseUrl,
    ...options
  }: ImportSettings = {},
): Promise<ImportReport & { isContinued: boolean }> {
  const scope = { ...loadScope(db), fetchPicture, ...(now !== undefined && { now }) }
  const parameters = { scope, source, options: { keepIds: true, ...options }, isDry, signal, clock: () => 0 }
  const actor = { accountId: null, login: 'cli:tester', requestId: '', face: 'cli', now: TEST_NOW } as const
  const started = await startOrContinueImportRun(parameters, actor)
  await runImport(started, { ...parameters, databaseUrl, ...(onProgress && { onProgress }) })
  const report = (await readReportOfImportRun(db, started.run.id)) as ImportReport
  return { ...report, isContinued: started.isContinued }
}

const noPictures: PictureReader = async () => undefined

/** A file of `almanac export` with these records. */
export function exportOf(
  records: readonly (object | string)[],
  name = 'json:calendar.ndjson',
  readPicture: PictureReader = noPictures,
): ImportSource {
  const lines = [{ almanac_export: 1 }, ...records].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return createJsonImportSource(
    createSourceContentOfBuffer(Buffer.from(`${lines.join('\n')}\n`), name),
    name,
    readPicture,
  )
}
