/**
 * Compiles `src` to JavaScript in `dist`, for packages: Node strips types only outside `node_modules`. The folder has the
 * structure of `src`, so that paths relative to a module stay the same. `npm pack` runs this and removes `dist` afterwards.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listMapLibraryFilesToPackage } from '../src/http/site/maps/map-library.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const isTypeScript = /\.ts$/

rmSync(dist, { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(import.meta.dirname, 'tsconfig.json')], {
  stdio: ['ignore', 2, 2],
})
cpSync(join(root, 'src'), dist, { recursive: true, filter: (file) => !isTypeScript.test(file) })

const library = join(dist, 'pages/assets/map-library')
mkdirSync(library)
for (const { name, url } of listMapLibraryFilesToPackage()) cpSync(url, join(library, name))
