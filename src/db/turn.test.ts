import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Transaction } from './database.ts'
import { askedOncePerTurn } from './turn.ts'

test('a version holds for a turn of the event loop, or until a commit of our own', async () => {
  let asked = 0
  const db = askedOncePerTurn({
    version: () => String(++asked),
    transaction: (work: (tx: Transaction) => Promise<unknown>) => work({} as Transaction),
  } as Database)
  deepEqual([db.version(), db.version()], ['1', '1'])
  await Promise.resolve()
  equal(db.version(), '1')
  await nextTurn()
  deepEqual([db.version(), db.version()], ['2', '2'])
  await db.transaction(async () => {})
  equal(db.version(), '3')
  await db.transaction(() => Promise.reject(new Error('no'))).catch(() => {})
  equal(db.version(), '4')
})
