import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LocalTime } from '../../time/local-time.ts'
import { expandRecurrence } from '../expansion/expand-recurrence.ts'
import { formatRecurrenceLines } from '../grammar/format-recurrence.ts'
import { parseRecurrence, parseStoredRecurrence } from '../grammar/parse-recurrence.ts'
import type { Recurrence } from '../recurrence-types.ts'
import { addDateToRecurrence, excludeDateFromRecurrence } from './add-and-exclude-dates.ts'
import { moveRecurrence } from './move-recurrence.ts'
import { splitRecurrence } from './split-recurrence.ts'

/** A Tuesday. */
const START = '2031-05-06 19:30:00'
const HORIZON = '2034-05-06 00:00:00'

function recurrenceOf(lines: string, { start = START, isAllDay = false } = {}): Recurrence {
  const times = { start, isAllDay, timezone: 'Europe/Berlin' }
  const { recurrence, problem } = parseRecurrence(lines, times, { now: 0, horizon: HORIZON })
  equal(problem, undefined)
  ok(recurrence)
  return recurrence
}

const linesOf = (recurrence: Recurrence | undefined) => recurrence && formatRecurrenceLines(recurrence).join('\n')
const startsOf = (recurrence: Recurrence, limit = 5000) =>
  expandRecurrence(recurrence, { until: HORIZON, limit }).map(({ start }) => start)

/** Expands `05-20` (at the start of the event, 19:30) or `05-20 11:00` to a local time of the year 2031. */
const timeOf = (text: string) => `2031-${text.length === 5 ? `${text} 19:30` : text}:00`

