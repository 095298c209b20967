import { formatBytes } from '../../core/text/format-bytes.ts'
import type { DoctorFinding } from './doctor-finding.ts'

/** Facts about folders, files and disks, the input of `createFindingsAboutFilesDisksAndBackups`. */
export interface FileFacts {
  dataDir: string
  /** State of the data folder DATA_DIR. `absent`: it does not exist yet, and the first start will create it. */
  dataDirState: 'writable' | 'read-only' | 'absent' | 'not a folder'
  /** The SQLite file, if it exists. */
  database:
    | { file: string; mode: number; sizeBytes: number; walBytes: number; isWritable: boolean; isOnNetwork: boolean }
    | undefined
  /** Free space on the disk of the SQLite file, or of DATA_DIR; undefined if unknown. */
  freeBytes: number | undefined
  backups: BackupFacts | undefined
  now: number
}

/** Facts about scheduled backups. */
export interface BackupFacts {
  dir: string
  /** Hours between two scheduled backups. */
  hours: number
  /** Start time of the newest scheduled backup, Unix time in seconds; undefined if there is none. */
  newestAt: number | undefined
  isOnSameDisk: boolean
  /** How the database differs from the backups, in one sentence; undefined if the backups may be of this database. */
  mismatch: string | undefined
}

const FREE_MIN_BYTES = 200e6
const WAL_MAX_BYTES = 1e9
/** Bit of a file mode: every user of the machine may read the file. */
const OTHERS_READ = 0o004

export function createFindingsAboutFilesDisksAndBackups(facts: FileFacts): DoctorFinding[] {
  return [...folderFindings(facts), ...databaseFileFindings(facts), ...spaceFindings(facts), ...backupFindings(facts)]
}

function folderFindings({ dataDir, dataDirState }: FileFacts): DoctorFinding[] {
  if (dataDirState === 'writable' || dataDirState === 'absent') return []
  return [
    {
      code: 'data_dir_unusable',
      severity: 'wrong',
      what:
        dataDirState === 'not a folder'
          ? `${dataDir} is not a folder.`
          : `This user has no write permission for ${dataDir}.`,
      why: 'The database and resized pictures are stored there.',
      fix: 'Run this command as the user of the server; if it is that user, `chown` the folder, or set DATA_DIR to another one.',
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
      what: `This user has no write permission for ${file}.`,
      why: 'All writes fail with 503.',
      fix: 'Run this command as the user of the server; if it is that user, `chown` the file.',
    })
  }
  if ((mode & OTHERS_READ) !== 0) {
    found.push({
      code: 'database_readable',
      severity: 'warning',
      what: `All users of this machine can read ${file}.`,
      why: 'It contains drafts, e-mail addresses and password hashes.',
      fix: `\`chmod 600 ${file}\`, and \`UMask=0077\` in the systemd unit.`,
    })
  }
  if (isOnNetwork) {
    found.push({
      code: 'database_on_network',
      severity: 'wrong',
      what: `${file} is on a network file system.`,
      why: 'SQLite locks are unreliable there: two processes may write at once and damage the database.',
      fix: 'Move it to a local disk, or use PostgreSQL.',
    })
  }
  if (walBytes > WAL_MAX_BYTES) {
    found.push({
      code: 'wal_large',
      severity: 'warning',
      what: `${file}-wal has grown to ${formatBytes(walBytes)}.`,
      why: 'A long read transaction of some program prevents checkpoints; reads get slower and the disk fills up.',
      fix: 'Find that program (`fuser` the file) and end it; a restart of the server also runs a checkpoint.',
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
      what: `${formatBytes(freeBytes)} free on the disk of ${database?.file ?? dataDir}${sizeBytes > 0 ? `, which has ${formatBytes(sizeBytes)}` : ''}.`,
      why: isFull
        ? 'When the disk is full, all writes fail with 503.'
        : 'There is not enough space for a copy of the database.',
      fix: 'Free some space, or move the database to a larger disk.',
    },
  ]
}

function backupFindings({ backups, now }: FileFacts): DoctorFinding[] {
  if (!backups) {
    return [
      {
        code: 'backups_none',
        severity: 'warning',
        what: 'Scheduled backups are off: BACKUP_DIR is not set.',
        why: 'A disk failure or a mistake can destroy the calendar, unless another program backs it up.',
        fix: 'Set BACKUP_DIR to a folder on another disk, or run `almanac backup` from your own scheduler.',
      },
    ]
  }
  const { dir, hours, newestAt, isOnSameDisk, mismatch } = backups
  const found: DoctorFinding[] = []
  const ageHours = newestAt === undefined ? undefined : (now - newestAt) / 3600
  if (ageHours === undefined || ageHours > 2 * hours) {
    const newest =
      ageHours === undefined ? 'There is no backup' : `The newest backup is ${Math.round(ageHours)} hours old`
    found.push({
      code: 'backup_old',
      severity: 'wrong',
      what: `${newest} in ${dir}, but one is due every ${hours} hours.`,
      why: 'After a disk failure, all later changes are lost.',
      fix: 'The log of the server has the reason ("backup to … failed"); `almanac backup <file>` creates one now.',
    })
  }
  if (mismatch !== undefined) {
    found.push({
      code: 'backup_mismatch',
      severity: 'wrong',
      what: `${mismatch[0]?.toUpperCase()}${mismatch.slice(1)}.`,
      why: 'The server may be using a new or emptied database instead of the one that was backed up.',
      fix: 'Check DATA_DIR and DATABASE_URL, or restore the backup; if the database is right, move that backup to another folder.',
    })
  }
  if (isOnSameDisk) {
    found.push({
      code: 'backup_same_disk',
      severity: 'note',
      what: `${dir} is on the same disk as the database.`,
      why: 'A disk failure destroys both.',
      fix: 'Set BACKUP_DIR to a folder on another disk, or copy the backups elsewhere.',
    })
  }
  return found
}
