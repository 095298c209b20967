import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { HOSTILE_RULES } from '../../../../test/kit/generated/hostile-rules.ts'
import { localToInstant } from '../../time/instant.ts'
import { formatRecurrenceLines } from '../grammar/format-recurrence.ts'
import { parseRecurrence, recurrenceFromDates } from '../grammar/parse-recurrence.ts'
import { isRecurrenceEndless, type Recurrence } from '../recurrence-types.ts'
import { expandRecurrence } from './expand-recurrence.ts'

/** A Tuesday. */
const START = '2031-05-06 19:30:00'
const NOW = Date.parse('2030-06-15T12:00:00Z') / 1000
const HORIZON = '2034-05-06 00:00:00'

function recurrenceOf(lines: string, { start = START, isAllDay = false, timezone = 'Europe/Berlin' } = {}): Recurrence {
  const { recurrence, problem } = parseRecurrence(lines, { start, isAllDay, timezone }, { now: NOW, horizon: HORIZON })
  equal(problem, undefined)
  ok(recurrence)
  return recurrence
}

/** The dates as `MM-DD`, with the time if it is not that of `START`. */
const datesOf = (lines: string, range: { from?: string; until?: string; limit?: number } = {}) =>
  expandRecurrence(recurrenceOf(lines), { limit: 10, ...range })
    .map(({ start }) => start.slice(5, 16).replace(` ${START.slice(11, 16)}`, ''))
    .join(', ')

for (const [what, lines, dates] of [
  ['added dates', 'FREQ=WEEKLY;COUNT=2\nRDATE:2031-05-08,2031-06-01 11:00', '05-06, 05-08, 05-13, 06-01 11:00'],
  ['an added date that the rule gives too', 'FREQ=WEEKLY;COUNT=2\nRDATE:2031-05-13', '05-06, 05-13'],
  ['dates alone', 'RDATE:2031-05-09,2031-05-07', '05-06, 05-07, 05-09'],
  ['excluded dates', 'FREQ=WEEKLY;COUNT=3\nEXDATE:2031-05-13', '05-06, 05-20'],
  ['an excluded date that no rule gives', 'FREQ=WEEKLY;COUNT=2\nEXDATE:2031-05-14', '05-06, 05-13'],
  ['an added date that is excluded', 'FREQ=WEEKLY;COUNT=1\nRDATE:2031-05-14\nEXDATE:2031-05-14', '05-06'],
  [
    'an excluding rule',
    'FREQ=DAILY;COUNT=8\nEXRULE:FREQ=WEEKLY;BYDAY=SA,SU',
    '05-06, 05-07, 05-08, 05-09, 05-12, 05-13',
  ],
  ['two rules with a common date', 'FREQ=WEEKLY;COUNT=3\nRRULE:FREQ=DAILY;INTERVAL=14;COUNT=2', '05-06, 05-13, 05-20'],
  ['UNTIL as the time of the last date', 'FREQ=WEEKLY;UNTIL=20310513T173000Z', '05-06, 05-13'],
  ['UNTIL one second before a date', 'FREQ=WEEKLY;UNTIL=20310513T172959Z', '05-06'],
  ['UNTIL as the day of the last date', 'FREQ=WEEKLY;UNTIL=20310513', '05-06, 05-13'],
] as const) {
  test(`expands ${what}`, () => equal(datesOf(lines), dates))
}

test('a range begins and ends with the times that it names', () => {
  equal(datesOf('FREQ=DAILY', { from: '2031-06-01 19:30:00', until: '2031-06-03 19:30:00' }), '06-01, 06-02, 06-03')
  equal(datesOf('FREQ=DAILY', { from: '2031-06-01 19:30:01', until: '2031-06-03 19:29:59' }), '06-02')
  equal(datesOf('FREQ=DAILY', { limit: 1 }), '05-06')
  equal(datesOf('FREQ=DAILY', { limit: 0 }), '')
})

test('only a date with a length of its own has an end', () => {
  const recurrence = recurrenceOf('FREQ=WEEKLY;COUNT=2\nRDATE;VALUE=PERIOD:20310508T193000/PT3H,20310513T193000/PT1H')
  deepEqual(expandRecurrence(recurrence, { limit: 10 }), [
    { start: START },
    { start: '2031-05-08 19:30:00', end: '2031-05-08 22:30:00' },
    { start: '2031-05-13 19:30:00', end: '2031-05-13 20:30:00' },
  ])
})

