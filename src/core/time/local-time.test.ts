import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  endOfDay,
  isLocalTime,
  localTimeToWallSeconds,
  partsOfLocalTime,
  startOfDay,
} from './local-time.ts'

for (const [text, isValid] of [
  ['2033-03-02 10:00:00', true],
  ['0001-01-01 00:00:00', true],
  ['9999-12-31 23:59:59', true],
  ['2032-02-29 00:00:00', true],
  ['2000-02-29 00:00:00', true],
  ['2033-02-29 00:00:00', false],
  ['1900-02-29 00:00:00', false],
  ['2033-04-31 00:00:00', false],
  ['2033-13-01 00:00:00', false],
  ['2033-00-10 00:00:00', false],
  ['2033-01-00 00:00:00', false],
  ['0000-01-01 00:00:00', false],
  ['0000-00-00 00:00:00', false],
  ['2033-03-02 24:00:00', false],
  ['2033-03-02 23:60:00', false],
  ['2033-03-02 23:59:60', false],
  ['2033-03-02T10:00:00', false],
  ['2033-03-02 10:00', false],
  ['2033-03-02', false],
  ['2033-3-2 10:00:00', false],
  ['2033-03-02 10:00:00\n', false],
  [' 2033-03-02 10:00:00', false],
  ['12033-03-02 10:00:00', false],
  ['', false],
] as const)
  test(`${JSON.stringify(text)} ${isValid ? 'is' : 'is not'} a local time`, () =>
    assert.equal(isLocalTime(text), isValid))

test('the parts of a local time are zero-padded text', () =>
  assert.deepEqual(partsOfLocalTime('0033-03-02 04:05:06'), {
    year: '0033',
    month: '03',
    day: '02',
    hour: '04',
    minutes: '05',
    seconds: '06',
  }))

for (const [name, moved, expected] of [
  ['two years', addMonths('2033-03-02 10:00:00', 24), '2035-03-02 10:00:00'],
  ['to a shorter month', addMonths('2033-01-31 10:00:00', 1), '2033-02-28 10:00:00'],
  ['from a leap day', addMonths('2032-02-29 23:59:59', 24), '2034-02-28 23:59:59'],
  ['a month back over the year', addMonths('2033-01-15 00:00:00', -1), '2032-12-15 00:00:00'],
  ['a day', addDays('2033-02-28 10:30:00', 1), '2033-03-01 10:30:00'],
  ['a day back', addDays('2032-03-01 10:30:00', -1), '2032-02-29 10:30:00'],
  ['days before the epoch', addDays('0099-12-31 10:30:00', 1), '0100-01-01 10:30:00'],
  ['to the start of the day', startOfDay('2033-03-02 10:30:00'), '2033-03-02 00:00:00'],
  ['to the end of the day', endOfDay('2033-03-02 10:30:00'), '2033-03-02 23:59:59'],
] as const)
  test(`moves ${name}`, () => assert.equal(moved, expected))

for (const [name, call] of [
  ['31 April plus a month', () => addMonths('2031-04-31 10:00:00', 1)],
  ['a day after the last', () => addDays('9999-12-31 00:00:00', 1)],
  ['a month before the first', () => addMonths('0001-01-01 00:00:00', -1)],
] as const)
  test(`throws for ${name}`, () => assert.throws(call, RangeError))

test('isLocalTime agrees with the calendar of the runtime', () => {
  const digits = (max: number, length: number) =>
    fc.integer({ min: 0, max }).map((n) => String(n).padStart(length, '0'))
  const dates = fc.tuple(digits(9999, 4), digits(13, 2), digits(32, 2)).map((parts) => parts.join('-'))
  const times = fc.tuple(digits(24, 2), digits(60, 2), digits(60, 2)).map((parts) => parts.join(':'))
  fc.assert(
    fc.property(dates, times, (date, time) => {
      const ms = Date.parse(`${date}T${time}Z`)
      const isSame = !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === `${date}T${time}`
      assert.equal(isLocalTime(`${date} ${time}`), isSame && !date.startsWith('0000'))
      if (isLocalTime(`${date} ${time}`)) assert.equal(localTimeToWallSeconds(`${date} ${time}`), ms / 1000)
    }),
    { numRuns: 5000 },
  )
})
