/** Of the backups that are made by the clock, and of no other file. */
const NAME = /^almanac-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** @param now UTC seconds @returns for file names: `2031-05-01T18-00-00Z` */
export const stampOf = (now: number) => new Date(now * 1000).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')

export const backupName = (now: number) => `almanac-${stampOf(now)}.backup`

/** When the backup of this name was begun, UTC seconds; undefined when the name is none of ours. */
export function madeAt(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time / 1000
}

/** @param names all files of the folder @returns those of ours, the newest first */
export const backupsAmong = (names: readonly string[]): string[] =>
  names
    .filter((name) => madeAt(name) !== undefined)
    .toSorted()
    .toReversed()

/** What rotation takes away: everything of ours beyond the newest `keep`. */
export const outdatedAmong = (names: readonly string[], keep: number): string[] => backupsAmong(names).slice(keep)

/** UTC seconds of the next one; in the past: now. */
export function dueAt(names: readonly string[], hours: number): number {
  const [newest] = backupsAmong(names)
  return newest === undefined ? 0 : (madeAt(newest) ?? 0) + hours * 3600
}
