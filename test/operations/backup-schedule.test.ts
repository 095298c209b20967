import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { backupFileName } from '../../src/backup/backup-rotation.ts'
import { createBackupSchedule } from '../../src/cli/serving/schedules/scheduled-backups.ts'
import { parseConfig } from '../../src/config/parse-config.ts'
import { readEnvironmentVariables } from '../../src/config/read-env.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { runHere } from '../kit/processes/command.ts'
import { scratchFolder, serve } from '../kit/processes/serve.ts'

const NOW = 1_900_000_000
const HOUR = 3600

const scheduledBackupsIn = (dir: string) =>
  (existsSync(dir) ? readdirSync(dir) : []).filter((name) => /^almanac-.*Z\.backup$/.test(name))

forEachEngine('scheduled backups', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  // How many processes there are does not depend on the engine.
  const workers = engine.name === 'sqlite' ? '2' : '1'
  test(`a server with ${workers} processes makes a backup at its start, and serves meanwhile`, async () => {
    const dir = join(folder, `workers-${workers}`)
    const DATABASE_URL = await engine.url()
    const served = await serve({ DATABASE_URL, DATA_DIR: folder, BACKUP_DIR: dir, WORKERS: workers })
    try {
      await eventually(() => scheduledBackupsIn(dir).length > 0, 'a backup exists')
      const [name = ''] = scheduledBackupsIn(dir)
      assert.equal(scheduledBackupsIn(dir).length, 1, 'only the primary makes backups')
      assert.equal(statSync(join(dir, name)).mode & 0o777, 0o600)
      assert.equal(statSync(dir).mode & 0o777, 0o700)
      assert.equal((await fetch(`${served.origin}/health`)).status, 200)
    } finally {
      served.child.kill('SIGTERM')
    }
    assert.equal(await served.ended, 0)
  })

  test('old backups beyond BACKUP_KEEP are deleted, other files are not', async () => {
    const dir = join(folder, 'rotation')
    mkdirSync(dir)
    const [young, old, older] = [30, 60, 90].map((hours) => backupFileName(NOW - hours * HOUR)) as [
      string,
      string,
      string,
    ]
    const url = await engine.url()
    await (await openDatabase(url)).close()
    for (const name of [young, old, older])
      assert.equal((await runHere({ DATABASE_URL: url }, 'backup', join(dir, name))).err, '')
    for (const name of ['almanac.db', 'letter.txt']) writeFileSync(join(dir, name), '')
    const { lines, stop } = await schedule(url, dir, '24', '2')
    await eventually(() => lines.length > 0, 'a backup exists')
    await stop()
    assert.deepEqual(readdirSync(dir).sort(), [young, backupFileName(NOW), 'almanac.db', 'letter.txt'].sort())
    assert.deepEqual(lines, [`info: backup ${backupFileName(NOW)} created, ${old}, ${older} deleted`])
  })

  test('an emptied database does not replace the last good backup, and the log says so', async () => {
    const dir = join(folder, 'emptied')
    mkdirSync(dir)
    const url = await engine.url()
    await withTags(url, 3)
    // The command that the schedule runs reads the real clock.
    const now = Math.floor(Date.now() / 1000)
    const [good, older] = [30, 60].map((hours) => backupFileName(now - hours * HOUR)) as [string, string]
    for (const name of [older, good]) await runHere({ DATABASE_URL: url }, 'backup', join(dir, name))
    await withTags(url, 0)
    const { lines, stop } = await schedule(url, dir, '24', '1', { now })
    await eventually(() => lines.length > 2, 'a backup exists')
    await stop()
    const mismatch = `the database has 0 records; ${good} in ${dir} has 3 of this calendar (2 backups in total do not match); check DATA_DIR and DATABASE_URL`
    assert.deepEqual(lines, [
      `error: ${mismatch}. These backups are not deleted`,
      `error: the backup is complete, but ${mismatch}`,
      `info: backup ${backupFileName(now)} created, ${older} deleted`,
    ])
    assert.deepEqual(readdirSync(dir).sort(), [good, backupFileName(now)].sort())
  })

  test('backups of another calendar are never deleted, and the log counts those of the future too', async () => {
    const dir = join(folder, 'other')
    mkdirSync(dir)
    const other = await engine.url()
    await withSiteId(other, 'b'.repeat(32))
    const names = [-90, 30, 60].map((hours) => backupFileName(NOW - hours * HOUR))
    for (const name of names) await runHere({ DATABASE_URL: other }, 'backup', join(dir, name))
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '1')
    await eventually(() => lines.length > 1, 'a backup exists')
    await stop()
    assert.match(lines[0] ?? '', /^error: the database has 0 records; .* of another calendar \(3 backups in total/)
    assert.deepEqual(readdirSync(dir).sort(), [...names, backupFileName(NOW)].sort())
  })

  test('backups of the future neither delay the next one nor count', async () => {
    const dir = join(folder, 'future')
    mkdirSync(dir)
    const future = [1, 2].map((years) => backupFileName(NOW + years * 8766 * HOUR))
    for (const name of future) writeFileSync(join(dir, name), '')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '1')
    await eventually(() => lines.length > 0, 'a backup exists')
    await stop()
    assert.deepEqual(lines, [`info: backup ${backupFileName(NOW)} created`])
    assert.deepEqual(readdirSync(dir).sort(), [...future, backupFileName(NOW)].sort())
  })

  test('no backup is made before it is due', async () => {
    const dir = join(folder, 'early')
    mkdirSync(dir)
    const young = backupFileName(NOW - 23 * HOUR)
    writeFileSync(join(dir, young), '')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '2')
    await stop()
    assert.deepEqual([readdirSync(dir), lines], [[young], []])
  })

  test('a failure is logged, and no backup is deleted', async () => {
    const dir = join(folder, 'failing')
    mkdirSync(dir)
    const old = backupFileName(NOW - 99 * HOUR)
    writeFileSync(join(dir, old), '')
    const url = engine.name === 'sqlite' ? `sqlite:${folder}/nowhere.db` : 'postgres://nobody@127.0.0.1:1/none'
    const { lines, stop } = await schedule(url, dir, '24', '1', { exists: false })
    await eventually(() => lines.length > 0, 'the failure is logged')
    await stop()
    assert.match(lines.join(), /^error: backup to .* failed: .*; retrying in 10 minutes$/)
    assert.deepEqual(readdirSync(dir), [old])
  })

  test('stopping the server aborts the running backup', async () => {
    const dir = join(folder, 'stopped')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '1')
    await eventually(() => existsSync(dir), 'the backup has begun')
    await stop()
    assert.deepEqual([readdirSync(dir), lines], [[], []])
  })
})

