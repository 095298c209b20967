import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { runHere } from '../kit/processes/command.ts'
import { scratchFolder } from '../kit/processes/serve.ts'

const { folder, remove } = scratchFolder()
after(remove)

let count = 0

/** A calendar with a tag of this name, and where its copies may go. */
async function calendarWith(name: string) {
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

test('a calendar that is there is replaced only when told so, and kept aside', async () => {
  const { copy, env: source } = await calendarWith('new')
  await runHere(source, 'backup', copy)
  const { file, env } = await calendarWith('old')
  chmodSync(file, 0o640)
  const refused = await runHere(env, 'restore', copy)
  assert.match(refused.err, /there is a calendar in .*; replace it with --force, it is kept aside under another name$/)
  assert.equal(titleIn(file), 'old')

  const { code, out } = await runHere(env, 'restore', copy, '--force')
  assert.equal(code, 0)
  assert.match(out, new RegExp(`kept as ${file}\\.before-2030-03-17T17-46-40Z; remove it`))
  assert.equal(titleIn(file), 'new')
  assert.equal(titleIn(`${file}.before-2030-03-17T17-46-40Z`), 'old')
  assert.equal(statSync(file).mode & 0o777, 0o640, 'whoever could read it still can')
  const tables = new DatabaseSync(file, { readOnly: true })
  assert.equal(tables.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup_manifest'").get(), undefined)
  tables.close()
})

test('a copy in which one letter changed is not brought back', async () => {
  const { copy, env } = await calendarWith('a name of which one letter changes')
  await runHere(env, 'backup', copy)
  const bytes = readFileSync(copy)
  const at = bytes.indexOf('one letter changes')
  bytes.write('0', at)
  writeFileSync(copy, bytes)
  const { code, err } = await runHere({ DATABASE_URL: `sqlite:${folder}/never.db`, DATA_DIR: folder }, 'restore', copy)
  assert.equal(code, 1)
  assert.match(err, /is not what was copied: tag_text \(1 rows, found 1\)/)
  assert.equal(existsSync(join(folder, 'never.db')), false)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('unfinished')),
    [],
  )
})

test('numbers beyond those of JavaScript are compared to their last digit', async () => {
  const { file, copy, env } = await calendarWith('large')
  const db = new DatabaseSync(file)
  db.exec(`INSERT INTO tag (id, original_language) VALUES (9009810594856961, 'en')`)
  db.close()
  assert.equal((await runHere(env, 'backup', copy)).err, '')
  const altered = new DatabaseSync(copy)
  altered.exec('UPDATE tag SET id = 9009810594856960 WHERE id = 9009810594856961')
  altered.close()
  const target = { DATABASE_URL: `sqlite:${folder}/large-place.db`, DATA_DIR: folder }
  assert.match((await runHere(target, 'restore', copy)).err, /is not what was copied: tag \(2 rows, found 2\)/)
})

test('a damaged calendar is replaced when told so', async () => {
  const { file, copy, env } = await calendarWith('whole')
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
  assert.equal(existsSync(`${file}-wal`), false, 'nothing of it is taken for a part of the new one')
  assert.equal(titleIn(file), 'whole')
})

