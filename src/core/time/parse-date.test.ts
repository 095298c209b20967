import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLocalTime } from './local-time.ts'
import { parseDate } from './parse-date.ts'

const NEW_YORK = 'America/New_York'
// The current time in these tests: a Wednesday, 10:30:45 in New York.
const NOW = Date.parse('2033-03-02T15:30:45Z') / 1000

for (const [text, expected] of [
  // Test cases: dates in ISO 8601 and similar notations.
  ['2033-03-02 10:00:00', '2033-03-02 10:00:00'],
  ['  2033-03-02 10:00:00\t', '2033-03-02 10:00:00'],
  ['2033-03-02  10:00', '2033-03-02 10:00:00'],
  ['2033-03-02T10:00', '2033-03-02 10:00:00'],
  ['2033-03-02t10:00:05', '2033-03-02 10:00:05'],
  ['2033-03-02T10:00:05.999', '2033-03-02 10:00:05'],
  ['2033-03-02 4pm', '2033-03-02 16:00:00'],
  ['2033-03-02', '2033-03-02 00:00:00'],
  ['2033/03/02', '2033-03-02 00:00:00'],
  ['2033-3-2', '2033-03-02 00:00:00'],
  ['1970-01-01 00:00:00', '1970-01-01 00:00:00'],
  ['1900-01-01', '1900-01-01 00:00:00'],
  ['2032-02-29', '2032-02-29 00:00:00'],
  ['2033-03-13 02:30:00', '2033-03-13 02:30:00'], // skipped when summer time begins
  // Test cases: times with a UTC offset or a time zone.
  ['2031-05-01T10:00:00Z', '2031-05-01 06:00:00'],
  ['2031-05-01T10:00:00.5z', '2031-05-01 06:00:00'],
  ['2031-05-01T10:00:00+02:00', '2031-05-01 04:00:00'],
  ['2031-05-01T10:00:00+0200', '2031-05-01 04:00:00'],
  ['2031-05-01T10:00-05', '2031-05-01 11:00:00'],
  ['2031-05-01 10:00:00 +02:00', '2031-05-01 04:00:00'],
  ['2031-05-01 10:00 UTC', '2031-05-01 06:00:00'],
  ['2031-05-01 10:00 utc+5:30', '2031-05-01 00:30:00'],
  ['2031-05-01 10:00 utc+5.5', '2031-05-01 00:30:00'],
  ['2031-05-01T10:00[Europe/Berlin]', '2031-05-01 04:00:00'],
  ['2031-05-01T10:00:00+02:00[Europe/Berlin]', '2031-05-01 04:00:00'],
  ['2031-05-01T01:00:00Z', '2031-04-30 21:00:00'],
  ['Wed, 02 Mar 2033 10:00:00 +0000', '2033-03-02 05:00:00'],
  ['tomorrow 1am utc', '2033-03-02 20:00:00'],
  // Test cases: Unix timestamps.
  ['0', '1969-12-31 19:00:00'],
  ['-1', '1969-12-31 18:59:59'],
  ['@0', '1969-12-31 19:00:00'],
  ['@-86400', '1969-12-30 19:00:00'],
  ['1993390245', '2033-03-02 10:30:45'],
  ['20330302', '2033-03-02 00:00:00'],
  ['20330302101500', '2033-03-02 10:15:00'],
  ['@20330302', '1970-08-24 03:18:22'],
  ['20331345', '1970-08-24 03:35:45'], // not a valid date, so Unix time in seconds
  // Test cases: numeric dates in US and European notation.
  ['03/02/2033', '2033-03-02 00:00:00'],
  ['3/2/2033 4:30 pm', '2033-03-02 16:30:00'],
  ['2.3.2033', '2033-03-02 00:00:00'],
  ['02-03-2033 16:30', '2033-03-02 16:30:00'],
  ['10:30, 2.3.2033', '2033-03-02 10:30:00'],
  // Test cases: names of months and weekdays.
  ['2 March 2033', '2033-03-02 00:00:00'],
  ['2nd of march 2033', '2033-03-02 00:00:00'],
  ['2-Mar-2033', '2033-03-02 00:00:00'],
  ['1 May 2031 10:30', '2031-05-01 10:30:00'],
  ['10:30, 1 May 2031', '2031-05-01 10:30:00'],
  ['March 2, 2033 4pm', '2033-03-02 16:00:00'],
  ['March 2nd, 2033 at 4:30:15 p.m.', '2033-03-02 16:30:15'],
  ['Sept. 9 2033', '2033-09-09 00:00:00'],
  ['29 February 2032', '2032-02-29 00:00:00'],
  ['Wednesday, March 2, 2033', '2033-03-02 00:00:00'],
  ['March 5', '2033-03-05 00:00:00'],
  ['May 2031', '2031-05-01 00:00:00'],
  ['May', '2033-05-02 00:00:00'],
  ['last day of february 2032', '2032-02-29 00:00:00'],
  ['last day of next month', '2033-04-30 10:30:45'],
  ['first monday of january 2031', '2031-01-06 00:00:00'],
  ['second tuesday of january next year', '2034-01-10 00:00:00'],
  ['this month', '2033-03-02 10:30:45'],
  // Test cases: a time of day without a date, which means today.
  ['4pm', '2033-03-02 16:00:00'],
  ['16:00', '2033-03-02 16:00:00'],
  ['12am', '2033-03-02 00:00:00'],
  ['12:30 AM', '2033-03-02 00:30:00'],
  ['12pm', '2033-03-02 12:00:00'],
  ['midnight', '2033-03-02 00:00:00'],
  ['noon', '2033-03-02 12:00:00'],
  // Test cases: days relative to today, such as `tomorrow`.
  ['now', '2033-03-02 10:30:45'],
  ['today', '2033-03-02 00:00:00'],
  ['Tomorrow', '2033-03-03 00:00:00'],
  ['yesterday', '2033-03-01 00:00:00'],
  ['yesterday noon', '2033-03-01 12:00:00'],
  ['midnight tomorrow', '2033-03-03 00:00:00'],
  ['tomorrow 9am', '2033-03-03 09:00:00'],
  ['tomorrow at 9:30 pm', '2033-03-03 21:30:00'],
  ['9am tomorrow', '2033-03-03 00:00:00'],
  ['wednesday', '2033-03-02 00:00:00'],
  ['this wed', '2033-03-02 00:00:00'],
  ['next wednesday', '2033-03-09 00:00:00'],
  ['next wednesday 4pm', '2033-03-09 16:00:00'],
  ['last wednesday', '2033-02-23 00:00:00'],
  ['friday', '2033-03-04 00:00:00'],
  ['next friday', '2033-03-04 00:00:00'],
  ['last friday', '2033-02-25 00:00:00'],
  ['tue', '2033-03-08 00:00:00'],
  ['monday', '2033-03-07 00:00:00'],
  ['friday, 4pm', '2033-03-04 16:00:00'],
  ['friday next week', '2033-03-11 00:00:00'],
  // Test cases: durations from now, such as `+1 week`, which do not change the time of day.
  ['+1 week', '2033-03-09 10:30:45'],
  ['+2 days', '2033-03-04 10:30:45'],
  ['2 days ago', '2033-02-28 10:30:45'],
  ['in 3 hours', '2033-03-02 13:30:45'],
  ['in 90 minutes', '2033-03-02 12:00:45'],
  ['next month', '2033-04-02 10:30:45'],
  ['last year', '2032-03-02 10:30:45'],
  ['+1 year 2 months', '2034-05-02 10:30:45'],
  ['+2 days 10:00', '2033-03-04 10:00:00'],
  ['10:00 +10 days', '2033-03-12 10:00:00'],
] as const)
  test(`parses ${JSON.stringify(text)}`, () => assert.equal(parseDate(text, NEW_YORK, NOW), expected))

