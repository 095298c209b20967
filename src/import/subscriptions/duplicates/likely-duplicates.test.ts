import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { type ComparedEvent, findLikelyDuplicateEvents } from './find-likely-duplicates.ts'

const event = (id: number, title_folded: string, changes: Partial<ComparedEvent> = {}): ComparedEvent => ({
  ...{ id, title_folded, title: title_folded, start_local: '2031-05-01 19:00:00', links: '', source: `source ${id}` },
  ...changes,
})

for (const [name, other, isFound] of [
  ['similar titles on the same day', event(2, 'spring concert, choir', { start_local: '2031-05-01 20:00:00' }), true],
  ['other titles', event(2, 'autumn market'), false],
  ['another day', event(2, 'spring concert of the choir', { start_local: '2031-05-02 19:00:00' }), false],
  ['the same source', event(2, 'spring concert of the choir', { source: 'source 1' }), false],
  ['an event written here', event(2, 'spring concert of the choir', { source: null }), true],
  ['another venue', event(2, 'spring concert of the choir', { links: '[[8],[],[],[]]' }), false],
  ['the same venue among others', event(2, 'spring concert of the choir', { links: '[[9,7],[],[],[]]' }), true],
  ['a pair that an editor has told apart', event(3, 'spring concert of the choir'), false],
] as const) {
  test(`likely duplicates: ${name}`, () => {
    const one = event(1, 'spring concert of the choir', { links: '[[7],[],[],[]]' })
    const pairs = findLikelyDuplicateEvents([one, other], (_, id) => id === 3)
    deepEqual(pairs, isFound ? [[one, other]] : [])
  })
}
