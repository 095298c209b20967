import { deepEqual, notDeepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'

/** File names, relative to src, with the text of each file. */
type Sources = Readonly<Record<string, string>>

/** Files that export the same names on purpose: one file for each language or database engine. */
const FAMILIES = [
  /^(admin|core|mail|pages|pages\/embed\/calendar)\/(words|words\/translations|messages)\/[^/]+$/,
  /^db\/(sqlite|postgres)\/[^/]+$/,
]

const familyOf = (file: string) => FAMILIES.findIndex((family) => family.test(file))
const isOneFamily = (files: readonly string[]) =>
  new Set(files.map(familyOf)).size === 1 && familyOf(files[0] as string) !== -1

/** The names that a file declares and exports. Names that it exports from another file are not declared again. */
const exportedNames = (source: string) =>
  [...source.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) ([\w$]+)/gm)].map(
    ([, name]) => name as string,
  )

/** Names that files of different families, or of none, declare. */
function repeatedNames(sources: Sources): string[] {
  const files = Map.groupBy(
    Object.entries(sources).flatMap(([file, source]) =>
      [...new Set(exportedNames(source))].map((name) => ({ name, file })),
    ),
    ({ name }) => name,
  )
  return [...files]
    .map(([name, found]) => ({ name, files: found.map(({ file }) => file) }))
    .filter(({ files }) => files.length > 1 && !isOneFamily(files))
    .map(({ name, files }) => `${name}: ${files.join(', ')}`)
}

/** Pairs of files of a folder whose names differ only in an added or missing last letter, such as `run.ts` and `runs.ts`. */
function similarFiles(files: readonly string[]): string[] {
  const stems = new Set(files.map((file) => file.replace(/\.\w+$/, '')))
  return [...stems].filter((stem) => stems.has(stem.slice(0, -1)))
}

const ROOT = join(import.meta.dirname, '../../src')
const SOURCES: Sources = Object.fromEntries(
  globSync('**/*.{ts,js}', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)

test('an exported name is declared once', () => deepEqual(repeatedNames(SOURCES), []))

test('no two files of a folder differ by one letter', () => deepEqual(similarFiles(Object.keys(SOURCES)), []))

test('no folder has more than 20 files', () => {
  const folders = Map.groupBy(Object.keys(SOURCES), dirname)
  deepEqual(
    [...folders].filter(([, files]) => files.length > 20).map(([folder, files]) => `${folder}: ${files.length}`),
    [],
  )
})

test('a repeated name is found', () => {
  const sources = { 'pages/a.ts': 'export const x = 1', 'http/b.ts': 'export async function x() {}' }
  notDeepEqual(repeatedNames(sources), [])
  deepEqual(repeatedNames({ 'db/sqlite/a.ts': 'export const x = 1', 'db/postgres/b.ts': 'export const x = 2' }), [])
})

test('similar files are found', () => deepEqual(similarFiles(['import/run.ts', 'import/runs.ts']), ['import/runs']))
