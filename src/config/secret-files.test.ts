import { deepEqual, throws } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ConfigError } from './config-types.ts'
import { readSecretFiles } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-secrets-'))
after(() => rmSync(folder, { recursive: true }))

function secretFile(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('secrets are read from files, without the line break at the end', () => {
  const smtp = secretFile('smtp', 'smtp://user:pass word@mail.example\r\n')
  const token = secretFile('token', ' a token with spaces ')
  const { SMTP_URL, METRICS_TOKEN, PORT } = readSecretFiles({
    SMTP_URL_FILE: smtp,
    METRICS_TOKEN_FILE: token,
    PORT: '1',
  })
  deepEqual([SMTP_URL, METRICS_TOKEN, PORT], ['smtp://user:pass word@mail.example', ' a token with spaces ', '1'])
})

test('only variables with secrets can be files, and an empty name of a file means none', () => {
  const env = { PORT_FILE: secretFile('port', '99'), DATABASE_URL_FILE: ' ', DATABASE_URL: 'sqlite:a.db' }
  deepEqual(readSecretFiles(env), env)
})

test('a variable takes precedence over its file', () => {
  const env = { DATABASE_URL_FILE: '/nowhere/url', DATABASE_URL: 'sqlite:a.db' }
  deepEqual(readSecretFiles(env), env)
})

for (const [what, env, message] of [
  ['is missing', { OIDC_CLIENT_SECRET_FILE: '/nowhere/secret' }, /^OIDC_CLIENT_SECRET_FILE: cannot be read \(ENOENT/],
  ['is empty', { METRICS_TOKEN_FILE: secretFile('empty', '\n') }, /^METRICS_TOKEN_FILE: .*the file is empty/],
  ['is a folder', { METRICS_TOKEN_FILE: folder }, /^METRICS_TOKEN_FILE: cannot be read/],
  ['is too large', { SMTP_URL_FILE: secretFile('large', 'x'.repeat(65_537)) }, /^SMTP_URL_FILE: .*larger than 65536/],
] as const) {
  test(`a secret file that ${what} prevents the start`, () => {
    throws(() => readSecretFiles(env), { name: new ConfigError('').name, message })
  })
}
