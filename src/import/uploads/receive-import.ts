import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Problem } from '../../core/errors.ts'
import { UnreadableSourceError } from '../import-errors.ts'
import { type CsvKind, findMeaningsOfCsvColumns } from '../sources/csv/match-csv-column-labels.ts'
import { detectFileTypeAtPath, detectFileTypeOfBytes } from '../sources/detect-file-type.ts'
import type { FileType } from '../sources/importable-file-types.ts'
import { createSourceContentOfFile } from '../sources/source-content.ts'
import { downloadChangedFeed, type FeedOptions } from '../subscriptions/fetch-feed.ts'
import { SubscriptionError } from '../subscriptions/subscription-error.ts'
import { findUploadedFile, storeUploadedFile, type Upload } from './upload-folder.ts'

/** An uploaded file whose type can be imported. */
export interface ImportFile extends Upload {
  type: FileType
  /**
   * Name of the file's source. Files imported with the same name are versions of the same source: equal external ids
   * mean the same record.
   */
  source: string
}

/** What a user has uploaded or named to import. */
export type ReceivedImport =
  | { file: ImportFile }
  /** A site with The Events Calendar, and the name of its source. */
  | { site: { url: string; source: string } }
  | { problem: Problem }

const describe = (upload: Upload, type: FileType): ImportFile => ({ ...upload, type, source: `${type}:${upload.name}` })

/** Finds an uploaded file by its token; undefined if there is none, or it cannot be imported. */
export async function findUploadedImportFile(folder: string, token: string): Promise<ImportFile | undefined> {
  const upload = await findUploadedFile(folder, token)
  const type = upload && (await detectFileTypeAtPath(upload.path))
  return upload && type !== undefined && type !== 'html' ? describe(upload, type) : undefined
}

/**
 * Moves a received file into the folder of uploads if its type can be imported.
 * @param type type of the file, chosen by the user; undefined: detected from the content
 */
export async function receiveUploadedImportFile(
  folder: string,
  received: { path: string; name: string; field: 'file' | 'url' },
  type?: FileType,
): Promise<ReceivedImport> {
  const { path, name, field } = received
  const found = type ?? (await detectFileTypeAtPath(path))
  if (found === undefined || found === 'html') return { problem: { name: field, reason: 'reason.import-file' } }
  return { file: describe(await storeUploadedFile(folder, path, name), found) }
}

/** Names a site with The Events Calendar as what a user wants to import, from an address of the site. */
export function nameTecSiteToImport({ origin, host, pathname }: URL): Extract<ReceivedImport, { site: unknown }> {
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`
  return { site: { url: `${origin}${path}`, source: `tec:${host}${path.replace(/\/$/, '')}` } }
}

const NO_VALIDATORS = { etag: '', last_modified: '' }

/**
 * Downloads the file at an address. If the response is a web page, the address counts as that of a site with The Events
 * Calendar.
 */
export async function receiveImportFromAddress(
  folder: string,
  url: URL,
  guard: FeedOptions,
  type?: FileType,
): Promise<ReceivedImport> {
  const path = join(folder, `received-${randomUUID()}`)
  try {
    const response = await downloadChangedFeed(url.href, NO_VALIDATORS, guard)
    const bytes = response.isUnchanged ? Buffer.alloc(0) : response.bytes
    if (type === undefined && detectFileTypeOfBytes(bytes) === 'html') return nameTecSiteToImport(url)
    await mkdir(folder, { recursive: true })
    await writeFile(path, bytes)
    return await receiveUploadedImportFile(
      folder,
      { path, name: basename(url.pathname) || url.host, field: 'url' },
      type,
    )
  } catch (error) {
    if (!(error instanceof SubscriptionError)) throw error
    return { problem: { name: 'url', ...error.note } }
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Whether a column of a table means the title of a record, without which no row can be imported. True for files that
 * are not tables.
 * @param mapping the meanings of columns that the user has chosen, by label
 */
export async function hasCsvTitleColumn(
  { type, path, name }: ImportFile,
  mapping: Readonly<Record<string, string>>,
  kind: CsvKind | undefined,
): Promise<boolean> {
  if (type !== 'csv') return true
  try {
    const { readCsvSample } = await import('../sources/csv/read-csv-sample.ts')
    const { columns } = await readCsvSample(await createSourceContentOfFile(path, name), mapping, kind)
    const labels = columns.map(({ label }) => label)
    return findMeaningsOfCsvColumns(labels, mapping, kind) !== undefined
  } catch (error) {
    if (error instanceof UnreadableSourceError) return false
    throw error
  }
}
