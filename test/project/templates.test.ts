import { deepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const LINE_LENGTH_MAX = 120

test('no line of a page template or of the web component is longer than 120 characters', () => {
  const root = join(import.meta.dirname, '../../src/pages')
  const files = globSync('**/*.{ts,js}', { cwd: root }).filter((file) => !/(^|\/)words/.test(file))
  const long = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > LINE_LENGTH_MAX ? [`${file}:${index + 1}`] : [])),
  )
  deepEqual(long, [])
})
