import { addDays } from '../../../src/core/time/local-time.ts'

const EVERY_HOUR = `BYHOUR=${Array.from({ length: 24 }, (_, hour) => hour)};BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55`
const fiveTimes = (line: string) => `${line}\n`.repeat(5)

/** Recurrences that would take long to expand without a limit: a label, the reason of the refusal, and the lines. */
export const HOSTILE_RULES = [
  ['30 February, daily', 'reason.recurrence-never', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  ['30 February, yearly', 'reason.recurrence-never', fiveTimes('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')],
  [
    '31 June beside a rule that has dates',
    'reason.recurrence-never',
    `FREQ=WEEKLY\n${fiveTimes('RRULE:FREQ=MONTHLY;BYMONTH=6;BYMONTHDAY=31').trim().split('\n').slice(1).join('\n')}`,
  ],
  ['day 366 of every 100th year', 'reason.recurrence-never', 'FREQ=YEARLY;INTERVAL=100;BYYEARDAY=366\nRDATE:20310506'],
  [
    'excluded dates that never come',
    undefined,
    `FREQ=WEEKLY\n${fiveTimes('EXRULE:FREQ=YEARLY;INTERVAL=999;BYDAY=53TU')}`,
  ],
  ['every five minutes', 'reason.recurrence-occurrences', `FREQ=DAILY;${EVERY_HOUR}`],
  [
    'the last five minutes of the year',
    'reason.recurrence-start',
    `FREQ=YEARLY;${EVERY_HOUR};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1`,
  ],
  [
    'excluded every five minutes',
    'reason.recurrence-work',
    `FREQ=DAILY\n${fiveTimes(`EXRULE:FREQ=DAILY;${EVERY_HOUR}`)}`,
  ],
  [
    'rare dates until the year 9999',
    'reason.recurrence-work',
    `${fiveTimes('RRULE:FREQ=YEARLY;BYDAY=TU;BYMONTH=5;BYMONTHDAY=6;UNTIL=99991231')}`,
  ],
  [
    '1,000 excluded days',
    'reason.recurrence-lines',
    `${fiveTimes(`RRULE:FREQ=DAILY;${EVERY_HOUR}`)}EXDATE:${Array.from({ length: 1000 }, (_, day) => addDays('2031-05-06 19:30:00', day).slice(0, 10))}`,
  ],
] as const
