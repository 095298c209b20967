import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type StoredBackup, selectScheduledBackupFileNames } from './backup-rotation.ts'
import type { ProgramEnvironment } from './postgres/postgres-programs.ts'
import { type CalendarContents, readSiteIdAndRecordCountOfBackup } from './read-site-id-and-record-count.ts'

/**
 * Creates a function that lists the scheduled backups in a folder with their contents, newest first. The function reads
 * each file once, and again only after the file has changed.
 * @param signal stops the programs that read dumps
 */
export function createBackupListerWithCache(dir: string, env: ProgramEnvironment, signal: AbortSignal) {
  const cached = new Map<string, CalendarContents | undefined>()
  async function contentsOf(name: string): Promise<CalendarContents | undefined> {
    const file = join(dir, name)
    const { size, mtimeMs } = statSync(file)
    const key = `${name} ${size} ${mtimeMs}`
    if (!cached.has(key)) {
      const contents = await readSiteIdAndRecordCountOfBackup(file, env, { signal }).catch(() => undefined)
      if (!signal.aborted) cached.set(key, contents)
    }
    return cached.get(key)
  }
  /**
   * Lists the scheduled backups, newest first.
   * @param until Unix time in seconds; backups of later times are not listed. By default all are listed.
   */
  return async (until = Number.MAX_SAFE_INTEGER): Promise<StoredBackup[]> => {
    const backups: StoredBackup[] = []
    for (const name of selectScheduledBackupFileNames(listFileNamesInFolder(dir), until)) {
      backups.push({ name, contents: await contentsOf(name).catch(() => undefined) })
    }
    return backups
  }
}

/**
 * Lists all scheduled backups in a folder with their contents, newest first, also those that a clock that was ahead has
 * named. Each call reads all files; `createBackupListerWithCache` caches what it has read.
 */
export const listScheduledBackupsInFolder = (dir: string, env: ProgramEnvironment) =>
  createBackupListerWithCache(dir, env, new AbortController().signal)()

/** Names of the files in a folder; none if it does not exist or cannot be read. */
export function listFileNamesInFolder(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
