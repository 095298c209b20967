import { deepEqual, notDeepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'

/** Folders of src, lowest first. A file imports from its own layer or a lower one; `config` has rules of its own, below. */
const LAYERS =
  'core db audit idempotency settings mail accounts media collections submissions feeds import demo check backup doctor pages admin http cli main'.split(
    ' ',
  )

/** Folders and files directly below src/http, lowest first. The same rule applies to them. */
const HTTP_ROOMS =
  'load-limits request-limits all-limits listen-on-all-addresses request response telemetry load cache routes api openapi feeds site admin api-routes server-options server'.split(
    ' ',
  )

/** APIs and packages that only some folders may use. The clock and the environment reach all others as arguments. */
const RESERVED = [
  { what: 'Fastify', pattern: /from '@?fastify[/']/, where: /^http\// },
  { what: 'the environment', pattern: /process\.env\b/, where: /^(config\/read-env\.ts|cli\/|main\.ts)/ },
  { what: 'the clock', pattern: /Date\.now\b|new Date\(\)|Temporal\.Now\b/, where: /^(http\/|cli\/|main\.ts)/ },
  {
    what: 'a database driver',
    pattern: /from '(postgres|node:sqlite|sql-template-tag)'/,
    where: /^(db|backup|doctor)\//,
  },
  {
    what: 'SQL',
    pattern: /import \{[^}]*\bsql\b[^}]*\} from '[^']*\/db\/database\.ts'/,
    where: /^(accounts|audit|check|collections|idempotency|import|mail|media|settings|submissions)\//,
  },
]

/** File names, relative to src, with the text of each file. */
type Sources = Readonly<Record<string, string>>

const layerOf = (file: string) => file.replace(/\.ts$/, '').split('/')[0] ?? ''
/** The folder or file directly below src/http; undefined outside src/http. */
const httpRoomOf = (file: string) => /^http\/([^/.]+)/.exec(file)?.[1]
/** Folders below `collections` that all resources share. */
const SHARED = ['posts', 'records', 'revisions', 'terms', 'texts']
/** The folder of the resource that a file belongs to; undefined for shared files. */
const resourceOf = (file: string) => {
  const folder = /^collections\/([^/]+)\//.exec(file)?.[1]
  return folder !== undefined && !SHARED.includes(folder) ? folder : undefined
}

/** The only shared file that imports the resources. */
const TABLE_OF_COLLECTIONS = 'collections/collection-by-kind.ts'

/** The files of src that a file imports or re-exports, types and dynamic imports included. */
function importedFiles(file: string, source: string): string[] {
  const imports = source.matchAll(/^(?:import|export|\}).*? from '(\.[^']+\.ts)'|\bimport\(?\s*'(\.[^']+\.ts)'/gm)
  return [...imports].map(([, named, bare]) => join(dirname(file), named ?? bare ?? ''))
}

/** @param file relative to src, e.g. `core/slug.ts` */
function breachesIn(file: string, source: string): string[] {
  const forbidden = importedFiles(file, source).filter((target) => !mayImport(file, target))
  const reserved = RESERVED.filter(({ pattern, where }) => pattern.test(source) && !where.test(file))
  return [
    ...forbidden.map((target) => `${file} imports ${target}`),
    ...reserved.map(({ what }) => `${file} uses ${what}`),
  ]
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)]
  if (to === 'config') return ['config', 'cli', 'main'].includes(from)
  if (from === 'config') return to === 'core'
  const isOtherResource = resourceOf(target) !== undefined && resourceOf(target) !== resourceOf(file)
  if (from === 'collections' && isOtherResource && resourceOf(file) !== 'events' && file !== TABLE_OF_COLLECTIONS)
    return false
  if (from === 'http' && to === 'http') return isNotAbove(HTTP_ROOMS, httpRoomOf(file) ?? '', httpRoomOf(target) ?? '')
  return isNotAbove(LAYERS, from, to)
}

const isNotAbove = (order: readonly string[], from: string, to: string) =>
  order.includes(from) && order.includes(to) && order.indexOf(to) <= order.indexOf(from)

/**
 * The imports that are part of a cycle or lie on a path between two cycles, as `importer -> imported`. Found by removing
 * files that import no remaining file, or that no remaining file imports, until none of these is left.
 */
function cyclicImports(sources: Sources): string[] {
  let imports = Object.entries(sources).flatMap(([from, source]) =>
    importedFiles(from, source)
      .filter((to) => to in sources)
      .map((to) => ({ from, to })),
  )
  for (let before = -1; before !== imports.length; ) {
    before = imports.length
    const importers = new Set(imports.map(({ from }) => from))
    const imported = new Set(imports.map(({ to }) => to))
    imports = imports.filter(({ from, to }) => importers.has(to) && imported.has(from))
  }
  return imports.map(({ from, to }) => `${from} -> ${to}`)
}

