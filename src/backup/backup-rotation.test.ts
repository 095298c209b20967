import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  backupFileName,
  describeBackupsNotMatchingDatabase,
  nextBackupTime,
  parseBackupTimeInFileName,
  type StoredBackup,
  selectOutdatedBackups,
  selectScheduledBackupFileNames,
} from './backup-rotation.ts'

const DAY = 86_400
const NOW = 1_900_000_000 // 2030-03-17 17:46:40 UTC
const days = (...ago: number[]) => ago.map((day) => backupFileName(NOW - day * DAY))

test('the file name contains the start time of the backup', () => {
  equal(backupFileName(NOW), 'almanac-2030-03-17T17-46-40Z.backup')
  equal(parseBackupTimeInFileName(backupFileName(NOW)), NOW)
})

/**
 * Creates backups of the calendar `siteId`, newest first, one a day. `records` has the number of records in each;
 * undefined stands for an unreadable backup.
 */
const storedWith = (records: readonly (number | undefined)[], siteId = 'a'): StoredBackup[] =>
  records.map((count, day) => ({
    name: backupFileName(NOW - day * DAY),
    contents: count === undefined ? undefined : { siteId, records: count },
  }))

/** Ages in days of the backups that are deleted after a new one when two are kept. */
const deletedDays = (backups: StoredBackup[], current: { siteId: string; records: number }) =>
  selectOutdatedBackups(backups, current, 2).map(({ name }) => (NOW - (parseBackupTimeInFileName(name) ?? 0)) / DAY)

test('only files named like scheduled backups are listed', () => {
  const others = [
    'almanac.db',
    'almanac-2030-03-17.backup',
    'almanac-2030-03-17T17-46-40Z.backup.gz',
    'my-almanac-2030-03-17T17-46-40Z.backup',
    'almanac-2030-99-17T17-46-40Z.backup',
    '.almanac-2030-03-17T17-46-40Z.backup.12.unfinished',
  ]
  deepEqual(selectScheduledBackupFileNames(others, NOW), [])
})

test('backups are listed newest first, without those named by a clock that was ahead', () => {
  deepEqual(selectScheduledBackupFileNames(days(2, 0, -1, 1, -4000), NOW), days(0, 1, 2))
})

const SAME = { siteId: 'a', records: 10 }
for (const [what, backups, current, deleted] of [
  ['fewer backups than are kept delete none', storedWith([10, 10]), SAME, []],
  ['all but the newest backups are deleted', storedWith([10, 12, 9, 20]), SAME, [2, 3]],
  ['the newest backup with more than twice as many records stays', storedWith([10, 10, 10, 21, 30]), SAME, [2, 4]],
  ['records that came back free the larger backup', storedWith([21, 10, 10, 21]), { siteId: 'a', records: 21 }, [2, 3]],
  ['unreadable files stay and do not count', storedWith([10, undefined, 10, 10, undefined]), SAME, [3]],
  ['backups of another calendar stay', storedWith([10, 10, 10], 'b'), SAME, []],
] as const) {
  test(what, () => deepEqual(deletedDays([...backups], current), deleted))
}

test('a database that does not match its backups is described', () => {
  const describe = (backups: StoredBackup[]) => describeBackupsNotMatchingDatabase('/b', backups, SAME)
  equal(describe(storedWith([20, undefined])), undefined)
  equal(
    describe(storedWith([10, 21])),
    'the database has 10 records; almanac-2030-03-16T17-46-40Z.backup in /b has 21 of this calendar',
  )
  equal(
    describe(storedWith([1, 1], 'b')),
    'the database has 10 records; almanac-2030-03-17T17-46-40Z.backup in /b has 1 of another calendar (2 backups in total do not match)',
  )
})

test('the next backup is due one interval after the newest, or now without any', () => {
  equal(nextBackupTime(days(2, 1), 24, NOW), NOW)
  equal(nextBackupTime(days(0), 6, NOW), NOW + 6 * 3600)
  equal(nextBackupTime(['letter.txt'], 24, NOW), 0)
  equal(nextBackupTime(days(-3650), 24, NOW), 0)
})
