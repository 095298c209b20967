import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createRecordCache, NO_RECORD_CACHE } from './record-cache.ts'

interface Place {
  id: number
  name: string
}

/** Places 1 to 1000, and how often each was read. */
function places() {
  const asked: number[][] = []
  const state = { version: '1', name: 'Hall' }
  const load = async (ids: readonly number[]) => {
    asked.push([...ids])
    const name = state.name
    await Promise.resolve()
    return new Map<number, Place>(ids.filter((id) => id <= 1000).map((id) => [id, { id, name }]))
  }
  return { asked, state, load }
}

test('a record is read once, until the version changes', async () => {
  const { asked, state, load } = places()
  const known = createRecordCache(() => state.version)
  const find = (...ids: number[]) => known().find('place', ids, load)
  deepEqual([...(await find(1, 2)).keys()], [1, 2])
  deepEqual(
    [...(await find(2, 3)).values()].map(({ name }) => name),
    ['Hall', 'Hall'],
  )
  await find(1, 2, 3)
  deepEqual(asked, [[1, 2], [3]])
  Object.assign(state, { version: '2', name: 'Barn' })
  equal((await find(1)).get(1)?.name, 'Barn')
  deepEqual(asked.at(-1), [1])
})

test('what does not exist is asked for again, and ids are of a kind', async () => {
  const { asked, load } = places()
  const known = createRecordCache(() => '1')
  equal((await known().find('place', [5000], load)).size, 0)
  equal((await known().find('place', [5000], load)).size, 0)
  await known().find('place', [7], load)
  await known().find('word', [7], load)
  deepEqual(asked, [[5000], [5000], [7], [7]])
})

test('what was read while somebody wrote is not known to who asks afterwards', async () => {
  const { asked, state, load } = places()
  const known = createRecordCache(() => state.version)
  const early = known().find('place', [1], load)
  Object.assign(state, { version: '2', name: 'Barn' })
  equal((await known().find('place', [2], load)).get(2)?.name, 'Barn')
  equal((await early).get(1)?.name, 'Hall')
  equal((await known().find('place', [1], load)).get(1)?.name, 'Barn')
  // Who asked before the change and reads later takes nothing from after it, and leaves nothing.
  const late = known()
  Object.assign(state, { version: '3', name: 'Shed' })
  await known().find('place', [3], load)
  await late.find('place', [4], load)
  asked.length = 0
  await known().find('place', [3, 4], load)
  deepEqual(asked, [[4]])
})

test('it does not grow without end', async () => {
  const { asked, load } = places()
  const known = createRecordCache(() => '1')
  const long = async (ids: readonly number[]) =>
    new Map(Array.from(await load(ids), ([id, place]) => [id, { ...place, about: 'x'.repeat(50_000) }]))
  for (let id = 1; id <= 100; id += 1) await known().find('place', [id], long)
  asked.length = 0
  await known().find('place', [1, 100], long)
  deepEqual(asked, [[1]])
})

test('who knows nothing always asks, but not for nothing', async () => {
  const { asked, load } = places()
  await NO_RECORD_CACHE.find('place', [1], load)
  await NO_RECORD_CACHE.find('place', [1], load)
  equal((await NO_RECORD_CACHE.find('place', [], load)).size, 0)
  deepEqual(asked, [[1], [1]])
})
