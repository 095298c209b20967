import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'php-serialize'
import type { Problem } from '../../../core/errors.ts'
import { parseWxrRecurrence } from './parse-wxr-recurrence.ts'

const TIMES = { start: '2027-01-05 19:00:00', end: '2027-01-05 21:00:00', isAllDay: false, timezone: 'Europe/Berlin' }

const custom = (type: string, values: object, end: object = { 'end-type': 'After', 'end-count': '4' }) => ({
  type: 'Custom',
  custom: { interval: '1', type, 'same-time': 'yes', ...values },
  ...end,
})

const convert = (rules: unknown[], exclusions: unknown[] = [], times = TIMES) => {
  const problems: Problem[] = []
  const { fields, dates } = parseWxrRecurrence(serialize({ rules, exclusions, description: null }), times, problems)
  return { lines: fields.recurrence, dates, problems: problems.length }
}

for (const [title, rule, line] of [
  ['each day', custom('Daily', { interval: '3' }), 'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=4'],
  ['weekdays', custom('Weekly', { week: { day: ['2', '7'] } }), 'RRULE:FREQ=WEEKLY;BYDAY=TU,SU;COUNT=4'],
  ['day of the start', custom('Monthly', { month: { 'same-day': 'yes' } }), 'RRULE:FREQ=MONTHLY;BYMONTHDAY=5;COUNT=4'],
  [
    'day of the month',
    custom('Monthly', { month: { 'same-day': 'no', number: '5' } }),
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=5;COUNT=4',
  ],
  [
    'first Tuesday',
    custom('Monthly', { month: { number: 'First', day: '2' } }),
    'RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=4',
  ],
  [
    'month of the year, to a day',
    custom('Yearly', { year: { month: ['1'], 'same-day': 'yes' } }, { 'end-type': 'On', end: '2031-12-31' }),
    'RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5;UNTIL=20311231T235959',
  ],
  ['form of older versions', { type: 'Every Week', 'end-type': 'Never' }, 'RRULE:FREQ=WEEKLY'],
] as const) {
  test(`a rule of Events Calendar Pro is converted: ${title}`, () => {
    deepEqual(convert([rule]), { lines: [line], dates: [], problems: 0 })
  })
}

test('a rule that does not give the start is stored as its dates', () => {
  const rule = custom('Monthly', { month: { number: 'Last', day: '8' } })
  const dates = 'RDATE:20270105T190000,20270131T190000,20270228T190000,20270331T190000,20270430T190000'
  deepEqual(convert([rule]), { lines: [dates], dates: [], problems: 1 })
})

test('single dates have times of their own, and are excluded at the time of the start', () => {
  const date = (day: string, values: object = {}) => custom('Date', { date: { date: day }, ...values }, {})
  const late = date('2027-02-12', {
    'same-time': 'no',
    'start-time': '8:00pm',
    'end-time': '11:30pm',
    'end-day': 'same-day',
  })
  deepEqual(convert([late]), {
    lines: ['RDATE:20270212T200000', 'RDATE:20270105T190000'],
    dates: [
      { start: '2027-02-12 20:00:00', fields: { start_date: '2027-02-12 20:00:00', end_date: '2027-02-12 23:30:00' } },
    ],
    problems: 0,
  })
  deepEqual(convert([custom('Daily', {})], [date('2027-01-07')]).lines, [
    'RRULE:FREQ=DAILY;COUNT=4',
    'EXDATE:20270107T190000',
  ])
})

test('rules that cannot be converted are reported', () => {
  deepEqual(convert([custom('Hourly', {})]), { lines: undefined, dates: [], problems: 1 })
  deepEqual(convert([custom('Weekly', { week: { day: ['9'] } })]), { lines: undefined, dates: [], problems: 1 })
  const problems: Problem[] = []
  deepEqual(parseWxrRecurrence('a:1:{broken', TIMES, problems), { fields: {}, dates: [] })
  deepEqual(problems.length, 1)
})