for (const [what, lines, at, before, after] of [
  ['an endless rule', 'RRULE:FREQ=WEEKLY', '05-20', 'RRULE:FREQ=WEEKLY;UNTIL=20310520T192959', 'RRULE:FREQ=WEEKLY'],
  [
    'UNTIL',
    'RRULE:FREQ=WEEKLY;UNTIL=20310701',
    '05-20',
    'RRULE:FREQ=WEEKLY;UNTIL=20310520T192959',
    'RRULE:FREQ=WEEKLY;UNTIL=20310701T235959',
  ],
  ['COUNT', 'RRULE:FREQ=WEEKLY;COUNT=10', '05-20', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=8'],
  [
    'COUNT, which counts excluded dates',
    'RRULE:FREQ=WEEKLY;COUNT=10\nEXDATE:2031-05-13,2031-05-27',
    '05-20',
    'RRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20310513T193000',
    'RRULE:FREQ=WEEKLY;COUNT=8\nEXDATE:20310527T193000',
  ],
  [
    'added dates',
    'RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:2031-05-15,2031-05-25',
    '05-20',
    'RRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20310515T193000',
    'RRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20310525T193000',
  ],
  [
    'dates without a rule',
    'RDATE:2031-05-08,2031-05-15,2031-05-25',
    '05-15',
    'RDATE:20310508T193000',
    'RDATE:20310525T193000',
  ],
  [
    'at an added date',
    'RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:2031-05-15 11:00',
    '05-15 11:00',
    'RRULE:FREQ=WEEKLY;COUNT=2',
    'RRULE:FREQ=WEEKLY;UNTIL=20310527T193000;BYDAY=TU;BYHOUR=19;BYMINUTE=30\nRDATE:20310515T110000',
  ],
  [
    'two rules, at a date of the second',
    'RRULE:FREQ=WEEKLY\nRRULE:FREQ=MONTHLY;BYMONTHDAY=17',
    '05-17',
    'RRULE:FREQ=WEEKLY;UNTIL=20310517T192959',
    'RRULE:FREQ=WEEKLY;BYDAY=TU\nRRULE:FREQ=MONTHLY;BYMONTHDAY=17',
  ],
] as const) {
  test(`splits ${what}`, () => {
    const whole = recurrenceOf(lines)
    const parts = splitRecurrence(whole, timeOf(at), { horizon: HORIZON })
    deepEqual([linesOf(parts.before), linesOf(parts.after)], [before, after])
    equal(parts.after?.start, timeOf(at))
  })
}

test('a recurrence cannot be split where an interval would be counted from another date', () => {
  const everySecondWeek = recurrenceOf('RRULE:FREQ=WEEKLY;INTERVAL=2\nRDATE:2031-05-14')
  const { problem } = splitRecurrence(everySecondWeek, timeOf('05-14'), { horizon: HORIZON })
  equal(problem?.reason, 'reason.recurrence-split')
})

const WEEKLY = 'RRULE:FREQ=WEEKLY'

for (const [what, lines, date, expected] of [
  ['of the rule', WEEKLY, '05-13', `${WEEKLY}\nEXDATE:20310513T193000`],
  ['that is the first', WEEKLY, '05-06', `${WEEKLY}\nEXDATE:20310506T193000`],
  [
    'that was added',
    `${WEEKLY}\nRDATE:20310514T110000`,
    '05-14 11:00',
    `${WEEKLY}\nRDATE:20310514T110000\nEXDATE:20310514T110000`,
  ],
  ['that is already excluded', `${WEEKLY}\nEXDATE:20310513T193000`, '05-13', `${WEEKLY}\nEXDATE:20310513T193000`],
] as const) {
  test(`excludes a date ${what}`, () => {
    const { recurrence } = excludeDateFromRecurrence(recurrenceOf(lines), timeOf(date), { horizon: HORIZON })
    equal(linesOf(recurrence), expected)
    ok(recurrence && !startsOf(recurrence).includes(timeOf(date)))
    const restored = addDateToRecurrence(recurrence, { start: timeOf(date) }, { horizon: HORIZON })
    ok(restored.recurrence && startsOf(restored.recurrence).includes(timeOf(date)))
  })
}

for (const [what, lines, date, expected] of [
  ['at another time', WEEKLY, { start: timeOf('05-14 11:00') }, `${WEEKLY}\nRDATE:20310514T110000`],
  ['that the rule gives', WEEKLY, { start: timeOf('05-13') }, WEEKLY],
  ['that was excluded', `${WEEKLY}\nEXDATE:20310513T193000`, { start: timeOf('05-13') }, WEEKLY],
  [
    'with a length of its own',
    WEEKLY,
    { start: timeOf('05-14'), end: timeOf('05-14 23:00') },
    `${WEEKLY}\nRDATE;VALUE=PERIOD:20310514T193000/20310514T230000`,
  ],
] as const) {
  test(`adds a date ${what}`, () =>
    equal(linesOf(addDateToRecurrence(recurrenceOf(lines), date, { horizon: HORIZON }).recurrence), expected))
}

test('the last date cannot be excluded, and no date is added before the start', () => {
  const once = recurrenceOf('RRULE:FREQ=WEEKLY;COUNT=1')
  equal(excludeDateFromRecurrence(once, START, { horizon: HORIZON }).problem?.reason, 'reason.recurrence-empty')
  const early = addDateToRecurrence(once, { start: timeOf('05-05') }, { horizon: HORIZON })
  equal(early.problem?.reason, 'reason.recurrence-before-start')
})

test('no date is added that an EXRULE excludes', () => {
  const recurrence = recurrenceOf(`${WEEKLY}\nEXRULE:FREQ=WEEKLY;INTERVAL=2`)
  for (const date of ['05-20', '07-01']) {
    const { problem } = addDateToRecurrence(recurrence, { start: timeOf(date) }, { horizon: HORIZON })
    equal(problem?.reason, 'reason.recurrence-excluded')
  }
})

for (const [what, lines, start, expected] of [
  ['an hour later', WEEKLY, '05-06 20:30', WEEKLY],
  [
    'an hour later, with dates at the old time and at another one',
    `${WEEKLY}\nRDATE:20310514T193000,20310515T110000\nEXDATE:20310520T193000`,
    '05-06 20:30',
    `${WEEKLY}\nRDATE:20310514T203000,20310515T110000\nEXDATE:20310520T203000`,
  ],
  ['beyond the time of UNTIL', `${WEEKLY};UNTIL=20310520T193000`, '05-06 20:30', `${WEEKLY};UNTIL=20310520T203000`],
  [
    'before the time of UNTIL, which excluded the date of its day',
    `${WEEKLY};UNTIL=20310520T192959`,
    '05-06 18:00',
    `${WEEKLY};UNTIL=20310520T175959`,
  ],
  [
    'to a time that UNTIL still includes',
    `${WEEKLY};UNTIL=20310520T210000`,
    '05-06 18:00',
    `${WEEKLY};UNTIL=20310520T210000`,
  ],
  [
    'without a rule at another time of day',
    'RRULE:FREQ=WEEKLY;UNTIL=20310521T195959;BYDAY=WE;BYHOUR=20;BYMINUTE=0\nRDATE:20310506T193000',
    '05-06 20:30',
    'RRULE:FREQ=WEEKLY;UNTIL=20310521T195959;BYDAY=WE;BYHOUR=20;BYMINUTE=0\nRDATE:20310506T203000',
  ],
  [
    'one of several times',
    'RRULE:FREQ=DAILY;BYHOUR=15,19;BYMINUTE=30\nEXDATE:20310508T153000,20310509T193000',
    '05-06 21:00',
    'RRULE:FREQ=DAILY;BYHOUR=15,21;BYMINUTE=0\nEXDATE:20310508T150000,20310509T210000',
  ],
  [
    'an added date with its end',
    `${WEEKLY}\nRDATE;VALUE=PERIOD:20310514T193000/20310514T230000`,
    '05-06 20:30',
    `${WEEKLY}\nRDATE;VALUE=PERIOD:20310514T203000/20310515T000000`,
  ],
  [
    'a week later',
    `${WEEKLY};UNTIL=20310701T235959\nEXDATE:20310520T193000`,
    '05-13',
    `${WEEKLY};UNTIL=20310701T235959\nEXDATE:20310520T193000`,
  ],
  ['a week later, with an excluded date before', `${WEEKLY}\nEXDATE:20310506T193000`, '05-13', WEEKLY],
  ['to Wednesday', `${WEEKLY};BYDAY=TU`, '05-07', `${WEEKLY};BYDAY=WE`],
  [
    'to Wednesday, with an excluded date',
    `${WEEKLY};BYDAY=TU,FR\nEXDATE:20310520T193000`,
    '05-07',
    `${WEEKLY};BYDAY=WE,FR\nEXDATE:20310521T193000`,
  ],
  [
    'to Wednesday, with UNTIL',
    `${WEEKLY};UNTIL=20310520T235959;BYDAY=TU`,
    '05-07',
    `${WEEKLY};UNTIL=20310521T235959;BYDAY=WE`,
  ],
  [
    'to Wednesday, with UNTIL and an excluded date, if the start gives the weekday',
    `${WEEKLY};UNTIL=20310520T235959\nEXDATE:20310513T193000`,
    '05-07',
    `${WEEKLY};UNTIL=20310521T235959\nEXDATE:20310514T193000`,
  ],
  [
    'to another day of the month, with an excluded date, if the start gives the day',
    'RRULE:FREQ=MONTHLY;COUNT=4\nEXDATE:20310606T193000',
    '05-08',
    'RRULE:FREQ=MONTHLY;COUNT=4\nEXDATE:20310608T193000',
  ],
  ['to Wednesday, with COUNT', `${WEEKLY};COUNT=4;BYDAY=TU`, '05-07', `${WEEKLY};COUNT=4;BYDAY=WE`],
  ['to another day of the month', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=6', '05-08', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=8'],
  ['to the second Wednesday', 'RRULE:FREQ=MONTHLY;BYDAY=1TU', '05-14', 'RRULE:FREQ=MONTHLY;BYDAY=2WE'],
  [
    'to another month',
    'RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=6',
    '06-10',
    'RRULE:FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=10',
  ],
] as const) {
  test(`moves ${what}`, () => {
    const times = { start: timeOf(start), isAllDay: false, timezone: 'Europe/Berlin' }
    const { recurrence, problem } = moveRecurrence(recurrenceOf(lines), times, { horizon: HORIZON })
    equal(problem, undefined)
    equal(linesOf(recurrence), expected)
  })
}

test('the last Friday of a month becomes the last Saturday', () => {
  const times = { start: '2031-05-31 19:30:00', isAllDay: false, timezone: 'Europe/Berlin' }
  const lastFridays = recurrenceOf('RRULE:FREQ=MONTHLY;BYDAY=-1FR', { start: '2031-05-30 19:30:00' })
  equal(linesOf(moveRecurrence(lastFridays, times, { horizon: HORIZON }).recurrence), 'RRULE:FREQ=MONTHLY;BYDAY=-1SA')
})

test('an event that lasts all day has days instead of times', () => {
  const times = { start: '2031-05-06 00:00:00', isAllDay: true, timezone: 'Europe/Berlin' }
  const timed = recurrenceOf('RRULE:FREQ=WEEKLY;BYHOUR=19;BYMINUTE=30\nRDATE:20310601T110000\nEXDATE:20310513T193000')
  const { recurrence } = moveRecurrence(timed, times, { horizon: HORIZON })
  equal(linesOf(recurrence), 'RRULE:FREQ=WEEKLY\nRDATE;VALUE=DATE:20310601\nEXDATE;VALUE=DATE:20310513')
})

test('an event with several dates on a day does not last all day', () => {
  const times = { start: '2031-05-06 00:00:00', isAllDay: true, timezone: 'Europe/Berlin' }
  for (const lines of ['RRULE:FREQ=DAILY;BYHOUR=19,21;BYMINUTE=30', 'RRULE:FREQ=DAILY\nRDATE:20310601T110000']) {
    const { problem } = moveRecurrence(recurrenceOf(lines), times, { horizon: HORIZON })
    equal(problem?.reason, 'reason.recurrence-time')
  }
})

test('a start that would pass another time of day of the rule is refused, because the first day would get a date more', () => {
  for (const end of ['UNTIL=20310601', 'COUNT=9']) {
    const evenings = recurrenceOf(`RRULE:FREQ=DAILY;BYHOUR=9,19;BYMINUTE=30;${end}`)
    const move = (time: string) => {
      const times = { start: `2031-05-06 ${time}`, isAllDay: false, timezone: 'Europe/Berlin' }
      return moveRecurrence(evenings, times, { horizon: HORIZON }).problem?.reason
    }
    deepEqual([move('08:30:00'), move('18:30:00')], ['reason.recurrence-time', undefined])
  }
})

test('a rule that cannot give the new start is refused with its first date', () => {
  const times = { start: '2031-05-29 19:30:00', isAllDay: false, timezone: 'Europe/Berlin' }
  const lastWorkdays = recurrenceOf('RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', {
    start: '2031-05-30 19:30:00',
  })
  equal(moveRecurrence(lastWorkdays, times, { horizon: HORIZON }).problem?.first, '2031-05-30 19:30:00')
})

const rules = fc.constantFrom(
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=30',
  'FREQ=WEEKLY;INTERVAL=3',
  'FREQ=DAILY;INTERVAL=2;UNTIL=20320101',
  'FREQ=DAILY;BYHOUR=9,19;BYMINUTE=30;COUNT=50',
  'FREQ=MONTHLY;BYDAY=1TU,3SA',
  'FREQ=MONTHLY',
  'FREQ=YEARLY;BYDAY=TU;BYMONTH=5,9',
)
const dateLines = fc.array(
  fc
    .tuple(fc.constantFrom('RDATE', 'EXDATE'), fc.integer({ min: 10, max: 31 }))
    .map(([name, day]) => `${name}:203105${day}`),
  { maxLength: 5 },
)
const recurrences = fc
  .tuple(fc.uniqueArray(rules, { minLength: 1, maxLength: 2 }), dateLines)
  .map(([some, dates]) => [...some.map((rule) => `RRULE:${rule}`), ...dates].join('\n'))
  .map((lines) =>
    parseRecurrence(lines, { start: START, isAllDay: false, timezone: 'Europe/Berlin' }, { now: 0, horizon: HORIZON }),
  )
  .filter((parsed) => parsed.recurrence !== undefined)
  .map(({ recurrence }) => recurrence as Recurrence)

test('the parts of a split recurrence have the dates of the whole, and their lines are normal', () =>
  fc.assert(
    fc.property(recurrences, fc.nat({ max: 40 }), (whole, index) => {
      const dates = startsOf(whole)
      const at = dates[Math.min(index + 1, dates.length - 1)] as LocalTime
      fc.pre(at > START)
      const { before, after, problem } = splitRecurrence(whole, at, { horizon: HORIZON })
      if (problem !== undefined) {
        ok(
          whole.rules.some(({ interval }) => interval > 1),
          'only an interval prevents a split',
        )
        return
      }
      deepEqual([...startsOf(before), ...startsOf(after)], dates)
      ok(startsOf(before).every((date) => date < at))
      for (const part of [before, after])
        deepEqual(parseStoredRecurrence(formatRecurrenceLines(part).join('\n'), part), part)
    }),
  ))

test('a moved time of day moves every date of the rules by the same time', () =>
  fc.assert(
    fc.property(recurrences, fc.integer({ min: 20, max: 23 }), (recurrence, hour) => {
      const start = `2031-05-06 ${hour}:30:00`
      const moved = moveRecurrence(recurrence, { ...recurrence, start }, { horizon: HORIZON }).recurrence
      ok(moved)
      const expected = startsOf(recurrence).map((date) => date.replace(' 19:', ` ${hour}:`))
      deepEqual(startsOf(moved), expected)
    }),
  ))

test('excluding and restoring a date changes nothing else', () =>
  fc.assert(
    fc.property(recurrences, fc.nat({ max: 40 }), (recurrence, index) => {
      const dates = startsOf(recurrence)
      const date = dates[index % dates.length] as LocalTime
      const without = excludeDateFromRecurrence(recurrence, date, { horizon: HORIZON }).recurrence
      fc.pre(without !== undefined)
      deepEqual(
        startsOf(without),
        dates.filter((one) => one !== date),
      )
      const restored = addDateToRecurrence(without, { start: date }, { horizon: HORIZON }).recurrence
      deepEqual(restored, recurrence)
    }),
  ))
