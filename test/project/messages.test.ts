import { deepEqual, equal } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { FAILURES } from '../../src/core/errors.ts'
import { LANGUAGES } from '../../src/core/language.ts'
import { en } from '../../src/core/messages/en.ts'
import { formatMessage, isMessageKey } from '../../src/core/messages/index.ts'

const require = createRequire(import.meta.url)
const SRC = join(import.meta.dirname, '../../src')
const FOLDER = join(SRC, 'core/messages')

/** The message table of each language that has one: `fi.ts` exports `fi`. */
const tables: [string, Record<string, string>][] = []
for (const file of globSync('??.ts', { cwd: FOLDER }).sort()) {
  const language = file.slice(0, 2)
  tables.push([language, require(join(FOLDER, file))[language]])
}

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

test('every error code has a message', () => {
  deepEqual(
    Object.keys(FAILURES).filter((code) => !isMessageKey(code)),
    [],
  )
})

test('every message is used', () => {
  const files = globSync('**/*.ts', { cwd: SRC, exclude: ['core/messages/**', '**/*.test.ts'] })
  const source = files.map((file) => readFileSync(join(SRC, file), 'utf8')).join('\n')
  // Keys with a variable part are found by their beginning: `parameter.${name}`.
  const beginnings = [...source.matchAll(/`([\w-]+\.)\$\{/g)].map(([, beginning]) => beginning ?? '')
  const isUsed = (key: string) =>
    key in FAILURES ||
    [`'${key}'`, `${key}:`].some((written) => source.includes(written)) ||
    beginnings.some((beginning) => key.startsWith(beginning))
  deepEqual(
    Object.keys(en).filter((key) => !isUsed(key)),
    [],
  )
})

test('English is among the languages that have messages', () => {
  equal(
    tables.some(([language]) => language === 'en'),
    true,
  )
  deepEqual(
    tables.map(([language]) => language).filter((language) => !LANGUAGES.some((known) => known === language)),
    [],
  )
})

for (const [language, table] of tables) {
  test(`${language} has the same messages with the same parameters as English`, () => {
    for (const [key, text] of Object.entries(en)) {
      const translated = table[key]
      equal(typeof translated, 'string', `${language} lacks ${key}`)
      deepEqual(placeholders(translated as string), placeholders(text), `${language}: ${key}`)
    }
    deepEqual(Object.keys(table).sort(), Object.keys(en).sort())
  })
}

test('parameters of messages are filled in, and missing ones leave no placeholder', () => {
  equal(formatMessage('en', 'reason.choice', { name: 'status', choices: 'a, b' }), 'status must be one of: a, b.')
  equal(formatMessage('en', 'reason.text', {}), ' must be text.')
})
