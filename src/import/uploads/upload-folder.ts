import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * The functions of this file store uploaded files until their import has ended. Each file is in a folder whose name is
 * a token.
 */

/** A file that a user has uploaded for an import. */
export interface Upload {
  token: string
  /** File name that the user sent, without characters that have a meaning in paths. */
  name: string
  path: string
}

/** The path of the folder with uploaded files, below `DATA_DIR`. */
export const uploadFolder = (dataDir: string) => join(dataDir, 'imports')

const NAME_MAX = 100
const TOKEN = /^[\da-f]{32}$/

/** Removes characters that have a meaning in paths from a file name; the result is for example `events.csv`. */
export function safeFileName(name: string): string {
  const safe = basename(name.replaceAll('\\', '/')).replace(/[^\p{L}\p{N}._ -]+/gu, '_')
  return safe.replace(/^\.+/, '').slice(-NAME_MAX).trim() || 'file'
}

/** Moves a received file into the folder with uploaded files. */
export async function storeUploadedFile(folder: string, received: string, name: string): Promise<Upload> {
  const token = randomBytes(16).toString('hex')
  const upload = { token, name: safeFileName(name), path: join(folder, token, safeFileName(name)) }
  await mkdir(join(folder, token), { recursive: true })
  await rename(received, upload.path)
  return upload
}

/** Finds an uploaded file by its token; undefined if this machine has no such file. */
export async function findUploadedFile(folder: string, token: string): Promise<Upload | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [name] = await readdir(join(folder, token)).catch(() => [])
  return name === undefined ? undefined : { token, name, path: join(folder, token, name) }
}

export const removeUploadedFile = (folder: string, token: string): Promise<void> =>
  TOKEN.test(token) ? rm(join(folder, token), { recursive: true, force: true }) : Promise.resolve()

/** Number of days after which an uploaded file is removed if it was not imported. */
const DAYS_STORED = 7
const DAY_SECONDS = 86_400

/**
 * Removes files that were uploaded more than `DAYS_STORED` days ago.
 * @param now Unix time in seconds
 */
export async function removeOldUploadedFiles(folder: string, now: number): Promise<void> {
  const oldest = (now - DAYS_STORED * DAY_SECONDS) * 1000
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true })
  }
}
