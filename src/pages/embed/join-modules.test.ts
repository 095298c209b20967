import { equal, throws } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { joinEsModules } from './join-modules.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-modules-'))
after(() => rmSync(folder, { recursive: true }))

/**
 * Writes the given modules (source text by file name) to a folder and returns the joined module, with `main.js` as the
 * entry.
 */
function joined(modules: Record<string, string>): string {
  for (const [name, source] of Object.entries(modules)) writeFileSync(join(folder, name), source)
  return joinEsModules(pathToFileURL(join(folder, 'main.js')))
}

test('modules follow their imports once, and only the entry exports', async () => {
  const source = joined({
    'main.js':
      "/** What it is. */\nimport { two } from './two.js'\nimport {\n  one,\n} from './one.js'\n\n" +
      '// Why.\nexport const sum = one + two\n',
    'two.js': `import { one } from './one.js'\n\n/** Twice. */\nexport const two = one * 2\n`,
    'one.js': 'export const one = 1\n',
  })
  equal(source, '/** What it is. */\nconst one = 1\nconst two = one * 2\nexport const sum = one + two\n')
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  equal(module.sum, 3)
})

for (const [why, main, other, error] of [
  ['two modules declare one name', 'const x = 1\n', 'export const other = 1\nfunction x() {}\n', /two modules: x/],
  ['modules import each other', '', "import { y } from './main.js'\nexport const other = y\n", /imports itself/],
  ['a module has a default export', '', 'export default 1\n', /cannot be joined: export default/],
  ['a module exports again', '', "export { other } from './third.js'\n", /cannot be joined: export \{/],
  ['a declaration has several names', '', 'export const { other } = globalThis\n', /cannot be joined: export const/],
  ['a package is imported', "import { z } from 'z'\n", 'export const other = 1\n', /cannot be joined: import/],
  ['an import is renamed', "import { a as b } from './other.js'\n", 'export const a = 1\n', /cannot be joined: import/],
] as const) {
  test(`joining fails if ${why}`, () => {
    throws(() => joined({ 'main.js': `import { other } from './other.js'\n${main}`, 'other.js': other }), error)
  })
}
