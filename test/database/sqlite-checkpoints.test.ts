import { equal, ok } from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { openSqliteDatabase } from '../../src/db/sqlite/sqlite-database.ts'
import { eventually } from '../kit/eventually.ts'
import { scratchFolder } from '../kit/processes/serve.ts'

/** A little more than the 16 MiB from which the write-ahead log is copied. */
const BYTES = 17_000_000

const { folder, remove } = scratchFolder()
after(remove)

test('a thread copies a long write-ahead log to the file, and the commit does not wait for it', async () => {
  const file = join(folder, 'almanac.db')
  const db = await openSqliteDatabase(file)
  const other = new DatabaseSync(file)
  const pages = () => {
    const { log, checkpointed } = other.prepare('PRAGMA wal_checkpoint(NOOP)').get() as Record<string, number>
    return { log: log as number, copied: checkpointed as number }
  }
  const write = (bytes: number) =>
    db.transaction((tx) => tx.run(sql`INSERT INTO stored (value) VALUES (zeroblob(${bytes}))`))
  await db.transaction((tx) => tx.script('CREATE TABLE stored (value BLOB)'))
  await write(BYTES)
  const written = pages()
  ok(written.log > 4000 && written.copied < written.log, JSON.stringify(written))
  await eventually(() => pages().copied === written.log, 'the whole log is copied')
  equal(pages().log, written.log)
  // The next commit writes to the beginning of the log again.
  await write(1)
  ok(pages().log < 100, JSON.stringify(pages()))
  other.close()
  await write(BYTES)
  await db.close()
  equal(existsSync(`${file}-wal`), false)
  equal(new DatabaseSync(file).prepare('SELECT count(*) AS rows FROM stored').get()?.rows, 3)
})
