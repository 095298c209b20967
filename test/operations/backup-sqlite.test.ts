import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { backupFileName } from '../../src/backup/backup-rotation.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { COMMAND_NOW, runHere } from '../kit/processes/command.ts'
import { scratchFolder } from '../kit/processes/serve.ts'

const { folder, remove } = scratchFolder()
after(remove)

let count = 0

/** Creates a database with a tag of this name. @returns its path, a path for its backup, and the environment of commands */
async function createDatabaseWithTag(name: string) {
  count += 1
  const file = join(folder, `${count}.db`)
  const db = await openDatabase(`sqlite:${file}`)
  await db.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO tag (id, original_language) VALUES (1, 'en')`)
    await tx.run(sql`INSERT INTO tag_text (tag_id, language, title, slug, title_folded, search_text, modified_at)
      VALUES (1, 'en', ${name}, 'x', 'x', 'x', 1)`)
  })
  await db.close()
  return { file, copy: join(folder, `${count}.copy`), env: { DATABASE_URL: `sqlite:${file}`, DATA_DIR: folder } }
}

function titleIn(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true })
  const row = db.prepare('SELECT title FROM tag_text').get()
  db.close()
  return row?.title
}

test('an existing database is replaced only with --force, and renamed', async () => {
  const { copy, env: source } = await createDatabaseWithTag('new')
  await runHere(source, 'backup', copy)
  const { file, env } = await createDatabaseWithTag('old')
  chmodSync(file, 0o640)
  const refused = await runHere(env, 'restore', copy)
  assert.match(refused.err, / has content; replace it with --force, which renames it$/)
  assert.equal(titleIn(file), 'old')

  const { code, out } = await runHere(env, 'restore', copy, '--force')
  assert.equal(code, 0)
  assert.match(out, new RegExp(`The previous database is now ${file}\\.before-2030-03-17T17-46-40Z; remove it`))
  assert.equal(titleIn(file), 'new')
  assert.equal(titleIn(`${file}.before-2030-03-17T17-46-40Z`), 'old')
  assert.equal(statSync(file).mode & 0o777, 0o640, 'the file mode is preserved')
  const tables = new DatabaseSync(file, { readOnly: true })
  assert.equal(tables.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup_manifest'").get(), undefined)
  tables.close()
})

test('a backup with one changed letter is not restored', async () => {
  const { copy, env } = await createDatabaseWithTag('a name of which one letter changes')
  await runHere(env, 'backup', copy)
  const bytes = readFileSync(copy)
  const at = bytes.indexOf('one letter changes')
  bytes.write('0', at)
  writeFileSync(copy, bytes)
  const { code, err } = await runHere({ DATABASE_URL: `sqlite:${folder}/never.db`, DATA_DIR: folder }, 'restore', copy)
  assert.equal(code, 1)
  assert.match(err, /differs from the original: tag_text \(1 rows, now 1\)/)
  assert.equal(existsSync(join(folder, 'never.db')), false)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('unfinished')),
    [],
  )
})

test('integers beyond the range of JavaScript numbers are compared exactly', async () => {
  const { file, copy, env } = await createDatabaseWithTag('large')
  const db = new DatabaseSync(file)
  db.exec(`INSERT INTO tag (id, original_language) VALUES (9009810594856961, 'en')`)
  db.close()
  assert.equal((await runHere(env, 'backup', copy)).err, '')
  const altered = new DatabaseSync(copy)
  altered.exec('UPDATE tag SET id = 9009810594856960 WHERE id = 9009810594856961')
  altered.close()
  const target = { DATABASE_URL: `sqlite:${folder}/large-place.db`, DATA_DIR: folder }
  assert.match((await runHere(target, 'restore', copy)).err, /differs from the original: tag \(2 rows, now 2\)/)
})

test('a damaged database is replaced with --force', async () => {
  const { file, copy, env } = await createDatabaseWithTag('whole')
  await runHere(env, 'backup', copy)
  const bytes = readFileSync(file)
  bytes.fill(0xff, 50, 8000)
  writeFileSync(file, bytes)
  writeFileSync(`${file}-wal`, 'of the damaged one')
  const failed = await runHere(env, 'backup', join(folder, 'never.copy'))
  assert.equal(failed.code, 1)
  assert.equal(existsSync(join(folder, 'never.copy')), false)
  assert.match((await runHere(env, 'restore', copy)).err, /is damaged .*replace it with --force/)
  assert.equal((await runHere(env, 'restore', copy, '--force')).err, '')
  assert.equal(existsSync(`${file}-wal`), false, 'the old write-ahead log is not applied to the new database')
  assert.equal(titleIn(file), 'whole')
})

test('a copy made by other programs can be restored, but not without its -wal file', async () => {
  const { file } = await createDatabaseWithTag('by hand')
  const copy = join(folder, 'by-hand.copy')
  copyFileSync(file, copy)
  const target = join(folder, 'from-hand.db')
  const env = { DATABASE_URL: `sqlite:${target}`, DATA_DIR: folder }
  writeFileSync(`${copy}-wal`, 'rows that are not in the file')
  assert.match((await runHere(env, 'restore', copy)).err, /was copied without its -wal file/)
  writeFileSync(`${copy}-wal`, '')
  assert.equal((await runHere(env, 'restore', copy)).err, '')
  assert.equal(titleIn(target), 'by hand')
})

test('a database of another program is neither restored nor replaced', async () => {
  const other = join(folder, 'other.db')
  const db = new DatabaseSync(other)
  db.exec('CREATE TABLE letter (text TEXT)')
  db.close()
  const { copy, env } = await createDatabaseWithTag('here')
  await runHere(env, 'backup', copy)
  assert.match((await runHere(env, 'restore', other, '--force')).err, /is a SQLite database, but not of Almanac/)
  assert.match(
    (await runHere({ ...env, DATABASE_URL: `sqlite:${other}` }, 'restore', copy)).err,
    / has content; replace it with --force/,
  )
})

test('a copy with an additional trigger, view or table, or without an index, is not restored', async () => {
  for (const foreign of [
    'CREATE TRIGGER sly AFTER INSERT ON event BEGIN DELETE FROM account; END',
    'CREATE VIEW backup_manifest AS SELECT 1 AS name',
    'CREATE TABLE other (x)',
    'DROP INDEX event_lasting',
  ]) {
    const { copy, env } = await createDatabaseWithTag('x')
    copyFileSync(env.DATABASE_URL.slice('sqlite:'.length), copy)
    const db = new DatabaseSync(copy)
    db.exec(foreign)
    db.close()
    const target = { DATABASE_URL: `sqlite:${folder}/foreign.db`, DATA_DIR: folder }
    const { code, err } = await runHere(target, 'restore', copy)
    assert.deepEqual([code, existsSync(join(folder, 'foreign.db'))], [1, false], foreign)
    assert.match(
      err,
      /does not have the schema of Almanac: (trigger sly|view backup_manifest|table other|index event_lasting) differs$/,
    )
  }
})

test('an absent database cannot be backed up', async () => {
  const env = { DATABASE_URL: `sqlite:${folder}/nowhere.db`, DATA_DIR: folder }
  const { code, err } = await runHere(env, 'backup', join(folder, 'nothing.copy'))
  assert.deepEqual(
    [code, existsSync(join(folder, 'nothing.copy')), existsSync(join(folder, 'nowhere.db'))],
    [1, false, false],
  )
  assert.match(err, /there is no database .*nowhere\.db; check --data-dir/)
})

test('a backup contains the -wal file that a killed server left', async () => {
  const { file, copy } = await createDatabaseWithTag('before')
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; UPDATE tag_text SET title = 'in the -wal file'`)
  // As after a killed process: no checkpoint.
  const left = join(folder, 'left.db')
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, left + suffix)
  db.close()
  assert.ok(statSync(`${left}-wal`).size > 0)
  assert.equal((await runHere({ DATABASE_URL: `sqlite:${left}`, DATA_DIR: folder }, 'backup', copy)).err, '')
  assert.equal(titleIn(copy), 'in the -wal file')
})

