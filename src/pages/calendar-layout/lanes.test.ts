import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { assignLanesToEventBars, LANES_MAX } from './bar-lanes.js'

const WEEK = [10, 11, 12, 13, 14, 15, 16].map((day) => `2030-06-${day}`)

const span = (item: string, first: string, last: string) => ({ item, first: `2030-${first}`, last: `2030-${last}` })

/** One line for each day: the items of the lanes, in capitals where the title begins, and the hidden ones after `|`. */
const drawn = (...groups: ReturnType<typeof span>[][]) =>
  assignLanesToEventBars(WEEK, groups, LANES_MAX).map(({ lanes, hidden }) => {
    const items = lanes.map((bar) => (bar === undefined ? '-' : bar.days > 0 ? bar.item.toUpperCase() : bar.item))
    return `${items.join('')}|${hidden.map(({ item }) => item).join('')}`
  })

test('a bar has one lane on all its days, and the next one the first free lane', () => {
  deepEqual(drawn([span('b', '06-12', '06-14'), span('a', '06-10', '06-12'), span('c', '06-14', '06-15')]), [
    ...['A|', 'a|', 'aB|', '-b|', 'Cb|', 'c|', '|'],
  ])
})

test('bars continue across the edges of the week, and others are left out', () => {
  const bars = [span('a', '06-08', '06-11'), span('b', '06-15', '07-20'), span('c', '06-17', '06-18')]
  deepEqual(drawn(bars), ['A|', 'a|', '|', '|', '|', 'B|', 'b|'])
  const [monday, tuesday] = assignLanesToEventBars(WEEK, [bars], LANES_MAX)
  deepEqual(monday?.lanes, [{ item: 'a', begins: false, ends: false, days: 2 }])
  deepEqual(tuesday?.lanes, [{ item: 'a', begins: false, ends: true, days: 0 }])
})

test('the fourth bar of a day is hidden on all its days, also where a lane is free', () => {
  const bars = ['a', 'b', 'c', 'd'].map((item, index) => span(item, '06-10', `06-1${3 - index}`))
  const long = span('e', '06-11', '06-16')
  deepEqual(drawn([...bars, long]), ['ABC|d', 'abc|e', 'ab|e', 'a|e', '|e', '|e', '|e'])
})

test('the first group gets the first lanes, and of equal starts the longest span', () => {
  deepEqual(drawn([span('f', '06-12', '06-13')], [span('a', '06-12', '06-12'), span('b', '06-12', '06-14')]), [
    ...['|', '|', 'FBA|', 'fb|', '-b|', '|', '|'],
  ])
})
