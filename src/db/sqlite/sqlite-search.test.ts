import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../database.ts'
import { eventTextSearchSql } from './sqlite-search.ts'

/** The number of index lookups by prefix in a search for the given words. */
const prefixLookups = (words: string[]) => {
  const { from } = eventTextSearchSql(words, sql`1 = 1`)
  return from.sql.split('FROM event_text_terms').length - 1
}

test('the index is searched for a single letter only if there are no longer words, and for one letter at most', () => {
  const lookups = [['я'], ['я', 'ж', 'c', 'd'], ['a', 'in'], ['a', 'b', 'concert']].map(prefixLookups)
  deepEqual(lookups, [1, 1, 1, 0])
})

test('all texts are compared with Latin letters, because the index takes longer for them', () => {
  for (const words of [['a'], ['a', 'b']]) {
    const { from, where } = eventTextSearchSql(words, sql`1 = 1`)
    deepEqual([from.sql, where.values], ['event_text t NOT INDEXED', words])
  }
})
