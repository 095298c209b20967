import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createCredentialVerifier } from '../../src/accounts/verify-credentials.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { COMMANDS } from '../../src/cli/table-of-commands.ts'
import { ENVIRONMENT_VARIABLES } from '../../src/config/environment-variables.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine, onSqlite, urlOf } from '../kit/engines/engines.ts'
import { programEnvironment } from '../kit/processes/serve.ts'

const NOW = 1_900_000_000 // 2030-03-17

/** Runs a command in this process. */
async function run(env: Record<string, string>, ...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(argv, {
    env,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    signal: new AbortController().signal,
    now: () => NOW,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
const lastWords = (text: string) => text.split(': ').at(-1) ?? ''

onSqlite('commands while a server is running', (engine) => {
  let env: Record<string, string>
  let server: Database
  before(async () => {
    env = { DATABASE_URL: await engine.url() }
    server = await openDatabase(env.DATABASE_URL as string)
    await run(env, 'users', 'add', 'root', '--role', 'administrator', '--application-password', 'a long password')
  })
  after(() => server.close())

  const signIn = async (authorization: string) =>
    (await createCredentialVerifier(server).authenticate(authorization, NOW)).role

  test('users add prints the generated password once', async () => {
    const flags = ['--role', 'editor', '--email', 'Bob@example.org', '--name', 'Bob B.']
    const { code, out, err } = await run(env, 'users', 'add', 'Bob', ...flags)
    deepEqual([code, err], [0, ''])
    match(out, /^Added the editor "bob"\.\nApplication password, shown only once: ([A-Za-z0-9]{4} ?){6}$/)
    equal(await signIn(basic('bob', lastWords(out))), 'editor')
  })

  test('users add accepts a password, and warns when it is short', async () => {
    const flags = ['--role', 'author', '--application-password']
    const short = await run(env, 'users', 'add', 'ann', ...flags, 'pw')
    deepEqual([short.code, short.out], [0, 'Added the author "ann".'])
    match(short.err, /short/)
    equal(await signIn(basic('ann', 'pw')), 'author')
    equal((await run(env, 'users', 'add', 'zoe', ...flags, 'long enough to be good')).err, '')
    const empty = await run(env, 'users', 'add', 'eve', ...flags, ' ')
    deepEqual([empty.code, empty.err], [1, 'almanac: an application password cannot be empty'])
    doesNotMatch((await run(env, 'users', 'list')).out, /eve/)
  })

  test('users list names all users and no secrets', async () => {
    const { code, out } = await run(env, 'users', 'list')
    equal(code, 0)
    match(out, /LOGIN +ROLE +NAME +E-MAIL/)
    match(out, /bob +editor +Bob B\. +bob@example\.org/)
    const hashes = await server.all<{ hash: string }>(sql`SELECT hash FROM application_password`)
    for (const secret of [...hashes.map(({ hash }) => hash), 'scrypt', 'pw', 'a long password']) {
      equal(out.includes(secret), false)
    }
  })

  test('users password adds, lists and revokes', async () => {
    const added = await run(env, 'users', 'password', 'zoe', '--name', 'phone')
    const secret = lastWords(added.out)
    equal(await signIn(basic('zoe', secret)), 'author')
    const { out } = await run(env, 'users', 'password', 'zoe', '--list')
    const [, id = ''] = /(\d+) +2030-03-17 +never +phone/.exec(out) ?? []
    equal(out.includes(secret), false)
    equal((await run(env, 'users', 'password', 'zoe', '--revoke', id)).out, `Application password ${id} revoked.`)
    equal(await signIn(basic('zoe', secret)).catch((error: Error) => error.message), 'incorrect_password')
    match(
      (await run(env, 'users', 'password', 'zoe', '--revoke', id)).err,
      /"zoe" has no application password with the id/,
    )
  })

  test('users token adds, lists and revokes', async () => {
    const added = await run(env, 'users', 'token', 'zoe', '--expires-in-days', '2')
    const token = lastWords(added.out)
    match(token, /^alm_[\w-]{43}$/)
    equal(await signIn(`Bearer ${token}`), 'author')
    const { out } = await run(env, 'users', 'token', 'zoe', '--list')
    const [, id = ''] = /(\d+) +2030-03-17 +2030-03-19 +command line/.exec(out) ?? []
    equal(out.includes(token), false)
    match((await run(env, 'users', 'token', 'bob', '--revoke', id)).err, /"bob" has no token with the id/)
    equal((await run(env, 'users', 'token', 'zoe', '--revoke', id)).code, 0)
    equal(await signIn(`Bearer ${token}`).catch((error: Error) => error.message), 'rest_invalid_token')
  })

  test('users role and users remove change users', async () => {
    equal((await run(env, 'users', 'role', 'ann', 'subscriber')).out, '"ann" is now subscriber.')
    equal(await signIn(basic('ann', 'pw')), 'subscriber')
    equal((await run(env, 'users', 'remove', 'ann', '--reassign-to', 'zoe')).out, 'Removed "ann".')
    doesNotMatch((await run(env, 'users', 'list')).out, /ann/)
    const last = await run(env, 'users', 'remove', 'root')
    deepEqual([last.code, last.out], [1, ''])
    match(last.err, /^almanac: "root" is the last administrator/)
  })

  test('settings are read and changed', async () => {
    deepEqual(await run(env, 'settings', 'get', 'per_page'), { code: 0, out: '4', err: '' })
    deepEqual(await run(env, 'settings', 'set', 'per_page', '10'), { code: 0, out: 'per_page is now 10.', err: '' })
    match((await run(env, 'settings', 'get')).out, /title +Almanac\n.*timezone +UTC\n +per_page +10\n/)
    const wrong = await run(env, 'settings', 'set', 'per_page', '51')
    deepEqual(wrong, { code: 1, out: '', err: 'almanac: per_page must be a number from 1 to 50.' })
    match((await run(env, 'settings', 'set', 'nothing', '1')).err, /no setting "nothing"; the settings are title, /)
  })

  test('migrate reports that the database is up to date', async () => {
    deepEqual(await run(env, 'migrate'), { code: 0, out: 'The database is up to date.', err: '' })
    deepEqual(await run({}, 'migrate', '--database-url', env.DATABASE_URL as string), await run(env, 'migrate'))
  })
})

forEachEngine('databases that cannot be opened', (engine) => {
  test('a newer database is not opened', async () => {
    const url = await engine.url()
    const db = await openDatabase(url)
    await db.transaction((tx) => tx.run(sql`INSERT INTO migration (name) VALUES ('9999-future')`))
    await db.close()
    const { code, err } = await run({ DATABASE_URL: url }, 'users', 'list')
    equal(code, 1)
    match(err, /^almanac: the database was written by a newer Almanac .*; start that version instead$/)
  })

  test('an absent database is named in the error', async () => {
    const url = await engine.url()
    const absent = engine.name === 'sqlite' ? 'sqlite:/' : urlOf(url, 'absent')
    const { code, err } = await run({ DATABASE_URL: absent }, 'users', 'list')
    equal(code, 1)
    match(err, engine.name === 'sqlite' ? /cannot be opened; check/ : /no such database .*"absent"/)
  })
})

test('an unreachable PostgreSQL server is named in the error, without the password', async () => {
  const { code, err } = await run({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }, 'users', 'list')
  equal(code, 1)
  match(err, /^almanac: PostgreSQL does not answer \(.*127\.0\.0\.1:1\)/)
  doesNotMatch(err, /secret|\n/)
})

test('a file that is not a database, and a file in place of the folder, are named in the error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-cli-'))
  try {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'words, words, words '.repeat(100))
    match((await run({ DATABASE_URL: `sqlite:${file}` }, 'migrate')).err, /is not a database; configure another file/)
    match((await run({ DATA_DIR: file }, 'migrate')).err, /notes\.txt is not a folder; .*--data-dir/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

for (const [why, argv, message] of [
  ['an unknown command', ['nope'], /no command "nope"; `almanac --help`/],
  ['an unknown topic of help', ['help', 'nope'], /no help on "nope"; there is on: serve,.* environment$/],
  ['the name of an object property as command', ['constructor'], /no command "constructor"/],
  ['users without a subcommand', ['users'], /users needs one of: add, list/],
  ['an unknown subcommand of users', ['users', 'toString'], /users needs one of/],
  ['an unknown flag', ['users', 'list', '--nope'], /--nope/],
  ['no role', ['users', 'add', 'bob'], /missing: --role/],
  ['no login', ['users', 'add', '--role', 'editor'], /missing: login/],
  ['an extra argument', ['settings', 'set', 'title', 'My', 'Calendar'], /unexpected: Calendar/],
  ['an invalid id', ['users', 'token', 'bob', '--revoke', 'x'], /needs an id/],
  [
    'two exclusive flags',
    ['users', 'token', 'bob', '--list', '--revoke', '1'],
    /--list and --revoke exclude each other/,
  ],
  ['an invalid number of days', ['users', 'token', 'bob', '--expires-in-days', '0'], /whole number from 1/],
] as const) {
  test(`wrong usage exits with 2 and a one-line message: ${why}`, async () => {
    const { code, out, err } = await run({ DATABASE_URL: 'postgres://never-asked.invalid/x' }, ...argv)
    deepEqual([code, out], [2, ''])
    match(err, message)
    doesNotMatch(err, /\n/)
  })
}

test('help names every command, and no setting', async () => {
  const { code, out } = await run({}, '--help')
  equal(code, 0)
  for (const name of Object.keys(COMMANDS)) match(out, new RegExp(`almanac ${name}\\b`))
  match(out, /almanac help environment\n/)
  doesNotMatch(out, /DATABASE_URL \(|--database-url/)
  equal((await run({}, 'help')).out, out)
})

test('help on the environment names every setting', async () => {
  const { code, out } = await run({}, 'help', 'environment')
  equal(code, 0)
  for (const { name, flag, description } of Object.values(ENVIRONMENT_VARIABLES)) {
    for (const word of [name, `--${flag}`, description]) equal(out.includes(word), true, word)
  }
})

test('help on a command shows only its own options, and where the settings are', async () => {
  for (const name of Object.keys(COMMANDS)) {
    const { code, out } = await run({}, name, '--help')
    equal(code, 0)
    deepEqual(new Set([...out.matchAll(/^ {2}almanac (\w+)/gm)].map(([, named]) => named)), new Set([name]))
    for (const { flag } of Object.values(ENVIRONMENT_VARIABLES)) {
      // `import tec` has an option with the name of the setting: the languages of the site that is imported.
      if (name !== 'import' || flag !== 'languages') equal(out.includes(`--${flag}`), false, flag)
    }
    match(out, /almanac help environment$/)
    equal((await run({}, 'help', name)).out, out)
  }
  equal((await run({}, 'users', 'add', '--help')).out, (await run({}, 'help', 'users')).out)
})

/** Runs the program in a child process. */
async function start(argv: string[], env: Record<string, string> = {}, nodeFlags: string[] = []) {
  const main = join(import.meta.dirname, '../../src/main.ts')
  const child = spawn(process.execPath, [...nodeFlags, main, ...argv], { env: { ...programEnvironment(), ...env } })
  const written = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    written.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    written.err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, ...written }
}

test('the program sets the exit code', async () => {
  const version = await start(['--version'])
  deepEqual([version.code, version.err], [0, ''])
  match(version.out, /^\d+\.\d+\.\d+\n$/)
  equal((await start(['nope'])).code, 2)
  const failed = await start(['migrate'], { PORT: 'x' })
  deepEqual(failed, { code: 1, out: '', err: 'almanac: PORT: must be a port from 0 to 65535, not "x"\n' })
})

test('listing users does not load the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-cli-'))
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { process.stderr.write(url + ' '); return next(url, context) } })`
  try {
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
    const { code, out, err } = await start(['users', 'list'], { DATA_DIR: folder }, flags)
    equal(code, 0)
    match(out, /LOGIN/)
    match(err, /src\/cli\/commands\/users\.ts/)
    doesNotMatch(err, /src\/http\/|src\/collections\/|fastify/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const PROGRAM = join(import.meta.dirname, '../../bin/almanac.js')

/** Runs Node. @returns exit code and output */
async function runPostgresProgram(...argv: string[]) {
  const child = spawn(process.execPath, argv, { env: programEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

test('an old version of Node prints one line that says what to do', async () => {
  const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.20.2'}})`
  for (const command of ['serve', 'doctor']) {
    const { code, output } = await runPostgresProgram('--import', old, PROGRAM, command)
    equal(code, 1)
    match(output, /^almanac: this is Node 20\.20\.2, but Node 24 or newer is needed: install it .*npm ci.*\n$/)
  }
})

test('the program runs through a symbolic link on the PATH', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-path-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const link = join(folder, 'almanac')
  symlinkSync(PROGRAM, link)
  const { code, output } = await runPostgresProgram(link, '--version')
  deepEqual([code, /^\d+\.\d+\.\d+/.test(output)], [0, true])
})
