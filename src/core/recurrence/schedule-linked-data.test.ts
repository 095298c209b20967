import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { parseRecurrence } from './grammar/parse-recurrence.ts'
import type { Recurrence } from './recurrence-types.ts'
import { schedulesLinkedData } from './schedule-linked-data.ts'

const START = '2031-05-06 19:30:00'
const schedulesOf = (lines: string, timezone = 'UTC') => {
  const { recurrence } = parseRecurrence(
    lines,
    { start: START, isAllDay: false, timezone },
    { now: 0, horizon: '2034-05-06 19:30:00' },
  )
  return schedulesLinkedData(recurrence as Recurrence, '2031-05-06 22:00:00')
}
const TIMES = { startTime: '19:30:00', endTime: '22:00:00', scheduleTimezone: 'UTC' }
const schedule = (fields: object) => ({ '@type': 'Schedule', startDate: '2031-05-06', ...fields, ...TIMES })

for (const [lines, expected] of [
  ['RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20310601', [schedule({ endDate: '2031-06-01', repeatFrequency: 'P2D' })]],
  ['RRULE:FREQ=MONTHLY;BYDAY=1TU', [schedule({ repeatFrequency: 'P1M', byDay: ['1TU'] })]],
  ['RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=6', [schedule({ repeatFrequency: 'P1Y', byMonth: [5], byMonthDay: [6] })]],
  [
    'RDATE:20310510T110000',
    [schedule({}), { '@type': 'Schedule', startDate: '2031-05-10', startTime: '11:00:00', scheduleTimezone: 'UTC' }],
  ],
  // Rules that a schema.org `Schedule` has no properties for
  ['RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1', []],
  ['RRULE:FREQ=DAILY;BYHOUR=19,21', []],
  ['RRULE:FREQ=DAILY\nEXRULE:FREQ=DAILY;INTERVAL=3;BYMONTH=6', []],
] as const) {
  test(`schema.org schedules of ${lines.replace('\n', ' ')}`, () => deepEqual(schedulesOf(lines), expected))
}

test('a zone that is only an offset is left out', () =>
  deepEqual(schedulesOf('RRULE:FREQ=DAILY', 'UTC+2'), [
    {
      '@type': 'Schedule',
      startDate: '2031-05-06',
      repeatFrequency: 'P1D',
      startTime: TIMES.startTime,
      endTime: TIMES.endTime,
    },
  ]))
