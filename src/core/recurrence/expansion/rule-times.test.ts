import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { localTimeFromWallSeconds, localTimeToWallSeconds } from '../../time/local-time.ts'
import { formatRecurrenceRule } from '../grammar/format-recurrence.ts'
import { parseRecurrenceRule } from '../grammar/parse-recurrence-rule.ts'
import { RecurrenceError } from '../recurrence-errors.ts'
import type { RecurrenceRule } from '../recurrence-types.ts'
import { generateRuleTimes } from './rule-times.ts'

const DATES = 12
/**
 * Number of years for which the dates of a rule are compared with those of the library, which takes seconds for rules
 * with rare dates.
 */
const YEARS = 5

/** A part of a rule that is present in about a third of the rules. */
const part = (name: string, value: fc.Arbitrary<string>) =>
  fc.option(value, { freq: 2, nil: '' }).map((text) => (text === '' ? '' : `;${name}=${text}`))
const numbers = (min: number, max: number, count = 3) =>
  fc
    .uniqueArray(
      fc.integer({ min, max }).filter((number) => number !== 0 || min === 0),
      { minLength: 1, maxLength: count },
    )
    .map(String)
const weekdayNames = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const ordinals = fc.constantFrom('1', '2', '5', '-1')
// Weekdays with and without an ordinal are not mixed: the library ignores those without one then.
const weekdays = fc
  .oneof(
    fc.uniqueArray(weekdayNames, { minLength: 1, maxLength: 4 }),
    fc.uniqueArray(
      fc.tuple(ordinals, weekdayNames).map((pair) => pair.join('')),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(String)

const ruleTexts = fc
  .tuple(
    fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    part('INTERVAL', fc.integer({ min: 2, max: 12 }).map(String)),
    part('BYMONTH', numbers(1, 12)),
    part('BYYEARDAY', numbers(-366, 366)),
    part('BYMONTHDAY', numbers(-31, 31)),
    part('BYDAY', weekdays),
    part('BYHOUR', numbers(0, 23)),
    part('BYMINUTE', numbers(0, 59)),
    part('BYSETPOS', numbers(-3, 3, 2)),
    part('WKST', fc.constantFrom('SU', 'TH')),
  )
  .map(([frequency, ...parts]) => `FREQ=${frequency}${parts.join('')}`)

const starts = fc
  .date({ min: new Date('1996-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '))

/** undefined if the text is not a rule of events. */
function parse(text: string, start: string): RecurrenceRule | undefined {
  try {
    return parseRecurrenceRule(text, { start, isAllDay: false, timezone: 'UTC' }, 0)
  } catch (error) {
    if (error instanceof RecurrenceError) return undefined
    throw error
  }
}

function datesOf(rule: RecurrenceRule, start: string): string[] {
  const until = localTimeToWallSeconds(start) + YEARS * 366 * 86_400
  const times = generateRuleTimes(rule, localTimeToWallSeconds(start), until, { left: Number.POSITIVE_INFINITY })
  return times.take(DATES).map(localTimeFromWallSeconds).toArray()
}

function datesOfLibrary(text: string, start: string): string[] {
  const dtstart = Temporal.PlainDateTime.from(start).toZonedDateTime('UTC')
  const until = dtstart.add({ seconds: YEARS * 366 * 86_400 })
  const rule = new RRuleTemporal({ rruleString: `RRULE:${text}`, dtstart, until, maxIterations: 60_000 })
  const dates = rule.all((_, index) => index < DATES)
  return dates.map((date) => date.toString().slice(0, 19).replace('T', ' '))
}

test('rules give the dates that the library rrule-temporal computes', () =>
  fc.assert(
    fc.property(ruleTexts, starts, (text, start) => {
      const rule = parse(text, start)
      fc.pre(rule !== undefined)
      deepEqual(datesOf(rule, start), datesOfLibrary(formatRecurrenceRule(rule, false), start))
    }),
    { numRuns: 150, seed: 2031 },
  ))
