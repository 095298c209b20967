import { equal } from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '../database.ts'
import { createGroupCommitQueue } from './group-commit-queue.ts'

/**
 * Creates a queue of transactions on an empty database in memory. A group may take an hour, because the machine may be
 * busy.
 * @param rejoinMs how long a new group waits for the callers of the previous one to queue a transaction again
 */
function createQueue(rejoinMs: number) {
  const db = new DatabaseSync(':memory:')
  const count = { commits: 0 }
  const begin = async () => db.exec('BEGIN')
  const onEnd = () => {
    count.commits += 1
  }
  // The transaction passed to `createGroupCommitQueue` is a stub, because these tests run no statements.
  const writes = createGroupCommitQueue(begin, db, { recordCache: () => {} } as unknown as Transaction, onEnd, {
    rejoinMs,
    groupMs: 3_600_000,
  })
  return { write: () => writes.add(async () => 1), count }
}

test('writers that shared a commit and write again at different moments share the next commit too', async () => {
  const { write, count } = createQueue(60_000)
  await Promise.all([write(), write(), write()])
  equal(count.commits, 1)
  const again: Promise<number>[] = []
  for (let nth = 0; nth < 3; nth += 1) {
    again.push(write())
    for (let turn = 0; turn < 4; turn += 1) await nextTurn()
  }
  await Promise.all(again)
  equal(count.commits, 2)
})

test('a writer that does not write again delays the others only for the rejoin time', async () => {
  const { write, count } = createQueue(1)
  await Promise.all([write(), write(), write()])
  await write()
  equal(count.commits, 2)
})
