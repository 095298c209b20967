import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { findImportedRecords, insertExternalIds } from '../../src/import/items/external-ids.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { planOf, recordReads } from '../kit/engines/recorded-reads.ts'

forEachEngine('external ids', (engine) => {
  test('are looked up one by one in the index, also by a plan that was made before the first import', async () => {
    const { db, reads } = recordReads(await engine.open())
    try {
      await findImportedRecords(db, 'json:a', 'events', ['1', '2', '3'])
      equal(reads.length, 1)
      const plan = await planOf(db, reads[0] as (typeof reads)[0])
      match(plan.join('\n'), /external_id=\?|Index Cond: .*external_id = u?\w*\.?value/)
    } finally {
      await db.close()
    }
  })

  test('are found as they were stored, with any characters', async () => {
    const db = await engine.open()
    try {
      const ids = ['12', '012', 'it\'s "quoted"', 'a\\b', '{a,b}', 'NULL', '😀', ' ']
      const target = { source: 'json:a', collection: 'events', runId: 1 }
      const rows = ids.map((externalId, at) => ({
        ...{ externalId, recordId: at + 1, version: 2, fingerprint: `f${at}`, content: '{}' },
      }))
      await db.transaction((tx) => insertExternalIds(tx, target, rows))
      const found = await findImportedRecords(db, 'json:a', 'events', [...ids, 'another', '1'])
      deepEqual(
        [...found].sort(([, one], [, other]) => (one.record_id ?? 0) - (other.record_id ?? 0)),
        ids.map((id, at) => [
          id,
          { record_id: at + 1, record_version: 2, fingerprint: `f${at}`, run_id: 1, removed_from: '' },
        ]),
      )
      equal((await findImportedRecords(db, 'json:b', 'events', ids)).size, 0)
    } finally {
      await db.close()
    }
  })
})
