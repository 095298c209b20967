import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { formatRecurrenceLines } from './format-recurrence.ts'
import { parseRecurrence } from './parse-recurrence.ts'

/** A Tuesday. */
const START = '2031-05-06 19:30:00'
const OPTIONS = { now: Date.parse('2030-06-15T12:00:00Z') / 1000, horizon: '2034-05-06 00:00:00' }

const parse = (lines: string | readonly string[], { start = START, isAllDay = false } = {}) =>
  parseRecurrence(lines, { start, isAllDay, timezone: 'Europe/Berlin' }, OPTIONS)

for (const [what, lines, normal] of [
  ['a rule', 'RRULE:FREQ=WEEKLY;BYDAY=TU', 'RRULE:FREQ=WEEKLY;BYDAY=TU'],
  ['a rule without its name', 'FREQ=WEEKLY', 'RRULE:FREQ=WEEKLY'],
  ['lower case and spaces', ' rrule:freq=weekly; byday=th, tu ;', 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH'],
  [
    'values that are repeated, unsorted or implied',
    'RRULE:BYMONTH=12,5,5;INTERVAL=1;FREQ=MONTHLY;BYDAY=-1FR,+1TU,1TU;WKST=MO',
    'RRULE:FREQ=MONTHLY;BYDAY=1TU,-1FR;BYMONTH=5,12',
  ],
  ['UNTIL in UTC', 'FREQ=WEEKLY;UNTIL=20310630T173000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20310630T193000'],
  ['UNTIL in UTC on the next day', 'FREQ=WEEKLY;UNTIL=20310630T223000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20310701T003000'],
  ['UNTIL as a local time', 'FREQ=WEEKLY;UNTIL=2031-06-30 12:00', 'RRULE:FREQ=WEEKLY;UNTIL=20310630T120000'],
  ['UNTIL as a day', 'FREQ=WEEKLY;UNTIL=20310630', 'RRULE:FREQ=WEEKLY;UNTIL=20310630T235959'],
  ['UNTIL as a day in words', 'FREQ=WEEKLY;UNTIL=30 June 2031', 'RRULE:FREQ=WEEKLY;UNTIL=20310630T235959'],
  ['dates without a rule', 'RDATE:2031-05-20,2031-05-13 20:00', 'RDATE:20310513T200000,20310520T193000'],
  ['dates of several lines', 'RDATE:20310520T193000\r\nRDATE:20310513\n\n', 'RDATE:20310513T193000,20310520T193000'],
  ['the start as a date, without a rule', 'RDATE:20310506T193000,20310520', 'RDATE:20310520T193000'],
  ['a date in UTC', 'RDATE:20310520T173000Z', 'RDATE:20310520T193000'],
  ['a date in another zone', 'RDATE;TZID="Europe/Lisbon":20310520T183000', 'RDATE:20310520T193000'],
  ['a day in another zone', 'RDATE;TZID=Asia/Tokyo;VALUE=DATE:20310520', 'RDATE:20310520T193000'],
  [
    'dates with lengths of their own',
    'RDATE;VALUE=PERIOD:20310520T173000Z/PT1H30M,2031-05-13/2031-05-13 23:00',
    'RDATE;VALUE=PERIOD:20310513T193000/20310513T230000,20310520T193000/20310520T210000',
  ],
  [
    'an excluded day, at every time of the rule',
    'FREQ=DAILY;COUNT=9;BYHOUR=15,19;BYMINUTE=30\nEXDATE:2031-05-08',
    'RRULE:FREQ=DAILY;COUNT=9;BYHOUR=15,19;BYMINUTE=30\nEXDATE:20310508T153000,20310508T193000',
  ],
  ['an excluded time', 'FREQ=DAILY\nEXDATE:20310508T193000', 'RRULE:FREQ=DAILY\nEXDATE:20310508T193000'],
  ['the excluded start', 'FREQ=DAILY\nEXDATE:2031-05-06', 'RRULE:FREQ=DAILY\nEXDATE:20310506T193000'],
  ['folded lines', 'RRULE:FREQ=WEEKLY;BY\r\n DAY=TU\n\t,WE', 'RRULE:FREQ=WEEKLY;BYDAY=TU,WE'],
  [
    'excluding rules',
    ['RRULE:FREQ=WEEKLY', 'EXRULE:FREQ=MONTHLY;BYDAY=1TU'],
    'RRULE:FREQ=WEEKLY\nEXRULE:FREQ=MONTHLY;BYDAY=1TU',
  ],
  [
    'a start that only RDATE gives',
    'FREQ=WEEKLY;BYDAY=FR\nRDATE:20310506',
    'RRULE:FREQ=WEEKLY;BYDAY=FR\nRDATE:20310506T193000',
  ],
] as const) {
  test(`normalises ${what}`, () => {
    const { recurrence, problem } = parse(lines)
    equal(problem, undefined)
    deepEqual(recurrence && formatRecurrenceLines(recurrence), normal.split('\n'))
    // Normalising lines again does not change them.
    deepEqual(parse(normal), { recurrence })
  })
}

for (const [what, lines, normal] of [
  ['UNTIL', 'FREQ=WEEKLY;UNTIL=20310630T120000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20310630'],
  ['times of the rule', 'FREQ=WEEKLY;BYHOUR=9;BYMINUTE=0', 'RRULE:FREQ=WEEKLY'],
  ['dates', 'RDATE:20310520T193000\nEXDATE:2031-05-06', 'RDATE;VALUE=DATE:20310520\nEXDATE;VALUE=DATE:20310506'],
] as const) {
  test(`an all-day event has no times of day: ${what}`, () => {
    const allDay = { start: '2031-05-06 00:00:00', isAllDay: true }
    const { recurrence } = parse(lines, allDay)
    deepEqual(recurrence && formatRecurrenceLines(recurrence), normal.split('\n'))
    deepEqual(parse(normal, allDay), { recurrence })
  })
}

for (const lines of ['', ' \n', [], 'RDATE:2031-05-06', 'EXDATE:2031-05-13']) {
  test(`${JSON.stringify(lines)} is no recurrence`, () => deepEqual(parse(lines), { recurrence: undefined }))
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour).join()

for (const [lines, reason, details = {}] of [
  ['DTSTART:20310506T193000', 'line', { line: 1 }],
  ['FREQ=DAILY\nwhatever', 'line', { line: 2 }],
  ['RRULE', 'line', { line: 1 }],
  ['RRULE:', 'part', { line: 1 }],
  ['FREQ=DAILY;BYEASTER=0', 'part', { line: 1 }],
  ['FREQ=DAILY;BYSECOND=0', 'part', { line: 1 }],
  ['FREQ=DAILY;RSCALE=HEBREW', 'part', { line: 1 }],
  ['FREQ=DAILY;SKIP=FORWARD', 'part', { line: 1 }],
  ['FREQ=DAILY;FREQ=WEEKLY', 'twice', { line: 1, part: 'FREQ' }],
  ['RRULE:INTERVAL=2', 'value', { line: 1, part: 'FREQ' }],
  ['FREQ=HOURLY', 'value', { line: 1, part: 'FREQ' }],
  ['FREQ=DAILY;INTERVAL=0', 'value', { line: 1, part: 'INTERVAL' }],
  ['FREQ=DAILY;INTERVAL=1001', 'value', { line: 1, part: 'INTERVAL' }],
  ['FREQ=DAILY;INTERVAL=1.5', 'value', { line: 1, part: 'INTERVAL' }],
  ['FREQ=DAILY;COUNT=0', 'value', { line: 1, part: 'COUNT' }],
  ['FREQ=DAILY;COUNT=4001', 'value', { line: 1, part: 'COUNT' }],
  ['FREQ=DAILY;UNTIL=never', 'date', { line: 1, part: 'UNTIL' }],
  ['FREQ=DAILY;UNTIL=20310431', 'date', { line: 1, part: 'UNTIL' }],
  ['FREQ=MONTHLY;BYMONTH=13', 'value', { line: 1, part: 'BYMONTH' }],
  ['FREQ=MONTHLY;BYMONTH=', 'value', { line: 1, part: 'BYMONTH' }],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'value', { line: 1, part: 'BYMONTHDAY' }],
  ['FREQ=MONTHLY;BYMONTHDAY=-32', 'value', { line: 1, part: 'BYMONTHDAY' }],
  ['FREQ=MONTHLY;BYDAY=0MO', 'value', { line: 1, part: 'BYDAY' }],
  ['FREQ=MONTHLY;BYDAY=54MO', 'value', { line: 1, part: 'BYDAY' }],
  ['FREQ=WEEKLY;BYDAY=tuesday', 'value', { line: 1, part: 'BYDAY' }],
  ['FREQ=WEEKLY;WKST=XX', 'value', { line: 1, part: 'WKST' }],
  ['FREQ=DAILY;BYHOUR=24', 'value', { line: 1, part: 'BYHOUR' }],
  ['FREQ=DAILY;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12', 'value', { line: 1, part: 'BYMINUTE' }],
  ['FREQ=DAILY;COUNT=2;UNTIL=20320101', 'combination', { line: 1, part: 'COUNT' }],
  ['FREQ=DAILY;BYWEEKNO=1', 'combination', { line: 1, part: 'BYWEEKNO' }],
  ['FREQ=WEEKLY;BYMONTHDAY=1', 'combination', { line: 1, part: 'BYMONTHDAY' }],
  ['FREQ=MONTHLY;BYYEARDAY=1', 'combination', { line: 1, part: 'BYYEARDAY' }],
  ['FREQ=WEEKLY;BYDAY=1TU', 'combination', { line: 1, part: 'BYDAY' }],
  ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=1TU', 'combination', { line: 1, part: 'BYDAY' }],
  ['FREQ=MONTHLY;BYDAY=6TU', 'combination', { line: 1, part: 'BYDAY' }],
  ['FREQ=YEARLY;BYYEARDAY=126;BYDAY=TU', 'combination', { line: 1, part: 'BYYEARDAY' }],
  ['FREQ=YEARLY;BYYEARDAY=126;BYMONTHDAY=6;BYMONTH=5', 'combination', { line: 1, part: 'BYYEARDAY' }],
  ['FREQ=YEARLY;BYWEEKNO=19;INTERVAL=2', 'combination', { line: 1, part: 'BYWEEKNO' }],
  ['FREQ=YEARLY;BYWEEKNO=19;BYSETPOS=1', 'combination', { line: 1, part: 'BYWEEKNO' }],
  ['FREQ=YEARLY;BYMONTHDAY=6', 'needs', { line: 1, part: 'BYMONTHDAY' }],
  ['FREQ=DAILY;BYSETPOS=1', 'needs', { line: 1, part: 'BYSETPOS' }],
  ['RDATE:soon', 'date', { line: 1 }],
  ['RDATE:', 'date', { line: 1 }],
  ['RDATE:20310520,,20310527', 'date', { line: 1 }],
  ['RDATE;VALUE=PERIOD:20310520T193000', 'date', { line: 1 }],
  ['RDATE;VALUE=PERIOD:20310520T193000/20310519T193000', 'date', { line: 1 }],
  ['RDATE;VALUE=PERIOD:20310520T193000/P', 'date', { line: 1 }],
  ['RDATE;VALUE=PERIOD:99991231T193000/PT99999H', 'date', { line: 1 }],
  ['RDATE;VALUE=TEXT:20310520', 'value', { line: 1, part: 'VALUE' }],
  ['EXDATE;VALUE=PERIOD:20310520/PT1H', 'value', { line: 1, part: 'VALUE' }],
  ['RDATE;TZID=Mars/Base:20310520T193000', 'value', { line: 1, part: 'TZID' }],
  ['RRULE;TZID=Europe/Berlin:FREQ=DAILY', 'value', { line: 1, part: 'TZID' }],
  ['RDATE:2031-05-05', 'before-start'],
  [Array(6).fill('RRULE:FREQ=WEEKLY'), 'lines'],
  [['RRULE:FREQ=WEEKLY', ...Array(6).fill('EXRULE:FREQ=WEEKLY')], 'lines'],
  [`RDATE:${Array.from({ length: 1001 }, (_, i) => 1936200000 + i * 60)}`, 'lines'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'never'],
  ['FREQ=DAILY;UNTIL=20310505', 'never'],
  ['FREQ=WEEKLY;BYDAY=WE', 'start', { first: '2031-05-07 19:30:00' }],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'start', { first: '2031-05-30 19:30:00' }],
  ['FREQ=DAILY;BYHOUR=20,21', 'start', { first: '2031-05-06 20:30:00' }],
  ['FREQ=WEEKLY;BYDAY=WE\nRDATE:20310506\nRRULE:FREQ=WEEKLY;COUNT=3;BYDAY=TH', 'count', { part: 'COUNT' }],
  [`FREQ=DAILY;BYHOUR=${HOURS}`, 'occurrences'],
  ['FREQ=DAILY;UNTIL=20990101', 'occurrences'],
  ['FREQ=DAILY\nEXRULE:FREQ=DAILY', 'empty'],
  ['FREQ=DAILY;COUNT=1\nEXDATE:2031-05-06', 'empty'],
] as const) {
  const typed = String(lines)
  test(`refuses ${typed.length > 90 ? `${typed.slice(0, 90)}…` : typed}`, () => {
    const { problem } = parse(lines)
    const { reason: found, placeholders, ...rest } = problem ?? {}
    equal(found, `reason.recurrence-${reason}`)
    const { line, part, first } = details as { line?: number; part?: string; first?: string }
    deepEqual({ ...rest, line: problem?.line, part: problem?.part }, { line, part, ...(first && { first }) })
  })
}

for (const [lines, part, other] of [
  ['FREQ=WEEKLY;BYDAY=SU,2TU', 'BYDAY=2TU', 'FREQ=WEEKLY'],
  ['FREQ=DAILY;BYDAY=-1FR', 'BYDAY=-1FR', 'FREQ=DAILY'],
  ['FREQ=YEARLY;BYWEEKNO=19;BYDAY=1TU', 'BYDAY=1TU', 'BYWEEKNO'],
  ['FREQ=MONTHLY;BYDAY=1MO,6TU', 'BYDAY=6TU', 'FREQ=MONTHLY'],
  ['FREQ=YEARLY;BYMONTH=5;BYDAY=-6TU', 'BYDAY=-6TU', 'BYMONTH'],
] as const) {
  test(`names the parts of ${lines} that contradict each other`, () =>
    deepEqual(parse(lines).problem?.placeholders, { part, other }))
}

test('refuses text that is too long', () =>
  equal(parse(`FREQ=DAILY${';'.repeat(20_000)}`).problem?.reason, 'reason.short-text'))
