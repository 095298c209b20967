import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { backupName, backupStartedAt, filterBackups, filterOutdatedBackups, nextBackupAt } from './rotation.ts'

const DAY = 86_400
const NOW = 1_900_000_000 // 2030-03-17 17:46:40 UTC
const days = (...ago: number[]) => ago.map((day) => backupName(NOW - day * DAY))

test('the file name contains the start time of the backup', () => {
  equal(backupName(NOW), 'almanac-2030-03-17T17-46-40Z.backup')
  equal(backupStartedAt(backupName(NOW)), NOW)
})

test('only files named like scheduled backups are deleted', () => {
  const others = [
    'almanac.db',
    'almanac-2030-03-17.backup',
    'almanac-2030-03-17T17-46-40Z.backup.gz',
    'my-almanac-2030-03-17T17-46-40Z.backup',
    'almanac-2030-99-17T17-46-40Z.backup',
    '.almanac-2030-03-17T17-46-40Z.backup.12.unfinished',
  ]
  deepEqual(filterOutdatedBackups(others, 0), [])
  deepEqual(filterOutdatedBackups([...others, ...days(3, 1, 2)], 2), days(3))
})

test('backups are listed newest first, and the newest are not deleted', () => {
  deepEqual(filterBackups(days(2, 0, 1)), days(0, 1, 2))
  deepEqual(filterOutdatedBackups(days(0, 1), 7), [])
})

test('the next backup is due one interval after the newest, or now without any', () => {
  equal(nextBackupAt(days(2, 1), 24), NOW)
  equal(nextBackupAt(days(0), 6), NOW + 6 * 3600)
  equal(nextBackupAt(['letter.txt'], 24), 0)
})
