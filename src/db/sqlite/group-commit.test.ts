import { equal } from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '../database.ts'
import { createGroupCommit } from './group-commit.ts'

/** @param againMs how long who was just answered is waited for */
function writesOf(againMs: number) {
  const db = new DatabaseSync(':memory:')
  const count = { commits: 0 }
  const begin = async () => db.exec('BEGIN')
  const onEnd = () => {
    count.commits += 1
  }
  // What they write is of no interest here.
  const writes = createGroupCommit(begin, db, { recordCache: () => {} } as unknown as Transaction, onEnd, againMs)
  return { write: () => writes.add(async () => 1), count }
}

test('who was answered together comes again together, some later than others, and shares a commit again', async () => {
  const { write, count } = writesOf(60_000)
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

test('who does not come again is not waited for long', async () => {
  const { write, count } = writesOf(1)
  await Promise.all([write(), write(), write()])
  await write()
  equal(count.commits, 2)
})
