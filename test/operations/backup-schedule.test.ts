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

const ours = (dir: string) =>
  (existsSync(dir) ? readdirSync(dir) : []).filter((name) => /^almanac-.*Z\.backup$/.test(name))

forEachEngine('backups by the clock', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  for (const workers of ['1', '2']) {
    test(`a server with ${workers} processes makes one when it starts, and goes on`, { timeout: 60_000 }, async () => {
      const dir = join(folder, `workers-${workers}`)
      const DATABASE_URL = await engine.url()
      const served = await serve({ DATABASE_URL, DATA_DIR: folder, BACKUP_DIR: dir, WORKERS: workers })
      try {
        await eventually(() => ours(dir).length > 0, 'a backup is made')
        const [name = ''] = ours(dir)
        assert.equal(ours(dir).length, 1, 'by the first process alone')
        assert.equal(statSync(join(dir, name)).mode & 0o777, 0o600)
        assert.equal(statSync(dir).mode & 0o777, 0o700)
        assert.equal((await fetch(`${served.origin}/health`)).status, 200)
      } finally {
        served.child.kill('SIGTERM')
      }
      assert.equal(await served.ended, 0)
    })
  }

  test('those too many are removed, and nothing else', { timeout: 60_000 }, async () => {
    const dir = join(folder, 'rotation')
    mkdirSync(dir)
    const [young, old, older] = [30, 60, 90].map((hours) => backupName(NOW - hours * HOUR)) as [string, string, string]
    for (const name of [young, old, older, 'almanac.db', 'letter.txt']) writeFileSync(join(dir, name), '')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '2')
    await eventually(() => lines.length > 0, 'a backup is made')
    await stop()
    assert.deepEqual(readdirSync(dir).sort(), [young, backupName(NOW), 'almanac.db', 'letter.txt'].sort())
    assert.deepEqual(lines, [`info: the backup ${backupName(NOW)} is made, ${old}, ${older} removed`])
  })

  test('none is made before its time', async () => {
    const dir = join(folder, 'early')
    mkdirSync(dir)
    const young = backupName(NOW - 23 * HOUR)
    writeFileSync(join(dir, young), '')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '2')
    await stop()
    assert.deepEqual([readdirSync(dir), lines], [[young], []])
  })

  test('what goes wrong is said, and removes no other backup', { timeout: 60_000 }, async () => {
    const dir = join(folder, 'failing')
    mkdirSync(dir)
    const old = backupName(NOW - 99 * HOUR)
    writeFileSync(join(dir, old), '')
    const url = engine.name === 'sqlite' ? `sqlite:${folder}/nowhere.db` : 'postgres://nobody@127.0.0.1:1/none'
    const { lines, stop } = await schedule(url, dir, '24', '1', false)
    await eventually(() => lines.length > 0, 'the failure is told')
    await stop()
    assert.match(lines.join(), /^error: no backup could be made in .*; it is tried again in 10 minutes$/)
    assert.deepEqual(readdirSync(dir), [old])
  })

  test('a server that stops gives up the one under way', { timeout: 60_000 }, async () => {
    const dir = join(folder, 'stopped')
    const { lines, stop } = await schedule(await engine.url(), dir, '24', '1')
    await stop()
    assert.deepEqual([readdirSync(dir), lines], [[], []])
  })
})

async function schedule(url: string, dir: string, hours: string, keep: string, isThere = true) {
  if (isThere) await (await openDatabase(url)).close()
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

test('a backup of the clock is a calendar', { timeout: 60_000 }, async () => {
  const { folder, remove } = scratchFolder()
  after(remove)
  const { lines, stop } = await schedule(`sqlite:${folder}/a.db`, folder, '1', '1')
  await eventually(() => lines.length > 0, 'a backup is made')
  await stop()
  const db = new DatabaseSync(join(folder, backupName(NOW)), { readOnly: true })
  assert.equal(db.prepare('SELECT count(*) AS count FROM site').get()?.count, 1)
  db.close()
})