/** Runs `work` as a user who may read the files in `dir`, but not create any there. */
async function withoutWriteAccess<T>(dir: string, writable: string, work: () => Promise<T>): Promise<T> {
  const NOBODY = 65_534
  const isRoot = process.geteuid?.() === 0
  chmodSync(folder, 0o755)
  if (isRoot)
    for (const path of [dir, writable, ...readdirSync(dir).map((name) => join(dir, name))])
      chownSync(path, NOBODY, NOBODY)
  chmodSync(dir, 0o555)
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    chmodSync(dir, 0o755)
  }
}

for (const suffixes of [[''], ['', '-wal'], ['', '-wal', '-shm']]) {
  const files = suffixes.map((suffix) => `almanac.db${suffix}`)
  test(`a backup of a read-only folder with ${files.join(', ')}`, async () => {
    const { file, copy, env } = await createDatabaseWithTag('before')
    // Load the code of the command while this user may read it.
    assert.equal((await runHere(env, 'backup', copy)).err, '')
    const dir = join(folder, `read-only-${suffixes.length}`)
    const writable = `${dir}-backups`
    for (const path of [dir, writable]) mkdirSync(path)
    const db = new DatabaseSync(file)
    db.exec(`PRAGMA journal_mode = WAL; UPDATE tag_text SET title = 'after'`)
    if (suffixes.length === 1) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    for (const suffix of suffixes) copyFileSync(file + suffix, join(dir, `almanac.db${suffix}`))
    db.close()

    const backup = join(writable, 'copy')
    const DATABASE_URL = `sqlite:${join(dir, 'almanac.db')}`
    const { code, err } = await withoutWriteAccess(dir, writable, () =>
      runHere({ ...env, DATABASE_URL }, 'backup', backup),
    )
    assert.deepEqual([code, err], [0, ''])
    assert.equal(titleIn(backup), 'after')
    assert.equal(statSync(backup).mode & 0o777, 0o600)
    assert.deepEqual([readdirSync(dir).toSorted(), readdirSync(writable)], [files.toSorted(), ['copy']])
  })
}

