import type { Problems } from '../../core/errors.ts'
import type { MessageKey } from '../../core/messages/index.ts'
import { unfoldICalendarLines } from '../../core/recurrence/grammar/parse-recurrence-line.ts'

/**
 * The choices for how often an event repeats, for users who do not know recurrence rules. With the choice `lines`, the
 * user types the rules of RFC 5545.
 */
export const REPETITIONS = [
  'never',
  'daily',
  'weekly',
  'fortnightly',
  'monthly',
  'monthly_weekday',
  'yearly',
  'lines',
] as const

export type Repetition = (typeof REPETITIONS)[number]

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** For each choice, a function that returns the rule (RRULE) for an event that starts on a given day. */
const RULES: Readonly<Record<Exclude<Repetition, 'never' | 'lines'>, (start: Date) => string>> = {
  daily: () => 'FREQ=DAILY',
  weekly: () => 'FREQ=WEEKLY',
  fortnightly: () => 'FREQ=WEEKLY;INTERVAL=2',
  monthly: () => 'FREQ=MONTHLY',
  // For example the second Tuesday of each month, if the event starts on a second Tuesday.
  monthly_weekday: (start) =>
    `FREQ=MONTHLY;BYDAY=${Math.ceil(start.getUTCDate() / 7)}${WEEKDAYS[start.getUTCDay()] as string}`,
  yearly: () => 'FREQ=YEARLY',
}

const hasRule = (every: string): every is keyof typeof RULES => Object.hasOwn(RULES, every)

type Texts = Readonly<Record<string, string>>

/**
 * The field `recurrence` of the API, from the inputs `recurrence_every`, `recurrence_until` (a day, may be empty) and
 * `recurrence` (lines).
 *
 * The choice decides: lines count only with the choice `lines`, and the last day only for rules without an end. Whatever
 * else the user has typed is refused, so that nothing is lost. Lines and a day that the form showed from the start may
 * stay beside another choice; `recurrence_was` contains them.
 *
 * Without a valid start the rule is weekly on that day, and the API names the start as the problem.
 * @returns undefined if the form has no such inputs, or if there is a problem
 */
export function parseRecurrenceOfForm(texts: Texts, problems: Problems): string | undefined {
  const { recurrence_every: every, recurrence_until: until = '', start_date_day: day = '' } = texts
  if (every === undefined) return undefined
  const refuse = (input: string, reason: MessageKey) => {
    problems.add(input, reason)
    return undefined
  }
  const rules = every === 'lines' ? joinedLines(texts.recurrence ?? '') : ruleOfChoice(every, day)
  if (every === 'lines' && rules === '') return refuse('recurrence', 'form.rules-missing')
  if (every !== 'lines' && areLinesTyped(texts)) return refuse('recurrence_every', 'form.rules-beside-choice')
  if (until === '' || (rules === '' && until === separateLastDay(texts.recurrence_was ?? '').until)) return rules
  if (rules === '') return refuse('recurrence_until', 'form.until-without-repetition')
  if (until < day) return refuse('recurrence_until', 'form.until-before-start')
  return addLastDay(rules, until) ?? refuse('recurrence_until', 'form.until-beside-end')
}

/** Whether the user has typed or changed lines, instead of leaving those that the form showed. */
export function areLinesTyped({ recurrence = '', recurrence_was: was = '' }: Texts): boolean {
  const lines = joinedLines(recurrence)
  return lines !== '' && lines !== separateLastDay(was).lines
}

/** The line of a choice; empty for the choice `never`. */
function ruleOfChoice(every: string, day: string): string {
  if (!hasRule(every)) return ''
  const start = new Date(`${day}T00:00:00Z`)
  return `RRULE:${Number.isNaN(start.getTime()) ? RULES.weekly(start) : RULES[every](start)}`
}

/**
 * The texts of the inputs that `parseRecurrenceOfForm` reads, for a stored event: the last day, and the choice that
 * makes the same rule, or its lines if no choice does.
 * @param start local time of the start of the event
 */
export function repetitionTexts(stored: string, start: string): Record<string, string> {
  const { lines, until } = separateLastDay(stored)
  const choices = ['never', ...Object.keys(RULES)]
  const every = choices.find((choice) => ruleOfChoice(choice, start.slice(0, 10)) === lines) ?? 'lines'
  return { recurrence: lines, recurrence_every: every, recurrence_until: until, recurrence_was: stored }
}

const joinedLines = (text: string) => unfoldICalendarLines(text).join('\n')

/** The server also reads a rule without its name: `FREQ=DAILY`. */
const isRule = (line: string) => /^(RRULE\b|[A-Z]+\s*=)/i.test(line)

/** An end of a rule at the end of a day, as the server stores it. */
const LAST_DAY = /;UNTIL=(\d{4})(\d\d)(\d\d)(?:T235959)?(?=;|$)/i

/** Takes the last day out of lines if all their rules have the same one. */
function separateLastDay(text: string): { lines: string; until: string } {
  const lines = unfoldICalendarLines(text)
  const days = lines.filter(isRule).map((line) => LAST_DAY.exec(line)?.slice(1).join('-') ?? '')
  const [until = ''] = days
  if (days.some((day) => day !== until)) return { lines: lines.join('\n'), until: '' }
  return { lines: lines.map((line) => (isRule(line) ? line.replace(LAST_DAY, '') : line)).join('\n'), until }
}

/** Adds a last day to the rules of lines; undefined if there are no rules, or one of them has another end. */
function addLastDay(text: string, until: string): string | undefined {
  if (separateLastDay(text).until === until) return text
  const lines = text.split('\n')
  const rules = lines.filter(isRule)
  if (rules.length === 0 || rules.some((line) => /\b(COUNT|UNTIL)\s*=/i.test(line))) return undefined
  const end = `;UNTIL=${until.replaceAll('-', '')}T235959`
  return lines.map((line) => (isRule(line) ? line + end : line)).join('\n')
}
