import type { CalendarContents } from './read-site-id-and-record-count.ts'

/** Matches the file names of scheduled backups. Files with other names in the backup folder are never deleted. */
const NAME = /^almanac-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** Formats a time for file names: `2031-05-01T18-00-00Z`. @param now Unix time in seconds */
export const formatTimestampForFileName = (now: number) =>
  new Date(now * 1000).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')

/** The file name of a scheduled backup that starts at `now`. */
export const backupFileName = (now: number) => `almanac-${formatTimestampForFileName(now)}.backup`

/**
 * The start time of a scheduled backup, from its file name: Unix time in seconds. Undefined for file names of other
 * files.
 */
export function parseBackupTimeInFileName(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time / 1000
}

/**
 * A scheduled backup in the backup folder, and what it contains; `contents` is undefined if the file cannot be read.
 */
export interface StoredBackup {
  name: string
  contents: CalendarContents | undefined
}

/**
 * Selects the file names of scheduled backups from all file names of a folder, newest first. Backups with a time after
 * `now` are omitted, because a wrong clock named them.
 */
export const selectScheduledBackupFileNames = (names: readonly string[], now: number): string[] =>
  names
    .filter((name) => (parseBackupTimeInFileName(name) ?? Number.POSITIVE_INFINITY) <= now)
    .toSorted()
    .toReversed()

/**
 * Selects the backups to delete after a new one: all of the same calendar except the newest `keep`. Never selected are
 * backups of another calendar, unreadable files, and the newest backup with more than twice as many records as the new
 * one, because an emptied or wrong database must not replace good backups.
 * @param backups newest first
 * @param current contents of the new backup
 */
export function selectOutdatedBackups(
  backups: readonly StoredBackup[],
  current: CalendarContents,
  keep: number,
): StoredBackup[] {
  const own = backups.filter(({ contents }) => contents?.siteId === current.siteId)
  const fullest = own.find(({ contents }) => contents && isMuchLarger(contents, current))
  return own.slice(keep).filter((backup) => backup !== fullest)
}

const isMuchLarger = (contents: CalendarContents, current: CalendarContents) => contents.records > 2 * current.records

/**
 * Selects backups of another calendar, and backups with more than twice as many records as the database. They indicate
 * that the server uses the wrong database.
 */
export const selectBackupsOfOtherCalendar = (
  backups: readonly StoredBackup[],
  current: CalendarContents,
): StoredBackup[] =>
  backups.filter(({ contents }) => contents && (contents.siteId !== current.siteId || isMuchLarger(contents, current)))

/** Describes the backups that do not match the database, in one sentence; undefined if all match. */
export function describeBackupsNotMatchingDatabase(
  dir: string,
  backups: readonly StoredBackup[],
  current: CalendarContents,
): string | undefined {
  const [newest, ...others] = selectBackupsOfOtherCalendar(backups, current)
  if (!newest?.contents) return undefined
  const calendar = newest.contents.siteId === current.siteId ? 'this calendar' : 'another calendar'
  const more = others.length > 0 ? ` (${others.length + 1} backups in total do not match)` : ''
  return `the database has ${current.records} records; ${newest.name} in ${dir} has ${newest.contents.records} of ${calendar}${more}`
}

/**
 * The time at which the next scheduled backup is due, Unix time in seconds. It is due now if the time is in the past.
 */
export function nextBackupTime(names: readonly string[], hours: number, now: number): number {
  const [newest] = selectScheduledBackupFileNames(names, now)
  return newest === undefined ? 0 : (parseBackupTimeInFileName(newest) ?? 0) + hours * 3600
}
