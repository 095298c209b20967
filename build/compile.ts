/**
 * Compiles `src` to JavaScript in `dist`, for packages: Node strips types only outside `node_modules`. The folder has the
 * structure of `src`, so that paths relative to a module stay the same. `npm pack` runs this and removes `dist` afterwards.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const isTypeScript = /\.ts$/

rmSync(dist, { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(import.meta.dirname, 'tsconfig.json')], {
  stdio: ['ignore', 2, 2],
})
cpSync(join(root, 'src'), dist, { recursive: true, filter: (file) => !isTypeScript.test(file) })