test('a copy made by other means can be brought back, but not without its -wal file', async () => {
  const { file } = await calendarWith('by hand')
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

test('a database of something else is neither brought back nor replaced', async () => {
  const other = join(folder, 'other.db')
  const db = new DatabaseSync(other)
  db.exec('CREATE TABLE letter (text TEXT)')
  db.close()
  const { copy, env } = await calendarWith('here')
  await runHere(env, 'backup', copy)
  assert.match((await runHere(env, 'restore', other, '--force')).err, /is a database, but no calendar of Almanac/)
  assert.match(
    (await runHere({ ...env, DATABASE_URL: `sqlite:${other}` }, 'restore', copy)).err,
    /there is a calendar in/,
  )
})

test('a copy with a trigger, a view or a table of somebody else is not brought back', async () => {
  for (const foreign of [
    'CREATE TRIGGER sly AFTER INSERT ON event BEGIN DELETE FROM account; END',
    'CREATE VIEW backup_manifest AS SELECT 1 AS name',
    'CREATE TABLE other (x)',
    'DROP INDEX event_lasting',
  ]) {
    const { copy, env } = await calendarWith('x')
    copyFileSync(env.DATABASE_URL.slice('sqlite:'.length), copy)
    const db = new DatabaseSync(copy)
    db.exec(foreign)
    db.close()
    const target = { DATABASE_URL: `sqlite:${folder}/foreign.db`, DATA_DIR: folder }
    const { code, err } = await runHere(target, 'restore', copy)
    assert.deepEqual([code, existsSync(join(folder, 'foreign.db'))], [1, false], foreign)
    assert.match(
      err,
      /is not built as a calendar of Almanac: (trigger sly|view backup_manifest|table other|index event_lasting) is not$/,
    )
  }
})

test('a calendar that is not there cannot be copied', async () => {
  const env = { DATABASE_URL: `sqlite:${folder}/nowhere.db`, DATA_DIR: folder }
  const { code, err } = await runHere(env, 'backup', join(folder, 'nothing.copy'))
  assert.deepEqual(
    [code, existsSync(join(folder, 'nothing.copy')), existsSync(join(folder, 'nowhere.db'))],
    [1, false, false],
  )
  assert.match(err, /there is no database .*nowhere\.db; check --data-dir/)
})

test('what a killed server left in its -wal file is in the copy', async () => {
  const { file, copy } = await calendarWith('before')
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; UPDATE tag_text SET title = 'in the -wal file'`)
  // As a killed process leaves them: nothing is put in place.
  const left = join(folder, 'left.db')
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, left + suffix)
  db.close()
  assert.ok(statSync(`${left}-wal`).size > 0)
  assert.equal((await runHere({ DATABASE_URL: `sqlite:${left}`, DATA_DIR: folder }, 'backup', copy)).err, '')
  assert.equal(titleIn(copy), 'in the -wal file')
})

test('a copy never takes the place of the calendar, nor of what is no file', async () => {
  const { file, copy, env } = await calendarWith('only one')
  const open = await openDatabase(`sqlite:${file}`)
  await runHere(env, 'backup', copy)
  symlinkSync(file, `${file}.link`)
  for (const place of [file, `${file}-wal`, `${file}.link`]) {
    const { code, err } = await runHere(env, 'backup', place, '--force')
    assert.deepEqual([code, /is the calendar itself; name another file$/.test(err)], [1, true], `${place}: ${err}`)
  }
  await open.close()
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const place of [folder, pipe]) {
    const { code, err } = await runHere(env, 'backup', place, '--force')
    assert.deepEqual([code, / is no file; name one$/.test(err)], [1, true], `${place}: ${err}`)
  }
  const { code } = await runHere({ ...env, DATABASE_URL: `sqlite:${pipe}` }, 'restore', copy, '--force')
  assert.equal(code, 1)
  assert.equal(statSync(pipe).isFIFO(), true)
})

test('a calendar behind a link is replaced where it is', async () => {
  const { copy, env: source } = await calendarWith('new')
  await runHere(source, 'backup', copy)
  const { file, env } = await calendarWith('old')
  const link = join(folder, 'link.db')
  symlinkSync(file, link)
  const { code, err } = await runHere({ ...env, DATABASE_URL: `sqlite:${link}` }, 'restore', copy, '--force')
  assert.equal(code, 0, err)
  assert.deepEqual([titleIn(file), lstatSync(link).isSymbolicLink()], ['new', true])
})

test('a folder that is not there is named', async () => {
  const { env } = await calendarWith('nowhere to go')
  const { code, err } = await runHere(env, 'backup', join(folder, 'none', 'x.copy'))
  assert.deepEqual([code, err], [1, `almanac: the folder ${join(folder, 'none')} does not exist`])
})

test('what an ended process left unfinished is taken away', async () => {
  const { copy, env } = await calendarWith('again')
  // No process has this number: Linux gives none above 2^22.
  const left = join(folder, `.${copy.split('/').at(-1)}.99999999.unfinished`)
  writeFileSync(left, 'half')
  writeFileSync(`${left}-journal`, 'half')
  assert.equal((await runHere(env, 'backup', copy)).code, 0)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('unfinished')),
    [],
  )
})

test('resized pictures of the calendar before are gone', async () => {
  const { copy, env } = await calendarWith('pictures')
  await runHere(env, 'backup', copy)
  const sizes = join(folder, 'data', 'picture-sizes')
  mkdirSync(sizes, { recursive: true })
  await runHere({ DATABASE_URL: `sqlite:${folder}/other-place.db`, DATA_DIR: join(folder, 'data') }, 'restore', copy)
  assert.equal(existsSync(sizes), false)
})
