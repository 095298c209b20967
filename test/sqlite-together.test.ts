import { equal, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Transaction } from '../src/db/database.ts'
import { openSqlite } from '../src/db/sqlite.ts'

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

/** How many commits so many writers need who each write again soon after they are answered, some later than others. */
async function commitsOf(writers: number, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-together-'))
  const db = await openSqlite(join(folder, 'calendar.db'))
  const note = (tx: Transaction) => tx.run(sql`INSERT INTO note DEFAULT VALUES`)
  try {
    await db.transaction((tx) => tx.script('CREATE TABLE note (id INTEGER PRIMARY KEY)'))
    const versions = new Set<string>()
    const write = async (nth: number) => {
      for (let round = 0; round < rounds; round += 1) {
        await db.transaction(note)
        versions.add(db.version())
        await turns(1 + ((nth + round) % 5))
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, nth) => write(nth)))
    equal((await db.get<{ n: number }>(sql`SELECT count(*) AS n FROM note`))?.n, writers * rounds)
    return versions.size
  } finally {
    await db.close()
    rmSync(folder, { recursive: true })
  }
}

test('writers that come again and again come to share a commit', async () => {
  const rounds = 40
  const commits = await commitsOf(8, rounds)
  ok(commits < rounds * 1.5, `${commits} commits of 8 writers that wrote ${rounds} times each`)
})

test('who writes alone waits for nobody', async () => {
  equal(await commitsOf(1, 10), 10)
})
