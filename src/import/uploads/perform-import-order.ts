import type { MonotonicClock } from '../../collections/events/bulk-load/bulk-load-events.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { sql } from '../../db/database.ts'
import { RunTakenOverError, SourceRequestError, UnreadableSourceError } from '../import-errors.ts'
import type { ImportSource } from '../import-item-types.ts'
import { extendClaimOfImportRun } from '../runs/claim-due-run.ts'
import { type NamedRunRow, storeEndOfImportRun } from '../runs/import-run-store.ts'
import { runImport } from '../runs/run-import.ts'
import { FILE_SOURCES } from '../sources/importable-file-types.ts'
import { createSourceContentOfFile } from '../sources/source-content.ts'
import { type ImportOrder, parseImportOrderOfRun } from './import-order.ts'
import { findUploadedFile, removeUploadedFile } from './upload-folder.ts'

interface OrderRun {
  /** Account, site and time of the run, without a request id. */
  scope: WriteScope
  run: NamedRunRow
  /** Path of the folder with uploaded files. */
  folder: string
  openSite(url: string): ImportSource
  /** URL of the database, for a thread that writes new events of a large import. */
  databaseUrl?: string | undefined
  clock: MonotonicClock
  /** Returns the current Unix time in seconds. */
  now(): number
  /** When it is aborted, the run stops after the current transaction. */
  signal: AbortSignal
}

/** Number of seconds after which a process extends its claim of the run that it performs. */
const EXTENSION_SECONDS = 15

/**
 * Starts or continues an import that a user has ordered. The uploaded file is removed at the end, except after a dry
 * run.
 * @returns whether the run has ended; false if `signal` stopped it
 */
export async function performImportOrder({
  scope,
  run,
  folder,
  openSite,
  databaseUrl,
  clock,
  now,
  signal,
}: OrderRun): Promise<boolean> {
  const order = parseImportOrderOfRun(run)
  if (!order || run.ended_at !== null) return true
  let extendedAt = now()
  const onProgress = () => {
    if (now() - extendedAt < EXTENSION_SECONDS) return
    extendedAt = now()
    // An error of the database is ignored here, because writing the next batch fails too and reports it.
    scope.db.transaction((tx) => extendClaimOfImportRun(tx, run.id, extendedAt)).catch(() => {})
  }
  try {
    const source = order.url ? openSite(order.url) : await openFile(scope, run.name, order, folder)
    await storeSite(scope, run, source)
    const { status, categories, tags, pictures, keep_ids: keepIds = true } = order
    const options = { status, categories, tags, pictures, keepIds }
    const parameters = { scope, source, options, isDry: run.is_dry === 1, clock, signal, onProgress, databaseUrl }
    if (!(await runImport({ run, isContinued: true }, parameters))) return false
  } catch (error) {
    if (error instanceof RunTakenOverError) return true
    if (!(error instanceof UnreadableSourceError || error instanceof SourceRequestError)) throw error
    await scope.db.transaction((tx) => storeEndOfImportRun(tx, run.id, now(), error.message))
    return true
  }
  if (order.file !== undefined && run.is_dry === 0) await removeUploadedFile(folder, order.file)
  return true
}

async function openFile(scope: WriteScope, name: string, order: ImportOrder, folder: string): Promise<ImportSource> {
  const upload = await findUploadedFile(folder, order.file ?? '')
  if (!upload || order.type === 'tec') throw new UnreadableSourceError('the uploaded file is not on this server')
  return FILE_SOURCES[order.type](await createSourceContentOfFile(upload.path, upload.name), {
    name,
    readPicture: async () => undefined,
    fetchPicture: scope.fetchPicture,
    languages: scope.languages,
    siteZone: scope.site.timezone,
    timezone: order.timezone || undefined,
    mapping: order.mapping,
    kind: order.kind,
    dateOrder: order.date_order,
    withTrash: order.with_trash,
  })
}

/**
 * Stores the name of the WordPress site from which a source is, so that records imported from other sources of that
 * site are recognized (decision 0075).
 */
async function storeSite({ db }: WriteScope, { source_id }: NamedRunRow, source: ImportSource): Promise<void> {
  // If this request for the name of the site fails, the requests of the run fail too and are reported.
  const site = (await source.findSite?.().catch(() => undefined)) ?? ''
  if (site === '') return
  await db.transaction((tx) => tx.run(sql`UPDATE import_source SET site = ${site} WHERE id = ${source_id}`))
}
