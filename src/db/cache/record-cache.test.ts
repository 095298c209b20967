import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createRecordCache, NO_RECORD_CACHE } from './record-cache.ts'

interface Venue {
  id: number
  name: string
}

/** A fake table of venues with the ids 1 to 1000 and equal names. `loaded` lists the ids of each call of `load`. */
function venueTable() {
  const loaded: number[][] = []
  const state = { version: '1', name: 'Hall' }
  const load = async (ids: readonly number[]) => {
    loaded.push([...ids])
    const name = state.name
    await Promise.resolve()
    return new Map<number, Venue>(ids.filter((id) => id <= 1000).map((id) => [id, { id, name }]))
  }
  return { loaded, state, load }
}

test('a record is loaded once, until the version changes', async () => {
  const { loaded, state, load } = venueTable()
  const cache = createRecordCache(() => state.version)
  const find = (...ids: number[]) => cache().find('venue', ids, load)
  deepEqual([...(await find(1, 2)).keys()], [1, 2])
  deepEqual(
    [...(await find(2, 3)).values()].map(({ name }) => name),
    ['Hall', 'Hall'],
  )
  await find(1, 2, 3)
  deepEqual(loaded, [[1, 2], [3]])
  Object.assign(state, { version: '2', name: 'Barn' })
  equal((await find(1)).get(1)?.name, 'Barn')
  deepEqual(loaded.at(-1), [1])
})

test('a missing record is not cached, and the same id of another kind is another record', async () => {
  const { loaded, load } = venueTable()
  const cache = createRecordCache(() => '1')
  equal((await cache().find('venue', [5000], load)).size, 0)
  equal((await cache().find('venue', [5000], load)).size, 0)
  await cache().find('venue', [7], load)
  await cache().find('tag', [7], load)
  deepEqual(loaded, [[5000], [5000], [7], [7]])
})

test('a record that was loaded during a commit is not served to later reads', async () => {
  const { loaded, state, load } = venueTable()
  const cache = createRecordCache(() => state.version)
  const early = cache().find('venue', [1], load)
  Object.assign(state, { version: '2', name: 'Barn' })
  equal((await cache().find('venue', [2], load)).get(2)?.name, 'Barn')
  equal((await early).get(1)?.name, 'Hall')
  equal((await cache().find('venue', [1], load)).get(1)?.name, 'Barn')
  // `late` is a view of the cache that was taken before a commit. After
  // the commit, it neither reads from the cache nor writes to it.
  const late = cache()
  Object.assign(state, { version: '3', name: 'Shed' })
  await cache().find('venue', [3], load)
  await late.find('venue', [4], load)
  loaded.length = 0
  await cache().find('venue', [3, 4], load)
  deepEqual(loaded, [[4]])
})

test('a full cache evicts the least recently used records', async () => {
  const { loaded, load } = venueTable()
  const cache = createRecordCache(() => '1')
  const loadLong = async (ids: readonly number[]) =>
    new Map(Array.from(await load(ids), ([id, venue]) => [id, { ...venue, description: 'x'.repeat(50_000) }]))
  for (let id = 1; id <= 100; id += 1) await cache().find('venue', [id], loadLong)
  loaded.length = 0
  await cache().find('venue', [1, 100], loadLong)
  deepEqual(loaded, [[1]])
})

test('without a cache every record is loaded each time, and no ids load nothing', async () => {
  const { loaded, load } = venueTable()
  await NO_RECORD_CACHE.find('venue', [1], load)
  await NO_RECORD_CACHE.find('venue', [1], load)
  equal((await NO_RECORD_CACHE.find('venue', [], load)).size, 0)
  deepEqual(loaded, [[1], [1]])
})
