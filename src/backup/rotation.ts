/** Of the backups that are made by the clock, and of no other file. */
const NAME = /^almanac-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** @param now UTC seconds @returns for file names: `2031-05-01T18-00-00Z` */
export const fileTimestamp = (now: number) =>
  new Date(now * 1000).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')

export const backupName = (now: number) => `almanac-${fileTimestamp(now)}.backup`

/** When the backup of this name was begun, UTC seconds; undefined when the name is none of ours. */
export function backupStartedAt(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time / 1000
}

/** @param names all files of the folder @returns those of ours, the newest first */
export const filterBackups = (names: readonly string[]): string[] =>
  names
    .filter((name) => backupStartedAt(name) !== undefined)
    .toSorted()
    .toReversed()

/** What rotation takes away: everything of ours beyond the newest `keep`. */
export const filterOutdatedBackups = (names: readonly string[], keep: number): string[] =>
  filterBackups(names).slice(keep)

/** UTC seconds of the next one; in the past: now. */
export function nextBackupAt(names: readonly string[], hours: number): number {
  const [newest] = filterBackups(names)
  return newest === undefined ? 0 : (backupStartedAt(newest) ?? 0) + hours * 3600
}
