import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { collectionNameOfKind, POST_KINDS } from '../../src/core/kinds.ts'
import { DOC_NAMES, docOf } from '../kit/docs/generated-tables.ts'

for (const name of DOC_NAMES) {
  test(`the generated table in docs/${name} is up to date (npm run docs)`, () => {
    const { present, wanted } = docOf(name)
    assert.equal(present, wanted)
  })
}

const ROOT = join(import.meta.dirname, '../..')
/** Files in backticks: `src/main.ts`, or below one of these folders: `core/urls.ts`. */
const NAMED_FILE = /`((?:[\w-]+\/)+[\w.-]+\.(?:ts|js|sql))`/g
const BELOW = ['', 'src/', 'src/collections/', 'src/http/', 'bench/', 'torture/', 'test/']
/** Files that a reader of the guides is asked to create. */
const EXAMPLES = /NNNN-|\/series[./]|\/things\./

test('the documents name only files that exist', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
  const missing = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(NAMED_FILE)]
      .map(([, file = '']) => file)
      .filter((file) => !EXAMPLES.test(file) && !BELOW.some((folder) => existsSync(join(ROOT, folder, file))))
      .map((file) => `${document}: ${file}`),
  )
  assert.ok(documents.length > 20)
  assert.deepEqual(missing, [])
})

for (const document of ['README.md', 'docs/architecture.md', 'docs/compatibility.md', 'docs/operations.md']) {
  test(`the list of posts in ${document} contains every kind`, () => {
    const list = new RegExp(POST_KINDS.map(collectionNameOfKind).join('(?:,| and) '))
    assert.match(readFileSync(join(ROOT, document), 'utf8'), list)
  })
}
