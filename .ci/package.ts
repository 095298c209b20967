/**
 * Packs Almanac, installs the package in an empty folder as a user would, and uses it: the version, the sample calendar (its
 * events are planned in a worker thread), and a server that answers from every kind of file in the package.
 *
 *     node .ci/package.ts
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listeningOrigin, scratchFolder } from '../test/kit/processes/serve.ts'

const ROOT = join(import.meta.dirname, '..')
/** Of the package with all that it needs to run. */
const INSTALLED_MIB_MAX = 120
const PATHS = [
  '/',
  '/events/month/',
  '/embed/almanac-calendar.js',
  '/cal/events/v1/docs',
  '/cal/events/v1/doc',
  '/cal/events/v1/events?search=concert',
  '/cal/events/v1/events.ics',
]

const { folder, remove } = scratchFolder()
try {
  const npm = (cwd: string, ...argv: string[]) => execFileSync('npm', argv, { cwd, encoding: 'utf8' })
  const [{ filename }] = JSON.parse(npm(ROOT, 'pack', '--json', '--pack-destination', folder))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, filename))

  const installed = globSync('node_modules/**', { cwd: folder }).map((file) => lstatSync(join(folder, file)))
  const mib = installed.reduce((sum, { size }) => sum + size, 0) / 2 ** 20
  assert.ok(mib <= INSTALLED_MIB_MAX, `the package installs ${mib.toFixed(0)} MiB, more than ${INSTALLED_MIB_MAX}`)

  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'silent' }
  const almanac = (...argv: string[]) =>
    execFileSync('npx', ['almanac', ...argv], { cwd: folder, env, encoding: 'utf8' })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.match(almanac('--version'), new RegExp(version.replaceAll('.', '\\.')))
  almanac('demo', '--events', '50')

  const program = join(folder, 'node_modules/almanac/bin/almanac.js')
  const server = spawn(process.execPath, [program, 'serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const origin = await listeningOrigin(server)
    for (const path of PATHS) {
      const response = await fetch(origin + path)
      assert.equal(response.status, 200, path)
      assert.ok((await response.text()).length > 0, path)
    }
    const [, script = ''] = /data-map="([^"]+)"/.exec(await (await fetch(`${origin}/events/map/`)).text()) ?? []
    for (const name of ['map.js', 'maplibre-gl.mjs', 'maplibre-gl-worker.mjs', 'pmtiles.mjs']) {
      assert.equal((await fetch(new URL(name, origin + script))).status, 200, name)
    }
  } finally {
    const ended = once(server, 'exit')
    server.kill()
    await ended
  }
  console.log(`The package works, and takes ${mib.toFixed(0)} MiB with its dependencies.`)
} finally {
  remove()
}
