/** The examples of RFC 5545, 3.8.5.3. Those that repeat within a day are refused. */
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { expandRecurrence } from '../expansion/expand-recurrence.ts'
import { parseRecurrence } from './parse-recurrence.ts'

const EASTERN = 'America/New_York'

/** Parses `1997-09: 2 4; 1998-01: 1` to days. */
const parseDays = (text: string): string[] =>
  text.split('; ').flatMap((group) => {
    const [month, days = ''] = group.split(': ')
    return days.split(' ').map((day) => `${month}-${day.padStart(2, '0')}`)
  })

/** The days from the first to the last of a month. */
const daysFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i).join(' ')

const allJanuaries = [1998, 1999, 2000].map((year) => `${year}-01: ${daysFrom(1, 31)}`).join('; ')

/**
 * Rules with the dates that they give. The dates of a rule without end are followed by `…`. A third value replaces the
 * usual start, 1997-09-02.
 */
const EXAMPLES: readonly (readonly [rule: string, days: string, start?: string])[] = [
  ['FREQ=DAILY;COUNT=10', `1997-09: ${daysFrom(2, 11)}`],
  [
    'FREQ=DAILY;UNTIL=19971224T000000Z',
    `1997-09: ${daysFrom(2, 30)}; 1997-10: ${daysFrom(1, 31)}; 1997-11: ${daysFrom(1, 30)}; 1997-12: ${daysFrom(1, 23)}`,
  ],
  ['FREQ=DAILY;INTERVAL=2', '1997-09: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 1997-10: 2 4 6…'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09: 2 12 22; 1997-10: 2 12'],
  ['FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', allJanuaries, '1998-01-01'],
  ['FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', allJanuaries, '1998-01-01'],
  ['FREQ=WEEKLY;COUNT=10', '1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4'],
  [
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4 11 18 25; 1997-12: 2 9 16 23',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09: 2 16 30; 1997-10: 14 28; 1997-11: 11 25; 1997-12: 9 23; 1998-01: 6 20…'],
  ['FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH', '1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2'],
  ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2'],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09: 1 3 5 15 17 19 29; 1997-10: 1 3 13 15 17 27 29 31; 1997-11: 10 12 14 24 26 28; 1997-12: 8 10 12 22',
    '1997-09-01',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '1997-09: 2 4 16 18 30; 1997-10: 2 14 16'],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5; 1998-01: 2; 1998-02: 6; 1998-03: 6; 1998-04: 3; 1998-05: 1; 1998-06: 5',
    '1997-09-05',
  ],
  ['FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR', '1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5', '1997-09-05'],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09: 7 28; 1997-11: 2 30; 1998-01: 4 25; 1998-03: 1 29; 1998-05: 3 31',
    '1997-09-07',
  ],
  [
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997-09: 22; 1997-10: 20; 1997-11: 17; 1997-12: 22; 1998-01: 19; 1998-02: 16',
    '1997-09-22',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    '1997-09: 28; 1997-10: 29; 1997-11: 28; 1997-12: 29; 1998-01: 29; 1998-02: 26…',
    '1997-09-28',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997-09: 2 15; 1997-10: 2 15; 1997-11: 2 15; 1997-12: 2 15; 1998-01: 2 15',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997-09: 30; 1997-10: 1 31; 1997-11: 1 30; 1997-12: 1 31; 1998-01: 1 31; 1998-02: 1',
    '1997-09-30',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09: 10 11 12 13 14 15; 1999-03: 10 11 12 13',
    '1997-09-10',
  ],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=TU', '1997-09: 2 9 16 23 30; 1997-11: 4 11 18 25; 1998-01: 6 13 20 27; 1998-03: 3…'],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997-06: 10; 1997-07: 10; 1998-06: 10; 1998-07: 10; 1999-06: 10; 1999-07: 10; 2000-06: 10; 2000-07: 10; 2001-06: 10; 2001-07: 10',
    '1997-06-10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997-03: 10; 1999-01: 10; 1999-02: 10; 1999-03: 10; 2001-01: 10; 2001-02: 10; 2001-03: 10; 2003-01: 10; 2003-02: 10; 2003-03: 10',
    '1997-03-10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '1997-01: 1; 1997-04: 10; 1997-07: 19; 2000-01: 1; 2000-04: 9; 2000-07: 18; 2003-01: 1; 2003-04: 10; 2003-07: 19; 2006-01: 1',
    '1997-01-01',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '1997-05: 19; 1998-05: 18; 1999-05: 17…', '1997-05-19'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05: 12; 1998-05: 11; 1999-05: 17…', '1997-05-12'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03: 13 20 27; 1998-03: 5 12 19 26; 1999-03: 4 11 18 25…', '1997-03-13'],
  [
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '1997-06: 5 12 19 26; 1997-07: 3 10 17 24 31; 1997-08: 7 14 21 28; 1998-06: 4…',
    '1997-06-05',
  ],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '1998-02: 13; 1998-03: 13; 1998-11: 13; 1999-08: 13; 2000-10: 13…',
    '1998-02-13',
  ],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '1997-09: 13; 1997-10: 11; 1997-11: 8; 1997-12: 13; 1998-01: 10; 1998-02: 7; 1998-03: 7; 1998-04: 11; 1998-05: 9; 1998-06: 13…',
    '1997-09-13',
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996-11: 5; 2000-11: 7; 2004-11: 2…',
    '1996-11-05',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09: 4; 1997-10: 7; 1997-11: 6', '1997-09-04'],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '1997-09: 29; 1997-10: 30; 1997-11: 27; 1997-12: 30; 1998-01: 29; 1998-02: 26; 1998-03: 30…',
    '1997-09-29',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08: 5 10 19 24', '1997-08-05'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08: 5 17 19 31', '1997-08-05'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01: 15 30; 2007-02: 15; 2007-03: 15 30', '2007-01-15'],
]

