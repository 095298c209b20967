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

test('the index is read once for each indexed word, unless several search words are looked up', async () => {
  const rows =
    (patterns: string[]) =>
    async <Row>() =>
      patterns.map((pattern) => ({ pattern, keys: '1,-2' })) as Row[]
  const valuesFor = async (words: string[]) => {
    const queryable = { all: rows(words.map((word) => `%${word}%`)), get: async () => undefined }
    return (await eventTextSearchSql({ ...queryable, slow: queryable }, words, sql`1 = 1`)).from.values
  }
  deepEqual(await valuesFor(['jazz']), ['{"{1}","{-2}"}'])
  deepEqual(await valuesFor(['jazz', 'fair']), ['{1,-2}', '{1,-2}'])
})
