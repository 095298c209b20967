import { formatBytes } from '../../core/text/format-bytes.ts'
import type { DoctorFinding } from './finding.ts'

/** What is on disks. */
export interface FileFacts {
  dataDir: string
  /** `absent`: made by the first start, if the folder above allows it. */
  dataDirState: 'writable' | 'read-only' | 'absent' | 'no folder'
  /** The SQLite file, if there is one. */
  database:
    | { file: string; mode: number; sizeBytes: number; walBytes: number; isWritable: boolean; isOnNetwork: boolean }
    | undefined
  /** Where the SQLite file is, else of DATA_DIR; undefined when it cannot be told. */
  freeBytes: number | undefined
  backups: BackupFacts | undefined
  now: number
}

export interface BackupFacts {
  dir: string
  hours: number
  /** UTC seconds; undefined: there is none. */
  newestAt: number | undefined
  isOnSameDisk: boolean
}

const FREE_MIN_BYTES = 200e6
const WAL_MAX_BYTES = 1e9
const OTHERS_READ = 0o004

export function fileFindings(facts: FileFacts): DoctorFinding[] {
  return [...folderFindings(facts), ...databaseFileFindings(facts), ...spaceFindings(facts), ...backupFindings(facts)]
}

function folderFindings({ dataDir, dataDirState }: FileFacts): DoctorFinding[] {
  if (dataDirState === 'writable' || dataDirState === 'absent') return []
  return [
    {
      code: 'data_dir_unusable',
      severity: 'wrong',
      what: dataDirState === 'no folder' ? `${dataDir} is not a folder.` : `This user may not write to ${dataDir}.`,
      why: 'The database and resized pictures are kept there.',
      fix: 'Run this as the user who runs the server; if it is that one, `chown` the folder, or name another with DATA_DIR.',
    },
  ]
}

function databaseFileFindings({ database }: FileFacts): DoctorFinding[] {
  if (!database) return []
  const { file, mode, isWritable, isOnNetwork, walBytes } = database
  const found: DoctorFinding[] = []
  if (!isWritable) {
    found.push({
      code: 'database_read_only',
      severity: 'wrong',
      what: `This user may not write to ${file}.`,
      why: 'Every write is refused with 503.',
      fix: 'Run this as the user who runs the server; if it is that one, `chown` the file.',
    })
  }
  if ((mode & OTHERS_READ) !== 0) {
    found.push({
      code: 'database_readable',
      severity: 'warning',
      what: `Every user of this machine may read ${file}.`,
      why: 'Drafts, e-mail addresses and hashes of passwords are in it.',
      fix: `\`chmod 600 ${file}\`, and \`UMask=0077\` in the systemd unit.`,
    })
  }
  if (isOnNetwork) {
    found.push({
      code: 'database_on_network',
      severity: 'wrong',
      what: `${file} is on a network file system.`,
      why: 'Locks of SQLite do not hold there: two processes may write at once and destroy it.',
      fix: 'Put it on a disk of this machine, or use PostgreSQL.',
    })
  }
  if (walBytes > WAL_MAX_BYTES) {
    found.push({
      code: 'wal_large',
      severity: 'warning',
      what: `${file}-wal has grown to ${formatBytes(walBytes)}.`,
      why: 'A program that reads the database without end keeps changes from being put in place; reads get slower and the disk fills.',
      fix: 'Find it (`fuser` the file) and end it; a restart of the server puts everything in place.',
    })
  }
  return found
}

function spaceFindings({ freeBytes, database, dataDir }: FileFacts): DoctorFinding[] {
  const sizeBytes = database?.sizeBytes ?? 0
  if (freeBytes === undefined || freeBytes >= Math.max(FREE_MIN_BYTES, sizeBytes)) return []
  const isFull = freeBytes < FREE_MIN_BYTES
  return [
    {
      code: isFull ? 'disk_full' : 'disk_small',
      severity: isFull ? 'wrong' : 'warning',
      what: `${formatBytes(freeBytes)} are free on the disk of ${database?.file ?? dataDir}${sizeBytes > 0 ? `, which is ${formatBytes(sizeBytes)}` : ''}.`,
      why: isFull ? 'When the disk is full every write is refused with 503.' : 'There is no room for a copy of it.',
      fix: 'Make room, or move the database to a larger disk.',
    },
  ]
}

function backupFindings({ backups, now }: FileFacts): DoctorFinding[] {
  if (!backups) {
    return [
      {
        code: 'backups_none',
        severity: 'warning',
        what: 'The server makes no backups: BACKUP_DIR is not set.',
        why: 'A disk that fails, or a mistake, takes the calendar along; unless something else copies it.',
        fix: 'Set BACKUP_DIR to a folder on another disk, or let your own programs run `almanac backup`.',
      },
    ]
  }
  const { dir, hours, newestAt, isOnSameDisk } = backups
  const found: DoctorFinding[] = []
  const ageHours = newestAt === undefined ? undefined : (now - newestAt) / 3600
  if (ageHours === undefined || ageHours > 2 * hours) {
    const last =
      ageHours === undefined ? 'There is no backup' : `The newest backup is ${Math.round(ageHours)} hours old`
    found.push({
      code: 'backup_old',
      severity: 'wrong',
      what: `${last} in ${dir}, though one is wanted every ${hours} hours.`,
      why: 'Everything since then is lost with the disk.',
      fix: 'If the server runs, its log says why ("no backup could be made"); `almanac backup <file>` tries it now.',
    })
  }
  if (isOnSameDisk) {
    found.push({
      code: 'backup_same_disk',
      severity: 'note',
      what: `${dir} is on the same disk as the database.`,
      why: 'A disk that fails takes both.',
      fix: 'Name a folder on another disk, or copy the backups elsewhere.',
    })
  }
  return found
}