for (const [rule, days, start = '1997-09-02'] of EXAMPLES) {
  test(`${rule} from ${start}`, () => {
    const times = { start: `${start} 09:00:00`, isAllDay: false, timezone: EASTERN }
    const { recurrence } = parseRecurrence(`RRULE:${rule}`, times, { now: 0, horizon: '2001-01-01 00:00:00' })
    const expected = parseDays(days.replace('…', ''))
    const limit = days.endsWith('…') ? expected.length : expected.length + 1
    deepEqual(
      recurrence && expandRecurrence(recurrence, { limit }),
      expected.map((day) => ({ start: `${day} 09:00:00` })),
    )
  })
}

test('a rule repeats within a day at the hours and minutes that it names', () => {
  const rule = 'FREQ=DAILY;BYHOUR=9,10,16;BYMINUTE=0,20,40'
  const times = { start: '1997-09-02 09:00:00', isAllDay: false, timezone: EASTERN }
  const { recurrence } = parseRecurrence(rule, times, { now: 0, horizon: '1998-01-01 00:00:00' })
  deepEqual(
    recurrence && expandRecurrence(recurrence, { limit: 10 }).map(({ start }) => start.slice(8, 16)),
    '02 09:00,02 09:20,02 09:40,02 10:00,02 10:20,02 10:40,02 16:00,02 16:20,02 16:40,03 09:00'.split(','),
  )
})

for (const rule of ['FREQ=HOURLY;INTERVAL=3', 'FREQ=MINUTELY;INTERVAL=15;COUNT=6', 'FREQ=SECONDLY']) {
  test(`${rule} is refused`, () => {
    const times = { start: '1997-09-02 09:00:00', isAllDay: false, timezone: EASTERN }
    const { problem } = parseRecurrence(rule, times, { now: 0, horizon: '1998-01-01 00:00:00' })
    equal(problem?.reason, 'reason.recurrence-value')
    equal(problem?.part, 'FREQ')
    equal(problem?.line, 1)
  })
}