const ROOT = join(import.meta.dirname, '../../src')
const SOURCES: Sources = Object.fromEntries(
  globSync('**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)

test('every file imports from its own layer or a lower one', () => {
  deepEqual(
    Object.entries(SOURCES).flatMap(([file, source]) => breachesIn(file, source)),
    [],
  )
})

test('every folder and file of src/http has a place in the order of rooms', () => {
  const rooms = new Set(Object.keys(SOURCES).map(httpRoomOf))
  rooms.delete(undefined)
  deepEqual([...rooms].sort(), HTTP_ROOMS.toSorted())
})

test('no files import each other in a cycle', () => deepEqual(cyclicImports(SOURCES), []))

for (const [file, source] of [
  ['core/slug.ts', "import { sql } from '../db/database.ts'"],
  ['db/open-database.ts', "import type { Config } from '../config/config.ts'"],
  ['config/config-types.ts', "import {\n  a,\n} from '../db/open.ts'"],
  ['media/picture-store.ts', "export { page } from '../collections/post.ts'"],
  ['collections/venues/venue-store.ts', "import { x } from '../events/event-store.ts'"],
  ['collections/post.ts', "import { x } from './events/event-store.ts'"],
  ['http/errors.ts', "const { run } = await import('../cli/serve.ts')"],
  ['http/scope.ts', "import '../main.ts'"],
  ['core/list-page.ts', "import '../nowhere/x.ts'"],
  ['cli/serve.ts', "import fastify from 'fastify'"],
  ['media/fetch-picture.ts', "import multipart from '@fastify/multipart'"],
  ['core/errors.ts', 'const debug = process.env.DEBUG'],
  ['db/sqlite.ts', 'const now = Date.now()'],
  ['core/instant.ts', 'const now = Temporal.Now.instant()'],
  ['collections/texts.ts', 'const now = new Date()'],
  ['settings/site-settings.ts', "import postgres from 'postgres'"],
  ['http/server.ts', "import { type Sql, sql } from '../db/database.ts'"],
  ['http/request/create-request-scope.ts', "import type { Admission } from '../load/admission.ts'"],
  ['http/all-limits.ts', "import { x } from './cache/response-cache.ts'"],
  ['http/cache/response-cache.ts', "import { x } from '../server.ts'"],
  ['http/load/admission-control.ts', "import { x } from '../nowhere/x.ts'"],
] as const) {
  test(`a breach is found: ${file}: ${source.replace(/\s+/g, ' ')}`, () => notDeepEqual(breachesIn(file, source), []))
}

for (const [file, source] of [
  ['collections/events/links.ts', "import { x } from '../venues/venue-store.ts'\nimport { y } from '../post.ts'"],
  [
    'collections/venues/venue-store.ts',
    "import { sql } from '../../db/database.ts'\nimport { x } from './venue-parameters.ts'",
  ],
  ['cli/serve.ts', "import type { Config } from '../config/config.ts'\nconst now = Date.now()"],
  ['main.ts', "import { runCommand } from './cli/run.ts'"],
  ['http/server.ts', "import { x } from './all-limits.ts'\nimport { y } from './cache/response-cache.ts'"],
  [
    'http/load/admission-control.ts',
    "import { x } from './admission-queue.ts'\nimport { y } from '../request/address.ts'",
  ],
] as const) {
  test(`what is allowed is not reported: ${file}`, () => deepEqual(breachesIn(file, source), []))
}

for (const [what, sources, expected] of [
  [
    'two files, one of them for a type',
    { 'core/a.ts': "import { b } from './b.ts'", 'core/b.ts': "import type { A } from './a.ts'" },
    ['core/a.ts -> core/b.ts', 'core/b.ts -> core/a.ts'],
  ],
  [
    'three files in two folders',
    {
      'core/a.ts': "export * from './c/b.ts'",
      'core/c/b.ts': "type D = import('./d.ts').D",
      'core/c/d.ts': "import {\n  a,\n} from '../a.ts'",
      'core/outside.ts': "import { a } from './a.ts'",
      'core/below.ts': '',
    },
    ['core/a.ts -> core/c/b.ts', 'core/c/b.ts -> core/c/d.ts', 'core/c/d.ts -> core/a.ts'],
  ],
] as const) {
  test(`a cycle is found: ${what}`, () => deepEqual(cyclicImports(sources), expected))
}

test('files that import the same file form no cycle', () => {
  const sources = {
    'core/a.ts': "import './b.ts'\nimport './c.ts'",
    'core/b.ts': "import './c.ts'",
    'core/c.ts': "import type { X } from './nowhere.ts'",
  }
  deepEqual(cyclicImports(sources), [])
})