for (const text of [
  '',
  ' ',
  ',',
  'x',
  'Z',
  'a',
  'utc',
  'EST',
  'garbage',
  'nodate',
  'tomorrow-ish',
  '5 o clockish',
  '9am-ish tomorrow',
  'see you tomorrow',
  'tomorrow maybe',
  // Invalid dates: words without an exact meaning, such as `tonight`.
  'tonight',
  'tomorrow morning',
  'in a few days',
  'next quarter 2033-03-02',
  'monday before 4pm',
  '2 days before friday',
  'tomorrow\0',
  '2033-03-02\u0000 10:00',
  '１２ May 2031',
  'next wee\u212a', // `\u212a` is the Kelvin sign, of which the lower case is `k`
  '2033-13-45',
  '2033-03-02 99:99:99',
  '2031-05-01 10:61:00',
  '2031-05-01 10:00:60',
  '2031-05-01T',
  '2031-05-01 24:01',
  '2031-05-01 10:00 IST', // ambiguous: `IST` is a time zone of India, of Israel and of Ireland
  '2033-W53',
  '2033-366',
  'fifth monday of march 2033',
  '2 mondays ago',
  '2.3.33',
  '2-3-33',
  '2031-05-01T10:00+15:00',
  '2031-05-01T10:00[Nope/Zone]',
  '2031-05-01T10:00+02:00[Nope/Zone]',
  '2031-05-01T10:00X',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '2031-04-31',
  '2031/04/31',
  '04/31/2031',
  '31.4.2031',
  '31 April 2031',
  'April 31, 2031 4pm',
  '2033-02-29',
  '02/29/2033',
  '29 February 2033',
  'feb 29',
  '20.13.2033',
  '13/02/2033', // slashes mean that the month comes first, and there is no month 13
  '0 May 2031',
  '13pm',
  '25:00',
  'tomorrow 25:00',
  'Thursday, 2 March 2033', // 2 March 2033 is a Wednesday
  '10:00 11:00',
  '2 March 2033 - 3 March 2033',
  '2-3 March 2033',
  'tomorrow 9am - 5pm',
  '+999999 years',
  '-999999 months',
  '99999999999999999999',
  '-99999999999999',
  '253402318800', // Unix time of a moment in the year 10000 in New York
  '1.5',
  '1e9',
  '+5',
  '--1',
  `${' '.repeat(99)}0 `, // 101 characters are one too many
  'tomorrow '.repeat(20),
])
  test(`rejects ${JSON.stringify(text.slice(0, 50))}`, () => assert.equal(parseDate(text, NEW_YORK, NOW), undefined))