test('a list of dates is a recurrence', () => {
  const dates = [
    { start: '2031-05-20 10:00:00', end: '2031-05-20 12:00:00' },
    { start: START, end: '2031-05-06 21:00:00' },
  ]
  const times = { start: START, isAllDay: false, timezone: 'Europe/Berlin' }
  const { recurrence } = recurrenceFromDates(dates, times, { horizon: HORIZON })
  deepEqual(recurrence && expandRecurrence(recurrence, { limit: 9 }), [{ start: START }, dates[0]])
})

test('a rule without COUNT and UNTIL is endless', () => {
  for (const [lines, endless] of [
    ['FREQ=DAILY', true],
    ['FREQ=DAILY;COUNT=3', false],
    ['FREQ=DAILY;UNTIL=20310601', false],
    ['RDATE:20310601', false],
    ['FREQ=DAILY;COUNT=3\nRRULE:FREQ=WEEKLY', true],
  ] as const) {
    equal(isRecurrenceEndless(recurrenceOf(lines)), endless, lines)
  }
})

for (const [zone, start, rule, day, utc] of [
  ['Europe/Berlin', '2031-03-29 02:30:00', 'FREQ=DAILY', 'the day without 2:30', '2031-03-30T01:30:00Z'],
  ['Europe/Berlin', '2031-10-25 02:30:00', 'FREQ=DAILY', 'the day with 2:30 twice', '2031-10-26T00:30:00Z'],
  ['Europe/Dublin', '2031-03-29 01:30:00', 'FREQ=DAILY', 'the day without 1:30', '2031-03-30T01:30:00Z'],
  ['Australia/Lord_Howe', '2031-10-04 02:15:00', 'FREQ=DAILY', 'a gap of half an hour', '2031-10-04T15:45:00Z'],
  ['Pacific/Apia', '2011-12-29 12:00:00', 'FREQ=DAILY;COUNT=5', 'a day that did not exist', '2011-12-30T22:00:00Z'],
] as const) {
  test(`the wall clock stays the same when clocks change: ${zone}, ${day}`, () => {
    const dates = expandRecurrence(recurrenceOf(rule, { start, timezone: zone }), { limit: 3 })
    deepEqual(
      dates.map((date) => date.start.slice(11)),
      Array(3).fill(start.slice(11)),
    )
    equal(new Date(localToInstant(dates[1]?.start ?? '', zone) * 1000).toISOString().replace('.000', ''), utc)
  })
}

for (const [what, reason, lines] of HOSTILE_RULES) {
  test(`hostile rules are refused before they cost much: ${what}`, () => {
    const times = { start: START, isAllDay: false, timezone: 'Europe/Berlin' }
    equal(parseRecurrence(lines, times, { now: NOW, horizon: HORIZON }).problem?.reason, reason)
  })
}

const lineTexts = fc.array(
  fc.oneof(
    fc.constantFrom(
      'RRULE:FREQ=WEEKLY',
      'RRULE:FREQ=DAILY;COUNT=40',
      'RRULE:FREQ=MONTHLY;UNTIL=20330101',
      'RRULE:FREQ=WEEKLY;BYDAY=TU,SA;BYHOUR=9,19;BYMINUTE=30',
      'EXRULE:FREQ=WEEKLY;INTERVAL=2',
      'EXRULE:FREQ=DAILY;INTERVAL=3;COUNT=5',
    ),
    fc
      .tuple(fc.constantFrom('RDATE:', 'EXDATE:'), fc.integer({ min: 20310506, max: 20310531 }))
      .map((pair) => pair.join('')),
    fc.integer({ min: 20310506, max: 20310531 }).map((day) => `RDATE;VALUE=PERIOD:${day}T193000/PT4H`),
    fc.string(),
  ),
  { maxLength: 8 },
)

test('dates are sorted, unique and within the range; normalised lines mean the same', () =>
  fc.assert(
    fc.property(lineTexts, fc.integer({ min: 1, max: 60 }), (lines, limit) => {
      const times = { start: START, isAllDay: false, timezone: 'Europe/Berlin' }
      const parsed = parseRecurrence(lines, times, { now: NOW, horizon: HORIZON })
      if (parsed.recurrence === undefined) return
      const range = { from: '2031-05-10 00:00:00', until: '2032-01-01 00:00:00', limit }
      const dates = expandRecurrence(parsed.recurrence, range).map(({ start }) => start)
      deepEqual(dates, [...new Set(dates)].sort())
      ok(dates.length <= limit && dates.every((date) => date >= range.from && date <= range.until))
      deepEqual(
        parseRecurrence(formatRecurrenceLines(parsed.recurrence), times, { now: NOW, horizon: HORIZON }),
        parsed,
      )
    }),
  ))
