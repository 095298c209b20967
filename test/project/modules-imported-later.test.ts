import { deepEqual, ok } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const SOURCES = join(import.meta.dirname, '../../src')
const LATER = /(?<!typeof )import\(\s*'(\.[^']+)'\s*,?\s*\)/g

const sources = globSync('**/*.ts', { cwd: SOURCES })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }))

/** The modules that code of `src` imports when a request or command first needs them. */
const modulesImportedLater = new Set(
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(LATER)].map(([, path = '']) => join(SOURCES, dirname(file), path)),
  ),
)

test('every module that is imported at its first use can be imported, so that no request finds out that it cannot', async () => {
  ok(modulesImportedLater.size > 90, String(modulesImportedLater.size))
  for (const path of modulesImportedLater) ok(Object.keys(await import(path)).length > 0, path)
})

test('no module imports node:http, because that loads the HTTP client behind fetch (core/generic/node-http.ts)', () => {
  const importing = sources.filter(({ text }) => /^import (?!type )[^;']* from 'node:http'$/m.test(text))
  deepEqual(
    importing.map(({ file }) => file),
    [],
  )
})
