import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../database.ts'
import { eventTextSearchSql } from './postgres-search.ts'

test('words are looked up on the connections for short statements, unless a pattern is too short for the index', async () => {
  const used: string[] = []
  const queryable = (name: string) => ({
    async all<Row>() {
      used.push(name)
      return [] as Row[]
    },
    get: async () => undefined,
  })
  const db = { ...queryable('short'), slow: queryable('slow') }
  for (const words of [['jazz'], ['jazz', 'abc'], ['open air'], ['jazz', 'ab'], ['é'], ['%_\\']]) {
    await eventTextSearchSql(db, words, sql`1 = 1`)
  }
  deepEqual(used, ['short', 'short', 'short', 'slow', 'slow', 'slow'])
})
