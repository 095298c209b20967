import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { CalendarError } from '../core/errors.ts'
import { BackupError } from './backup-options.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-full-'))
after(() => rmSync(folder, { recursive: true }))

/** Writes to a database that may not grow, which SQLite reports like a full disk. */
function writeToFullDatabase(file: string): void {
  const db = new DatabaseSync(file)
  try {
    db.exec('PRAGMA page_size = 512; PRAGMA max_page_count = 1; CREATE TABLE t (x)')
  } finally {
    db.close()
  }
}

for (const [what, write] of [
  ['Node', () => writeFileSync('/dev/full', 'x')],
  ['SQLite', writeToFullDatabase],
  [
    'SQLite, as the cause of another error',
    () => {
      throw new CalendarError('database_unavailable', { cause: { errcode: 13 } })
    },
  ],
] as const) {
  test(`a full disk is named by the folder of the file: ${what}`, async () => {
    const file = join(folder, 'almanac.db')
    await assert.rejects(
      writeFileAtomically(file, { replace: true }, async (temporary) => write(temporary)),
      (error) => {
        assert.ok(error instanceof BackupError)
        assert.equal(error.message, `the disk of ${folder} is full; free some space`)
        return true
      },
    )
    assert.equal(existsSync(file), false)
    assert.deepEqual(readdirSync(folder), [])
  })
}

test('other errors are unchanged, also an input or output error of a disk with space', async () => {
  for (const error of [new Error('other'), Object.assign(new Error('disk I/O error'), { errcode: 10 })]) {
    const failing = writeFileAtomically(join(folder, 'x'), { replace: true }, async () => {
      throw error
    })
    await assert.rejects(failing, (found) => found === error)
  }
})
