import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { findWordDifferences } from './word-differences.ts'

const shown = (before: string, after: string) =>
  findWordDifferences(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('')

test('parts are the words that differ', () => {
  equal(shown('The old choir sings', 'The young choir sings today'), 'The [-old-][+young+] choir sings[+ today+]')
  equal(shown('', 'New'), '[+New+]')
  equal(shown('same text', 'same text'), 'same text')
})

test('the parts of each text are that text, also where texts are too long to compare', () => {
  const long = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ')
  const other = long.replaceAll('w', 'v')
  for (const [before, after] of [
    ['one  two\nthree', 'two three  four'],
    [`${long} end`, `${other} end`],
  ] as const) {
    const parts = findWordDifferences(before, after)
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('')
    deepEqual([without('added'), without('removed')], [before, after])
  }
})
