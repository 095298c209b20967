import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { runToEnd, scratchFolder, serve } from '../kit/processes/serve.ts'

const SECRET = 'hunter2hunter2'
const { folder, remove } = scratchFolder()
after(remove)

const noSecret = (text: string) => assert.doesNotMatch(text, new RegExp(`${SECRET}|${btoa(`:${SECRET}`).slice(4, 16)}`))

/** Requests with a secret in each place where one may be sent: successful, refused and malformed ones. */
const REQUESTS: [method: string, path: string, init?: RequestInit][] = [
  ['GET', `/cal/events/v1/events?token=${SECRET}&api_key=${SECRET}&password=${SECRET}`],
  ['GET', `/?secret=${SECRET}`],
  ['GET', '/wp-json/wp/v2/users/me', { headers: { authorization: `Basic ${btoa(`admin:${SECRET}`)}` } }],
  ['GET', '/cal/events/v1/events', { headers: { authorization: `Basic ${btoa(`admin:wrong${SECRET}`)}` } }],
  ['GET', '/cal/events/v1/events', { headers: { authorization: `Bearer alm_${SECRET}` } }],
  ['GET', '/cal/events/v1/events', { headers: { cookie: `session=${SECRET}`, 'x-api-key': SECRET } }],
  ['POST', '/cal/events/v1/events', { headers: { 'content-type': 'application/json' }, body: `{"title":"${SECRET}"` }],
  [
    'POST',
    '/cal/events/v1/events',
    { headers: { 'content-type': 'application/json' }, body: `{"password":"${SECRET}"}` },
  ],
  [
    'POST',
    `/cal/events/v1/events?password=${SECRET}`,
    { headers: { 'content-type': 'multipart/form-data' }, body: SECRET },
  ],
  ['POST', '/cal/events/v1/media', { headers: { 'content-type': 'image/png' }, body: SECRET }],
  ['DELETE', `/cal/events/v1/events/1?token=${SECRET}`],
]

test('a server writes no secret to log or responses, even at the most verbose log level', async () => {
  const env = { DATA_DIR: folder, LOG_LEVEL: 'debug', ALMANAC_ADMIN_PASSWORD: SECRET }
  const { child, origin, ended, said } = await serve(env)
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  for (const [method, path, init] of REQUESTS) {
    const response = await fetch(origin + path, { method, ...init })
    const received = `${JSON.stringify([...response.headers])}${await response.text()}`
    // Only pages contain the requested URL.
    if (!path.includes(SECRET)) noSecret(received)
  }
  const image = `http://user:${SECRET}@127.0.0.1:1/a.png`
  const headers = { authorization: `Basic ${btoa(`admin:${SECRET}`)}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'x', start_date: '2031-01-01', end_date: '2031-01-01', image })
  noSecret(await (await fetch(`${origin}/cal/events/v1/events`, { method: 'POST', headers, body })).text())
  child.kill('SIGTERM')
  await Promise.all([ended, once(child, 'close')])
  assert.match(output, /"msg":"request completed"/)
  assert.match(said(), /The administrator is "admin", with the password from ALMANAC_ADMIN_PASSWORD\./)
  noSecret(said() + output)
})

test('commands print no configured password, valid or misspelled', async () => {
  const env = { LOG_LEVEL: 'debug', ALMANAC_ADMIN_PASSWORD: SECRET }
  for (const [command, expected] of [
    [['demo', '--events', '3'], /The administrator is "admin"/],
    [['doctor'], /ALMANAC_ADMIN_PASSWORD still signs in/],
    [['users', 'list'], /admin/],
    [['serve', '--workers', '0'], /WORKERS: must be/],
    [['migrate', '--admin-password', 'two', SECRET], /unexpected argument; values with spaces must be quoted/],
    [['migrate', '--admin-pasword', SECRET], /Unknown option/],
  ] as const) {
    const { out, err } = await runToEnd({ ...env, DATA_DIR: join(folder, 'commands') }, [...command])
    assert.match(out + err, expected)
    noSecret(out + err)
  }
})

test('a first start with two workers prints no configured password', async () => {
  const env = { DATA_DIR: join(folder, 'workers'), WORKERS: '2', LOG_LEVEL: 'debug', ALMANAC_ADMIN_PASSWORD: SECRET }
  const { child, ended, said } = await serve(env)
  const output = text(child.stderr as Readable)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  noSecret(said() + (await output))
})

test('a failing command prints no secret', async () => {
  for (const url of [
    `postgres://almanac:${SECRET}@127.0.0.1:1/almanac`,
    `postgres://almanac:${SECRET}@nowhere.invalid/almanac`,
    `postgres://almanac:${SECRET}@[::1/almanac`,
    `mysql://almanac:${SECRET}@127.0.0.1/almanac`,
  ]) {
    for (const command of [['migrate'], ['users', 'list'], ['serve'], ['check'], ['doctor']]) {
      const env = { DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'debug', ALMANAC_ADMIN_PASSWORD: SECRET }
      const { code, out, err } = await runToEnd(env, command)
      assert.notEqual(code, 0, command.join(' '))
      noSecret(out + err)
    }
  }
})
