import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { chooseHoursShownOnAxis, minutesSinceMidnight, placeOverlappingEventsInColumns } from './hour-axis-layout.js'

const at = (item: string, from: string, to: string) => ({
  item,
  from: minutesSinceMidnight(`2030-06-15 ${from}`),
  to: minutesSinceMidnight(`2030-06-15 ${to}`),
})

/** Items as `name column/columns from-to`, in minutes. */
const placed = (...items: ReturnType<typeof at>[]) =>
  placeOverlappingEventsInColumns(items).placed.map(
    ({ item, column, columns, from, to }) => `${item} ${column}/${columns} ${from}-${to}`,
  )

test('events that do not overlap are as wide as the day', () => {
  deepEqual(placed(at('b', '10:00', '11:00'), at('a', '09:00', '10:00')), ['a 1/1 540-600', 'b 1/1 600-660'])
})

test('events that overlap, directly or through others, are beside each other', () => {
  const items = [
    at('a', '09:00', '12:00'),
    at('b', '09:30', '10:00'),
    at('c', '10:00', '11:00'),
    at('d', '12:00', '13:00'),
  ]
  deepEqual(placed(...items), ['a 1/2 540-720', 'b 2/2 570-600', 'c 2/2 600-660', 'd 1/1 720-780'])
})

test('of equal starts the longest is first', () => {
  deepEqual(placed(at('a', '09:00', '10:00'), at('b', '09:00', '12:00')), ['b 1/2 540-720', 'a 2/2 540-600'])
})

test('the fourth event at one time is hidden, and needs no room', () => {
  const items = ['a', 'b', 'c', 'd'].map((item) => at(item, '09:00', '10:00'))
  const { hidden } = placeOverlappingEventsInColumns(items)
  deepEqual([placed(...items).length, hidden.map(({ item }) => item)], [3, ['d']])
})

test('short events have the room of half an hour, and those past midnight end with the day', () => {
  deepEqual(placed(at('a', '09:00', '09:00'), at('b', '09:20', '09:40')), ['a 1/2 540-570', 'b 2/2 560-590'])
  deepEqual(placed(at('a', '23:50', '23:55'), at('b', '22:00', '02:00')), ['b 1/2 1320-1440', 'a 2/2 1410-1440'])
})

test('the axis shows the usual hours and all hours with events', () => {
  deepEqual(chooseHoursShownOnAxis([]), { first: 9, hours: 11 })
  deepEqual(chooseHoursShownOnAxis([at('a', '07:30', '08:00'), at('b', '20:00', '21:10')]), { first: 7, hours: 15 })
  equal(chooseHoursShownOnAxis([{ from: 0, to: 1440 }]).hours, 24)
})