test('a backup never replaces the database itself or a special file', async () => {
  const { file, copy, env } = await createDatabaseWithTag('only one')
  const open = await openDatabase(`sqlite:${file}`)
  await runHere(env, 'backup', copy)
  symlinkSync(file, `${file}.link`)
  for (const place of [file, `${file}-wal`, `${file}.link`]) {
    const { code, err } = await runHere(env, 'backup', place, '--force')
    assert.deepEqual([code, /is the database itself; choose another file$/.test(err)], [1, true], `${place}: ${err}`)
  }
  await open.close()
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const place of [folder, pipe]) {
    const { code, err } = await runHere(env, 'backup', place, '--force')
    assert.deepEqual([code, / is not a regular file; choose another$/.test(err)], [1, true], `${place}: ${err}`)
  }
  const { code } = await runHere({ ...env, DATABASE_URL: `sqlite:${pipe}` }, 'restore', copy, '--force')
  assert.equal(code, 1)
  assert.equal(statSync(pipe).isFIFO(), true)
})

test('a restore replaces the target of a symbolic link', async () => {
  const { copy, env: source } = await createDatabaseWithTag('new')
  await runHere(source, 'backup', copy)
  const { file, env } = await createDatabaseWithTag('old')
  const link = join(folder, 'link.db')
  symlinkSync(file, link)
  const { code, err } = await runHere({ ...env, DATABASE_URL: `sqlite:${link}` }, 'restore', copy, '--force')
  assert.equal(code, 0, err)
  assert.deepEqual([titleIn(file), lstatSync(link).isSymbolicLink()], ['new', true])
})

test('an absent folder is named in the error', async () => {
  const { env } = await createDatabaseWithTag('nowhere to go')
  const { code, err } = await runHere(env, 'backup', join(folder, 'none', 'x.copy'))
  assert.deepEqual([code, err], [1, `almanac: the folder ${join(folder, 'none')} does not exist`])
})

test('temporary files of an exited process are deleted', async () => {
  const { copy, env } = await createDatabaseWithTag('again')
  // No process has this id: on Linux they are at most 2^22.
  const left = join(folder, `.${copy.split('/').at(-1)}.99999999.unfinished`)
  writeFileSync(left, 'half')
  writeFileSync(`${left}-journal`, 'half')
  assert.equal((await runHere(env, 'backup', copy)).code, 0)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('unfinished')),
    [],
  )
})

test('a restore deletes resized pictures of the previous database', async () => {
  const { copy, env } = await createDatabaseWithTag('pictures')
  await runHere(env, 'backup', copy)
  const sizes = join(folder, 'data', 'picture-sizes')
  mkdirSync(sizes, { recursive: true })
  await runHere({ DATABASE_URL: `sqlite:${folder}/other-place.db`, DATA_DIR: join(folder, 'data') }, 'restore', copy)
  assert.equal(existsSync(sizes), false)
})

test('a database file of 0 bytes is an error, not a new calendar', async () => {
  const file = join(folder, 'truncated.db')
  writeFileSync(file, '')
  const env = { DATABASE_URL: `sqlite:${file}`, DATA_DIR: folder }
  for (const command of [['serve', '--port', '0'], ['migrate'], ['backup', join(folder, 'truncated.copy')]]) {
    const { code, err } = await runHere(env, ...command)
    assert.deepEqual(
      [code, err],
      [1, `almanac: ${file} is empty (0 bytes): restore a backup, or delete the file to begin a new calendar`],
      command[0],
    )
  }
  assert.match((await runHere(env, 'doctor')).out, /✗ The database is unavailable \(.* is empty \(0 bytes\)/)
  assert.equal(statSync(file).size, 0)
})

test('a lost database beside its backups is an error of doctor', async () => {
  const { env, file } = await createDatabaseWithTag('lost')
  const BACKUP_DIR = join(folder, 'lost')
  mkdirSync(BACKUP_DIR)
  await runHere(env, 'backup', join(BACKUP_DIR, backupFileName(COMMAND_NOW)))
  rmSync(file)
  const { code, out } = await runHere({ ...env, BACKUP_DIR }, 'doctor')
  assert.equal(code, 1)
  assert.match(
    out,
    /✗ The database has 0 records; almanac-2030-03-17T17-46-40Z\.backup in .* has 1 of another calendar\./,
  )
})
