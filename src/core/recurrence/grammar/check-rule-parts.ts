import { contradictingPartsError } from '../recurrence-errors.ts'
import type { Frequency, RecurrenceRule, RuleWeekday } from '../recurrence-types.ts'
import { formatRuleWeekday } from './format-recurrence.ts'

/** For each frequency, the parts that RFC 5545, section 3.3.10, forbids in its rules. */
const FORBIDDEN: Readonly<Record<Frequency, readonly ('BYWEEKNO' | 'BYYEARDAY' | 'BYMONTHDAY')[]>> = {
  DAILY: ['BYWEEKNO', 'BYYEARDAY'],
  WEEKLY: ['BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'],
  MONTHLY: ['BYWEEKNO', 'BYYEARDAY'],
  YEARLY: [],
}

/**
 * Refuses combinations of parts that RFC 5545 forbids or that calendar programs interpret differently (decision 0047).
 * @throws {RecurrenceError}
 */
export function checkRuleParts(rule: RecurrenceRule): void {
  const { frequency, count, until } = rule
  const has = {
    BYWEEKNO: rule.weekNumbers.length > 0,
    BYYEARDAY: rule.yearDays.length > 0,
    BYMONTHDAY: rule.monthDays.length > 0,
    BYMONTH: rule.months.length > 0,
    BYDAY: rule.weekdays.length > 0,
    BYSETPOS: rule.positions.length > 0,
  }
  if (count !== undefined && until !== undefined) throw combination('COUNT', 'UNTIL')
  const forbidden = FORBIDDEN[frequency].find((part) => has[part])
  if (forbidden !== undefined) throw combination(forbidden, `FREQ=${frequency}`)
  checkOrdinals(rule, has)
  const [one, another] = (['BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'] as const).filter((part) => has[part])
  if (one !== undefined && another !== undefined) throw combination(one, another)
  if (has.BYYEARDAY && has.BYDAY) throw combination('BYYEARDAY', 'BYDAY')
  if (has.BYWEEKNO && rule.interval > 1) throw combination('BYWEEKNO', 'INTERVAL')
  if (has.BYWEEKNO && has.BYSETPOS) throw combination('BYWEEKNO', 'BYSETPOS')
  if (frequency === 'YEARLY' && has.BYMONTHDAY && !has.BYMONTH) {
    throw contradictingPartsError('reason.recurrence-needs', 'BYMONTHDAY', 'BYMONTH')
  }
  const isSelecting = has.BYDAY || has.BYMONTHDAY || has.BYMONTH || has.BYWEEKNO || has.BYYEARDAY
  if (has.BYSETPOS && !isSelecting && rule.hours.length === 0 && rule.minutes.length === 0) {
    throw contradictingPartsError('reason.recurrence-needs', 'BYSETPOS', 'BYDAY')
  }
}

/** An ordinal such as `2TU` counts in a month or year, so only these frequencies allow it. */
function checkOrdinals(
  { frequency, weekdays }: RecurrenceRule,
  has: Readonly<Record<'BYWEEKNO' | 'BYMONTH', boolean>>,
) {
  const day = weekdays.find(({ ordinal }) => ordinal !== 0)
  if (day === undefined) return
  if (frequency === 'DAILY' || frequency === 'WEEKLY') throw ordinalError(day, `FREQ=${frequency}`)
  if (has.BYWEEKNO) throw ordinalError(day, 'BYWEEKNO')
  const month = frequency === 'MONTHLY' ? `FREQ=${frequency}` : has.BYMONTH ? 'BYMONTH' : undefined
  const beyondMonth = weekdays.find(({ ordinal }) => Math.abs(ordinal) > 5)
  if (month !== undefined && beyondMonth !== undefined) throw ordinalError(beyondMonth, month)
}

const ordinalError = (day: RuleWeekday, other: string) =>
  contradictingPartsError('reason.recurrence-combination', 'BYDAY', other, formatRuleWeekday(day))

const combination = (part: string, other: string) =>
  contradictingPartsError('reason.recurrence-combination', part, other)
