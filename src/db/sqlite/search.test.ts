import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../database.ts'
import { searchEventTexts } from './search.ts'

/** How often the index is asked for all that begins with something. */
const beginnings = (words: string[]) => {
  const { from } = searchEventTexts(words, sql`1 = 1`)
  return from.sql.split('FROM event_text_terms').length - 1
}

test('single letters are looked for in the index only when there is nothing else, and one of them', () => {
  const asked = [['a'], ['a', 'b', 'c', 'd'], ['a', 'in'], ['a', 'b', 'concert']].map(beginnings)
  deepEqual(asked, [1, 1, 1, 0])
})
