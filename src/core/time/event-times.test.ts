import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatEventTimes,
  formatHttpDate,
  formatIsoDuration,
  formatTimeWithOffset,
  formatUtcTime,
  resolveEventStartAndEndInstants,
  zoneForCalendarFormats,
} from './event-times.ts'
import { localToInstant } from './instant.ts'

const inZone = (start: string, end: string, zone: string, isAllDay = false) => ({
  start,
  end,
  startAt: localToInstant(start, zone),
  endAt: localToInstant(end, zone),
  isAllDay,
})

test('offsets east, west, of half hours and none', () => {
  for (const [zone, offset] of [
    ['Asia/Kathmandu', '+05:45'],
    ['America/St_Johns', '-03:30'],
    ['UTC', '+00:00'],
    ['UTC-11', '-11:00'],
  ] as const) {
    const local = '2030-01-15 12:00:00'
    equal(formatTimeWithOffset(local, localToInstant(local, zone)), `2030-01-15T12:00:00${offset}`)
  }
})

test('a night in which the clocks go back is an hour longer', () => {
  const night = inZone('2030-10-26 22:00:00', '2030-10-27 06:00:00', 'Europe/Berlin')
  equal(formatIsoDuration(night), 'PT9H')
  deepEqual(formatEventTimes(night), { start: '2030-10-26T22:00:00+02:00', end: '2030-10-27T06:00:00+01:00' })
})

for (const [start, end, isAllDay, duration] of [
  ['2030-07-01 10:00:00', '2030-07-01 10:00:00', false, 'PT0S'],
  ['2030-07-01 10:00:00', '2030-07-01 11:30:05', false, 'PT1H30M5S'],
  ['2030-07-01 00:00:00', '2030-07-01 23:59:59', true, 'P1D'],
  ['2030-02-27 00:00:00', '2030-03-02 23:59:59', true, 'P4D'],
] as const) {
  test(`from ${start} to ${end} is ${duration}`, () =>
    equal(formatIsoDuration(inZone(start, end, 'UTC', isAllDay)), duration))
}

test('whole days are days', () => {
  const day = inZone('2030-07-01 00:00:00', '2030-07-02 23:59:59', 'Asia/Tokyo', true)
  deepEqual(formatEventTimes(day), { start: '2030-07-01', end: '2030-07-02' })
})

test('moments', () => {
  equal(formatUtcTime(0), '1970-01-01T00:00:00Z')
  equal(formatHttpDate(0), 'Thu, 01 Jan 1970 00:00:00 GMT')
})

const BERLIN = 'Europe/Berlin'
// Clocks skip the hour from 02:00 on 28 March, and repeat it on 31 October.
for (const [start, end, utcStart, minutes] of [
  ['2027-10-31 02:45', '2027-10-31 02:15', '2027-10-31T00:45', 30],
  ['2027-10-31 02:30', '2027-10-31 02:30', '2027-10-31T00:30', 0],
  ['2027-10-31 02:30', '2027-10-31 03:30', '2027-10-31T00:30', 120],
  ['2027-10-31 02:30', '2027-10-31 01:30', '2027-10-31T00:30', 0],
  ['2027-03-28 02:15', '2027-03-28 02:45', '2027-03-28T01:15', 30],
  ['2027-03-28 02:30', '2027-03-28 03:00', '2027-03-28T01:30', 30],
  ['2027-03-28 02:30', '2027-03-28 03:30', '2027-03-28T01:30', 60],
  ['2027-03-28 02:30', '2027-03-28 04:00', '2027-03-28T01:30', 30],
  ['2027-03-28 02:30', '2027-03-28 02:30', '2027-03-28T01:30', 0],
  ['2027-03-28 02:30', '2027-03-28 01:30', '2027-03-28T01:30', 0],
  ['2027-03-28 01:30', '2027-03-28 02:30', '2027-03-28T00:30', 60],
] as const) {
  test(`in Berlin, from ${start} to ${end} are ${minutes} minutes`, () => {
    const { startAt, endAt } = resolveEventStartAndEndInstants({ local: `${start}:00` }, { local: `${end}:00` }, BERLIN)
    deepEqual([formatUtcTime(startAt), (endAt - startAt) / 60], [`${utcStart}:00Z`, minutes])
  })
}

test('the second occurrence of a local time needs UTC', () => {
  const first = inZone('2027-10-31 02:30:00', '2027-10-31 03:30:00', BERLIN)
  equal(zoneForCalendarFormats(first, BERLIN), BERLIN)
  equal(zoneForCalendarFormats({ ...first, startAt: first.startAt + 3600 }, BERLIN), undefined)
  const short = inZone('2027-10-31 01:00:00', '2027-10-31 02:30:00', BERLIN)
  equal(zoneForCalendarFormats({ ...short, endAt: short.endAt + 3600 }, BERLIN), undefined)
  // Stored with an older tz database, in which the zone had another offset. The local times are those that the author
  // sent.
  equal(zoneForCalendarFormats({ ...short, endAt: short.endAt + 1800 }, BERLIN), BERLIN)
  equal(zoneForCalendarFormats(first, 'UTC+2'), undefined)
})
