import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { backupStartedAt, filterBackups } from '../../backup/rotation.ts'
import type { BackupFacts, FileFacts } from '../findings/files.ts'

/** Type numbers of network file systems, as statfs(2) returns them: NFS, SMB, CIFS, SMB 2, Ceph, 9P, AFS. */
const NETWORK_FILE_SYSTEMS = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x01021997, 0x5346414f]

/**
 * Reads the state of the data folder, the database file, the disks and the backups.
 * @param database path of the SQLite file; undefined for PostgreSQL
 * @param now Unix time in seconds
 */
export function collectFileFacts(
  dataDir: string,
  database: string | undefined,
  backups: { dir: string; hours: number } | undefined,
  now: number,
): FileFacts {
  const place = database ? dirname(database) : dataDir
  return {
    dataDir,
    dataDirState: folderState(dataDir),
    database: database && existsSync(database) ? databaseOf(database) : undefined,
    freeBytes: freeIn(place),
    backups: backups && backupsOf(backups, place),
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

function backupsOf({ dir, hours }: { dir: string; hours: number }, place: string): BackupFacts {
  const [newest] = filterBackups(existsSync(dir) ? readdirSync(dir) : [])
  return {
    dir,
    hours,
    newestAt: newest === undefined ? undefined : backupStartedAt(newest),
    isOnSameDisk: statSync(nearestExisting(dir)).dev === statSync(nearestExisting(place)).dev,
  }
}
