import { deepEqual, equal, match } from 'node:assert/strict'
import { userInfo } from 'node:os'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listAuditEntries } from '../../src/audit/list-audit-entries.ts'
import type { presentAuditEntry } from '../../src/audit/present-audit-entry.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { startDeletingExpiredData } from '../../src/cli/serving/schedules/delete-old-data-repeatedly.ts'
import { parseConfig } from '../../src/config/parse-config.ts'
import { readEnvironmentVariables } from '../../src/config/read-env.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine, onSqlite } from '../kit/engines/engines.ts'

const NOW = 1_900_000_000 // 2030-03-17 17:46:40 UTC
type Entry = ReturnType<typeof presentAuditEntry>

const ACTOR = `cli:${userInfo().username}`

/** Returns a function that runs commands on a database, and returns their output. */
const commandsOn =
  (url: string) =>
  async (...argv: string[]): Promise<string> => {
    const lines: string[] = []
    const code = await runCommand(argv, {
      env: { DATABASE_URL: url },
      out: (text) => lines.push(text),
      err: (text) => lines.push(text),
      signal: new AbortController().signal,
      now: () => NOW,
    })
    equal(code, argv.includes('--wrong') ? 2 : 0, lines.join('\n'))
    return lines.join('\n')
  }

onSqlite('the audit log and the command line', (engine) => {
  const formatEntry = ({ user, action, collection, fields, title }: Entry) =>
    [user, action, collection, fields, title].join(' | ')
  const rowsIn = (text: string): Entry[] =>
    text
      .split('\n')
      .map((line) => JSON.parse(line) as Entry)
      .reverse()

  test('has an entry for each command that writes, without secrets', async () => {
    const run = commandsOn(await engine.url())
    const secrets = [
      await run('users', 'add', 'anna', '--role', 'administrator'),
      await run('users', 'password', 'anna', '--name', 'laptop'),
      await run('users', 'token', 'anna', '--name', 'robot'),
    ].map((text) => text.split(': ').at(-1) ?? '')
    await run('users', 'add', 'bert', '--role', 'author', '--application-password', 'a chosen password')
    await run('users', 'role', 'Bert', 'editor')
    await run('users', 'password', 'anna', '--revoke', '2')
    await run('users', 'token', 'anna', '--revoke', '1')
    await run('users', 'remove', 'bert')
    await run('settings', 'set', 'title', 'Quay')
    await run('users', 'list')
    const text = await run('audit', '--json')
    deepEqual(
      rowsIn(text).map(formatEntry),
      [
        'created | users |  | anna',
        'created | application-passwords |  | anna: laptop',
        'created | tokens |  | anna: robot',
        'created | users |  | bert',
        'updated | users | role | bert',
        'deleted | application-passwords |  | anna: laptop',
        'deleted | tokens |  | anna: robot',
        'deleted | users |  | bert',
        'updated | settings | title | ',
      ].map((line) => `${ACTOR} | ${line}`),
    )
    for (const secret of [...secrets, 'a chosen password']) equal(text.includes(secret), false)
  })

  test('is printed as a table of the selected entries', async () => {
    const run = commandsOn(await engine.url())
    await run('users', 'add', 'anna', '--role', 'administrator', '--application-password', 'a long password')
    for (const title of ['One', 'Two']) await run('settings', 'set', 'title', title)
    await run('settings', 'set', 'timezone', 'Europe/Berlin')
    const [head, ...lines] = (await run('audit', '--collection', 'settings', '--limit', '2')).split('\n')
    match(head ?? '', /^ {2}WHEN +WHO +DID +WHAT +TITLE +FIELDS$/)
    equal(lines.length, 2)
    match(lines[0] ?? '', /^ {2}2030-03-17 18:46:40 {2}cli:\S+ {2}updated {2}settings +timezone$/)
    equal((await run('audit', '--since', 'tomorrow')).split('\n').length, 1)
    equal((await run('audit', '--since', '2030-03-17')).split('\n').length, 5)
    equal((await run('audit', '--user', 'nobody', '--record', '1', '--action', 'created')).split('\n').length, 1)
    match(await run('audit', '--since', 'soonish', '--wrong').catch(String), /wrong/)
  })

  test('has one entry for a whole demo', async () => {
    const run = commandsOn(await engine.url())
    await run('demo', '--events', '12', '--seed', 'two words')
    await run('demo', '--events', '3')
    deepEqual(rowsIn(await run('audit', '--json')).map(formatEntry), [
      `${ACTOR} | created | users |  | admin`,
      `${ACTOR} | imported | events |  | 12 events of the demo "two words"`,
      `${ACTOR} | imported | events |  | 3 events of the demo "amselfurt"`,
    ])
  })
})

forEachEngine('the retention of the audit log', (engine) => {
  test('loses old entries only with AUDIT_DAYS', async () => {
    const url = await engine.url()
    await commandsOn(url)('settings', 'set', 'title', 'Quay')
    const db = await openDatabase(url)
    try {
      const countAfterRetention = async (env: Record<string, string>, now: number) => {
        const stop = startDeletingExpiredData(db, parseConfig(readEnvironmentVariables(env)), {
          now: () => now,
          log: { error() {} },
        })
        await sleep(1)
        await stop()
        return (await listAuditEntries(db, {}, { page: 1, perPage: 9 })).total
      }
      const YEAR = 365 * 86_400
      equal(await countAfterRetention({}, NOW + 50 * YEAR), 1)
      equal(await countAfterRetention({ AUDIT_DAYS: '365' }, NOW + YEAR), 1)
      equal(await countAfterRetention({ AUDIT_DAYS: '365' }, NOW + YEAR + 1), 0)
    } finally {
      await db.close()
    }
  })
})
