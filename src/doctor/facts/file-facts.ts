import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  describeBackupsNotMatchingDatabase,
  parseBackupTimeInFileName,
  selectScheduledBackupFileNames,
} from '../../backup/backup-rotation.ts'
import { listFileNamesInFolder, listScheduledBackupsInFolder } from '../../backup/list-scheduled-backups-in-folder.ts'
import type { ProgramEnvironment } from '../../backup/postgres/postgres-programs.ts'
import {
  type CalendarContents,
  readSiteIdAndRecordCountOfDatabase,
} from '../../backup/read-site-id-and-record-count.ts'
import { sqliteFileOfUrl } from '../../db/open-database.ts'
import type { BackupFacts, FileFacts } from '../findings/file-findings.ts'

/** Type numbers of network file systems, as statfs(2) returns them: NFS, SMB, CIFS, SMB 2, Ceph, 9P, AFS. */
const NETWORK_FILE_SYSTEMS = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x01021997, 0x5346414f]

interface BackupFolder {
  dir: string
  /** Hours between two scheduled backups. */
  hours: number
}

/**
 * Reads the state of the data folder, the database file, the disks and the backups.
 * @param database path of the SQLite file; undefined for PostgreSQL
 * @param backups scheduled backups, with the result of `describeBackupMismatch`
 * @param now Unix time in seconds
 */
export function collectFileFacts(
  dataDir: string,
  database: string | undefined,
  backups: (BackupFolder & { mismatch: string | undefined }) | undefined,
  now: number,
): FileFacts {
  const place = database ? dirname(database) : dataDir
  return {
    dataDir,
    dataDirState: folderState(dataDir),
    database: database && existsSync(database) ? databaseOf(database) : undefined,
    freeBytes: freeIn(place),
    backups: backups && backupsOf(backups, place, now),
    now,
  }
}

function folderState(dataDir: string): FileFacts['dataDirState'] {
  if (!existsSync(dataDir)) return 'absent'
  if (!statSync(dataDir).isDirectory()) return 'not a folder'
  return isWritable(dataDir) ? 'writable' : 'read-only'
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function databaseOf(file: string): NonNullable<FileFacts['database']> {
  const { mode, size } = statSync(file)
  const wal = `${file}-wal`
  return {
    file,
    mode: mode & 0o777,
    sizeBytes: size,
    walBytes: existsSync(wal) ? statSync(wal).size : 0,
    isWritable: isWritable(file) && isWritable(dirname(file)),
    isOnNetwork: NETWORK_FILE_SYSTEMS.includes(Number(statfsSync(file).type) >>> 0),
  }
}

function freeIn(folder: string): number | undefined {
  const existing = nearestExisting(folder)
  const { bavail, bsize } = statfsSync(existing)
  return Number(bavail) * Number(bsize)
}

/** The given folder or, if it does not exist, its nearest parent folder that exists. */
const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)))

/** The contents of a database that does not exist yet: no calendar and no records. */
const NO_CONTENTS: CalendarContents = { siteId: '', records: 0 }

/**
 * Compares the database with the scheduled backups in `dir`.
 * @param url the setting DATABASE_URL
 * @returns a sentence about the difference; undefined if there is no difference, or the database is unavailable
 */
export async function describeBackupMismatch(
  url: string,
  dir: string,
  env: ProgramEnvironment,
): Promise<string | undefined> {
  const file = sqliteFileOfUrl(url)
  const isAbsent = file !== undefined && !existsSync(file)
  const current = isAbsent ? NO_CONTENTS : await readSiteIdAndRecordCountOfDatabase(url).catch(() => undefined)
  return current && describeBackupsNotMatchingDatabase(dir, await listScheduledBackupsInFolder(dir, env), current)
}

function backupsOf(
  { dir, hours, mismatch }: BackupFolder & { mismatch: string | undefined },
  place: string,
  now: number,
): BackupFacts {
  const [newest] = selectScheduledBackupFileNames(listFileNamesInFolder(dir), now)
  return {
    dir,
    hours,
    mismatch,
    newestAt: newest === undefined ? undefined : parseBackupTimeInFileName(newest),
    isOnSameDisk: statSync(nearestExisting(dir)).dev === statSync(nearestExisting(place)).dev,
  }
}
