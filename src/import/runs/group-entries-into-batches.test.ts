import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceEntry } from '../import-item-types.ts'
import { groupEntriesIntoBatches } from './group-entries-into-batches.ts'

const at = (id: number) => ({ place: `line ${id}`, cursor: String(id), externalId: String(id) })
const event = (id: number, description = ''): SourceEntry => ({ ...at(id), kind: 'event', fields: { description } })
const picture = (id: number): SourceEntry => ({ ...at(id), kind: 'picture', load: async () => undefined })

async function sizesOfBatches(entries: readonly SourceEntry[], sizeMax: number): Promise<number[]> {
  async function* read() {
    yield* entries
  }
  const sizes: number[] = []
  for await (const batch of groupEntriesIntoBatches(read(), () => sizeMax)) sizes.push(batch.length)
  return sizes
}

test('a batch has as many entries as it may', async () => {
  deepEqual(
    await sizesOfBatches(
      Array.from({ length: 7 }, (_, id) => event(id)),
      3,
    ),
    [3, 3, 1],
  )
})

test('entries with long texts are in small batches', async () => {
  const long = 'x'.repeat(150_000)
  const events = Array.from({ length: 5 }, (_, id) => event(id, long))
  deepEqual(await sizesOfBatches([...events, event(5, long.repeat(5)), event(6)], 300), [2, 2, 1, 1, 1])
})

test('a batch has few pictures, and no other records', async () => {
  const pictures = Array.from({ length: 6 }, (_, id) => picture(id))
  deepEqual(await sizesOfBatches([...pictures, event(6)], 300), [4, 2, 1])
})
