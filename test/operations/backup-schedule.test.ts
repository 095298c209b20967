import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { backupName } from '../../src/backup/rotation.ts'
import { createBackupSchedule } from '../../src/cli/serving/scheduled-backups.ts'
import { parseConfig } from '../../src/config/config.ts'
import { readEnv } from '../../src/config/env.ts'
import { openDatabase } from '../../src/db/open.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually, scratchFolder, serve } from '../kit/processes/serve.ts'

const NOW = 1_900_000_000
const HOUR = 3600

const scheduledBackupsIn = (dir: string) =>
  (existsSync(dir) ? readdirSync(dir) : []).filter((name) => /^almanac-.*Z\.backup$/.test(name))

forEachEngine('scheduled backups', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  for (const workers of ['1', '2']) {
    test(`a server with ${workers} processes makes a backup at its start, and serves meanwhile`, {
      timeout: 60_000,
    }, async () => {
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
  }

  test('old backups beyond BACKUP_KEEP are deleted, other files are not', { timeout: 60_000 }, async () => {
    const dir = join(folder, 'rotation')
    mkdirSync(dir)
    const [young, old, older] = [30, 60, 90].map((hours) => backupName(NOW - hours * HOUR)) as [string, string, string]
    for (const name of [young, old, older, 'almanac.db', 'letter.txt']) writeFileSync(join(dir, name), '')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '2')
    await eventually(() => lines.length > 0, 'a backup exists')
    await stop()
    assert.deepEqual(readdirSync(dir).sort(), [young, backupName(NOW), 'almanac.db', 'letter.txt'].sort())
    assert.deepEqual(lines, [`info: backup ${backupName(NOW)} created, ${old}, ${older} deleted`])
  })

  test('no backup is made before it is due', async () => {
    const dir = join(folder, 'early')
    mkdirSync(dir)
    const young = backupName(NOW - 23 * HOUR)
    writeFileSync(join(dir, young), '')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '2')
    await stop()
    assert.deepEqual([readdirSync(dir), lines], [[young], []])
  })

  test('a failure is logged, and no backup is deleted', { timeout: 60_000 }, async () => {
    const dir = join(folder, 'failing')
    mkdirSync(dir)
    const old = backupName(NOW - 99 * HOUR)
    writeFileSync(join(dir, old), '')
    const url = engine.name === 'sqlite' ? `sqlite:${folder}/nowhere.db` : 'postgres://nobody@127.0.0.1:1/none'
    const { lines, stop } = await schedule(url, dir, '24', '1', false)
    await eventually(() => lines.length > 0, 'the failure is logged')
    await stop()
    assert.match(lines.join(), /^error: backup to .* failed: .*; retrying in 10 minutes$/)
    assert.deepEqual(readdirSync(dir), [old])
  })

  test('stopping the server aborts the running backup', { timeout: 60_000 }, async () => {
    const dir = join(folder, 'stopped')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '1')
    await stop()
    assert.deepEqual([readdirSync(dir), lines], [[], []])
  })
})

async function schedule(url: string, dir: string, hours: string, keep: string, exists = true) {
  if (exists) await (await openDatabase(url)).close()
  const env = { PATH: process.env.PATH, DATABASE_URL: url, BACKUP_DIR: dir, BACKUP_HOURS: hours, BACKUP_KEEP: keep }
  const config = parseConfig(readEnv(env))
  const lines: string[] = []
  const log = {
    info: (line: string) => lines.push(`info: ${line}`),
    error: (line: string) => lines.push(`error: ${line}`),
  }
  assert.ok(config.backups)
  const { stop } = createBackupSchedule(config.backups, config, { env, now: () => NOW }, log)
  return { lines, stop }
}

test('a scheduled backup is a valid database', { timeout: 60_000 }, async () => {
  const { folder, remove } = scratchFolder()
  after(remove)
  const { lines, stop } = await schedule(`sqlite:${folder}/a.db`, folder, '1', '1')
  await eventually(() => lines.length > 0, 'a backup exists')
  await stop()
  const db = new DatabaseSync(join(folder, backupName(NOW)), { readOnly: true })
  assert.equal(db.prepare('SELECT count(*) AS count FROM site').get()?.count, 1)
  db.close()
})