for (const [why, text, zone, now, expected] of [
  ['today is that of the zone', 'today', 'Asia/Tokyo', '2033-03-02T15:30:45Z', '2033-03-03 00:00:00'],
  [
    'weekdays count from the day of the zone',
    'next thursday',
    'Asia/Tokyo',
    '2033-03-02T15:30:45Z',
    '2033-03-10 00:00:00',
  ],
  [
    'today is that of the zone in the text',
    'today 9am utc',
    'Asia/Tokyo',
    '2033-03-02T15:30:45Z',
    '2033-03-02 18:00:00',
  ],
  ['a zone by its offset', '2031-05-01T10:00:00Z', 'UTC+5:30', '2033-03-02T15:30:45Z', '2031-05-01 15:30:00'],
  ['a day is a day when clocks change', '+1 day', NEW_YORK, '2033-03-12T17:00:00Z', '2033-03-13 12:00:00'],
  ['hours pass while clocks change', '+24 hours', NEW_YORK, '2033-03-12T17:00:00Z', '2033-03-13 13:00:00'],
  ['an hour after the first 01:30', '+1 hour', NEW_YORK, '2033-11-06T05:30:00Z', '2033-11-06 01:30:00'],
  ['an hour after the second 01:30', '+1 hour', NEW_YORK, '2033-11-06T06:30:00Z', '2033-11-06 02:30:00'],
  ['a day the month has not is counted on', 'next month', 'UTC', '2033-01-31T12:00:00Z', '2033-03-03 12:00:00'],
  ['next is the coming one on a monday', 'next wednesday', 'UTC', '2033-03-07T12:00:00Z', '2033-03-09 00:00:00'],
  ['next is the coming one on a saturday', 'next sunday', 'UTC', '2033-03-05T12:00:00Z', '2033-03-06 00:00:00'],
  ['a weekday is never past', 'saturday', 'UTC', '2033-03-06T12:00:00Z', '2033-03-12 00:00:00'],
  ['a month is that of this year', 'March 5', 'UTC', '2033-12-01T12:00:00Z', '2033-03-05 00:00:00'],
  ['a leap day of another year', 'feb 29', 'UTC', '2031-12-01T12:00:00Z', undefined],
] as const)
  test(`parses in the given zone: ${why}`, () => assert.equal(parseDate(text, zone, Date.parse(now) / 1000), expected))

test('throws for an unknown zone', () => assert.throws(() => parseDate('tomorrow', 'Nope/Zone', NOW), RangeError))

const words = fc
  .array(
    fc.constantFrom(
      ...'now tomorrow next last monday may 31 2031 -05-01 t10:00 4pm at noon + 1 week ago first day of , z utc+2 @ / . [UTC]'.split(
        ' ',
      ),
    ),
    { maxLength: 9 },
  )
  .chain((parts) => fc.constantFrom(parts.join(' '), parts.join('')))

test('returns a valid local time or undefined for any text', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), words), (text) => {
      const read = parseDate(text, NEW_YORK, NOW)
      assert.ok(read === undefined || isLocalTime(read))
    }),
    { numRuns: 2000 },
  ))

test('numeric dates do not depend on the time zone of the process', () => {
  const before = process.env.TZ
  try {
    for (const zone of ['UTC', NEW_YORK, 'Pacific/Kiritimati']) {
      process.env.TZ = zone
      // 02:30 does not exist in New York on this day, because summer time begins, but it exists in UTC.
      assert.equal(parseDate('2033-03-13 02:30', 'UTC', NOW), '2033-03-13 02:30:00')
      assert.equal(parseDate('3/13/2033', 'UTC', NOW), '2033-03-13 00:00:00')
      assert.equal(parseDate('2033-03-13T04:30+02:00', 'UTC', NOW), '2033-03-13 02:30:00')
      assert.equal(parseDate(String(NOW), 'UTC', NOW), '2033-03-02 15:30:45')
    }
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})
