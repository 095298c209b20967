import type { CalendarContents } from './read-calendar-contents.ts'

/** Scheduled backups are recognized by their file names. Other files in the backup folder are never deleted. */
const NAME = /^almanac-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** Formats a time for file names: `2031-05-01T18-00-00Z`. @param now Unix time in seconds */
export const fileTimestamp = (now: number) =>
  new Date(now * 1000).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')

/** The file name of a scheduled backup that starts at `now`. */
export const backupName = (now: number) => `almanac-${fileTimestamp(now)}.backup`

/**
 * Start time of the scheduled backup with this file name, Unix time in seconds; undefined when no scheduled backup has
 * such a name.
 */
export function startTimeOfBackup(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time / 1000
}

/** A scheduled backup and what it contains; `contents` is undefined if the file cannot be read. */
export interface StoredBackup {
  name: string
  contents: CalendarContents | undefined
}

/**
 * The file names of scheduled backups among all file names of a folder, newest first. Backups with a time after `now` are
 * left out: they were named by a clock that was wrong.
 */
export const selectBackupNames = (names: readonly string[], now: number): string[] =>
  names
    .filter((name) => (startTimeOfBackup(name) ?? Number.POSITIVE_INFINITY) <= now)
    .toSorted()
    .toReversed()

/**
 * The backups to delete after a new one: all but the newest `keep` of the same calendar. Never deleted are backups of
 * another calendar, unreadable files, and the newest backup with more than twice as many records as the new one: an
 * emptied or wrong database must not replace good backups.
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
 * Selects backups of another calendar, and backups with more than twice as many records as the database: they show that
 * the database may be the wrong one.
 */
export const selectBackupsOfOtherCalendar = (
  backups: readonly StoredBackup[],
  current: CalendarContents,
): StoredBackup[] =>
  backups.filter(({ contents }) => contents && (contents.siteId !== current.siteId || isMuchLarger(contents, current)))

/** Describes the backups that do not match the database, in one sentence; undefined if all match. */
export function describeMismatch(
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

/** When the next scheduled backup is due, Unix time in seconds. A time in the past means that it is due now. */
export function nextBackupTime(names: readonly string[], hours: number, now: number): number {
  const [newest] = selectBackupNames(names, now)
  return newest === undefined ? 0 : (startTimeOfBackup(newest) ?? 0) + hours * 3600
}
