import { deepEqual, notDeepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'

const LAYERS =
  'core db audit settings accounts media collections feeds demo check backup doctor pages http cli main'.split(' ')

/** What only some places may write. The clock and the environment reach the others as arguments. */
const RESERVED = [
  { what: 'Fastify', pattern: /from '@?fastify[/']/, where: /^http\// },
  { what: 'the environment', pattern: /process\.env\b/, where: /^(config\/env\.ts|cli\/|main\.ts)/ },
  { what: 'the clock', pattern: /Date\.now\b|new Date\(\)|Temporal\.Now\b/, where: /^(http\/|cli\/|main\.ts)/ },
  {
    what: 'a database driver',
    pattern: /from '(postgres|node:sqlite|sql-template-tag)'/,
    where: /^(db|backup|doctor)\//,
  },
  {
    what: 'SQL',
    pattern: /import \{[^}]*\bsql\b[^}]*\} from '[^']*\/db\/database\.ts'/,
    where: /^(accounts|audit|check|collections|media|settings)\//,
  },
]

const layerOf = (file: string) => file.replace(/\.ts$/, '').split('/')[0] ?? ''
/** Folders below `collections` that all resources share. */
const SHARED = ['posts', 'terms', 'texts']
/** The folder of the resource that a file belongs to; undefined for shared files. */
const sliceOf = (file: string) => {
  const folder = /^collections\/([^/]+)\//.exec(file)?.[1]
  return folder !== undefined && !SHARED.includes(folder) ? folder : undefined
}

/** @param file below src, `folder/name.ts` */
function wrongIn(file: string, source: string): string[] {
  const imports = [...source.matchAll(/^(?:import|export|\}).*? from '(\.[^']+\.ts)'|\bimport\(?\s*'(\.[^']+\.ts)'/gm)]
  const targets = imports.map(([, named, bare]) => join(dirname(file), named ?? bare ?? ''))
  const crossed = targets.filter((target) => !mayImport(file, target)).map((target) => `${file} imports ${target}`)
  const reserved = RESERVED.filter(({ pattern, where }) => pattern.test(source) && !where.test(file))
  return [...crossed, ...reserved.map(({ what }) => `${file} uses ${what}`)]
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)]
  if (to === 'config') return ['config', 'cli', 'main'].includes(from)
  if (from === 'config') return to === 'core'
  const foreign = sliceOf(target) !== undefined && sliceOf(target) !== sliceOf(file)
  if (from === 'collections' && foreign && sliceOf(file) !== 'events') return false
  return LAYERS.includes(to) && LAYERS.indexOf(to) <= LAYERS.indexOf(from)
}

test('every file imports its own layer or a lower one', () => {
  const root = join(import.meta.dirname, '../../src')
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  deepEqual(
    files.flatMap((file) => wrongIn(file, readFileSync(join(root, file), 'utf8'))),
    [],
  )
})

for (const [file, source] of [
  ['core/slug.ts', "import { sql } from '../db/database.ts'"],
  ['db/open.ts', "import type { Config } from '../config/config.ts'"],
  ['config/config.ts', "import {\n  a,\n} from '../db/open.ts'"],
  ['media/store.ts', "export { page } from '../collections/post.ts'"],
  ['collections/venues/store.ts', "import { x } from '../events/store.ts'"],
  ['collections/post.ts', "import { x } from './events/store.ts'"],
  ['http/errors.ts', "const { run } = await import('../cli/serve.ts')"],
  ['http/scope.ts', "import '../main.ts'"],
  ['core/page.ts', "import '../nowhere/x.ts'"],
  ['cli/serve.ts', "import fastify from 'fastify'"],
  ['media/fetch.ts', "import multipart from '@fastify/multipart'"],
  ['core/errors.ts', 'const debug = process.env.DEBUG'],
  ['db/sqlite.ts', 'const now = Date.now()'],
  ['core/instant.ts', 'const now = Temporal.Now.instant()'],
  ['collections/texts.ts', 'const now = new Date()'],
  ['settings/settings.ts', "import postgres from 'postgres'"],
  ['http/server.ts', "import { type Sql, sql } from '../db/database.ts'"],
] as const) {
  test(`a breach is found: ${file}: ${source.replace(/\s+/g, ' ')}`, () => notDeepEqual(wrongIn(file, source), []))
}

for (const [file, source] of [
  ['collections/events/links.ts', "import { x } from '../venues/store.ts'\nimport { y } from '../post.ts'"],
  ['collections/venues/store.ts', "import { sql } from '../../db/database.ts'\nimport { x } from './schema.ts'"],
  ['cli/serve.ts', "import type { Config } from '../config/config.ts'\nconst now = Date.now()"],
  ['main.ts', "import { runCommand } from './cli/run.ts'"],
] as const) {
  test(`what is allowed is not found: ${file}`, () => deepEqual(wrongIn(file, source), []))
}
