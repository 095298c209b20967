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
export function backupStartedAt(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time / 1000
}

/** The file names of scheduled backups among all file names of a folder, newest first. */
export const filterBackups = (names: readonly string[]): string[] =>
  names
    .filter((name) => backupStartedAt(name) !== undefined)
    .toSorted()
    .toReversed()

/** The file names of scheduled backups to delete: all but the newest `keep` backups. */
export const filterOutdatedBackups = (names: readonly string[], keep: number): string[] =>
  filterBackups(names).slice(keep)

/** When the next scheduled backup is due, Unix time in seconds. A time in the past means that it is due now. */
export function nextBackupAt(names: readonly string[], hours: number): number {
  const [newest] = filterBackups(names)
  return newest === undefined ? 0 : (backupStartedAt(newest) ?? 0) + hours * 3600
}
