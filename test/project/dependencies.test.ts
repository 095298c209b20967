import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))

/** Licences that let anyone run, change and distribute packages together with Almanac. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

interface Locked {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
}

const installed = Object.entries(read('package-lock.json').packages as Record<string, Locked>).filter(
  ([path, { dev }]) => path !== '' && dev !== true,
)

test('every dependency has an exact version and an integrity hash', () => {
  for (const file of ['package.json', 'generated-clients/package.json']) {
    const { dependencies, devDependencies } = read(file) as Record<string, Record<string, string>>
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
    }
  }
  for (const [path, { integrity }] of installed) assert.match(String(integrity), /^sha512-/, path)
})

test('every production dependency has an allowed licence', () => {
  for (const [path, { license = 'none' }] of installed) {
    for (const one of license.replace(/[()]/g, '').split(/ (?:AND|OR) /))
      assert.ok(ALLOWED.has(one), `${path}: ${license}`)
  }
})

test('npm run sbom lists all dependencies without network access', () => {
  const command = ['run', '--silent', 'sbom']
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_offline: 'true' }
  const list = JSON.parse(
    execFileSync('npm', command, { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  assert.equal(list.bomFormat, 'CycloneDX')
  const listed = new Set(list.components.map(({ name }: { name: string }) => name))
  for (const name of Object.keys(read('package.json').dependencies)) assert.ok(listed.has(name), name)
})
