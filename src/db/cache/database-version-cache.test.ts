import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Transaction } from '../database.ts'
import { createDatabaseVersionCache } from './database-version-cache.ts'

test('the version is cached for one turn of the event loop, or until a commit through the same database', async () => {
  let reads = 0
  const { db, version } = createDatabaseVersionCache({
    version: () => String(++reads),
    transaction: (work: (tx: Transaction) => Promise<unknown>) => work({} as Transaction),
  } as Database)
  deepEqual([version(), version()], ['1', '1'])
  await Promise.resolve()
  equal(version(), '1')
  await nextTurn()
  deepEqual([version(), version()], ['2', '2'])
  await db.transaction(async () => {})
  equal(version(), '3')
  await db.transaction(() => Promise.reject(new Error('no'))).catch(() => {})
  deepEqual([version(), db.version(), version()], ['4', '5', '4'])
})