/** Migrates the database and replaces its tags by `count` new ones. */
async function withTags(url: string, count: number): Promise<void> {
  const db = await openDatabase(url)
  await db.transaction(async (tx) => {
    await tx.run(sql`DELETE FROM tag`)
    for (let id = 1; id <= count; id += 1)
      await tx.run(sql`INSERT INTO tag (id, original_language) VALUES (${id}, 'en')`)
  })
  await db.close()
}

async function withSiteId(url: string, id: string): Promise<void> {
  const db = await openDatabase(url)
  await db.transaction((tx) => tx.run(sql`UPDATE site SET id = ${id}`))
  await db.close()
}

async function schedule(url: string, dir: string, hours: string, keep: string, { exists = true, now = NOW } = {}) {
  if (exists) await (await openDatabase(url)).close()
  const env = { PATH: process.env.PATH, DATABASE_URL: url, BACKUP_DIR: dir, BACKUP_HOURS: hours, BACKUP_KEEP: keep }
  const config = parseConfig(readEnvironmentVariables(env))
  const lines: string[] = []
  const log = {
    info: (line: string) => lines.push(`info: ${line}`),
    error: (line: string) => lines.push(`error: ${line}`),
  }
  assert.ok(config.backups)
  const { stop } = createBackupSchedule(config.backups, config, { env, now: () => now }, log)
  return { lines, stop }
}

test('a scheduled backup is a valid database', async () => {
  const { folder, remove } = scratchFolder()
  after(remove)
  const { lines, stop } = await schedule(`sqlite:${folder}/a.db`, folder, '1', '1')
  await eventually(() => lines.length > 0, 'a backup exists')
  await stop()
  const db = new DatabaseSync(join(folder, backupFileName(NOW)), { readOnly: true })
  assert.equal(db.prepare('SELECT count(*) AS count FROM site').get()?.count, 1)
  db.close()
})
