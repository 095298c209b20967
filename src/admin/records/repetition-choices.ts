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

/**
 * The field `recurrence` of the API, from the inputs `recurrence_every`, `recurrence_until` (a day, may be empty) and
 * `recurrence` (lines). Without a valid start the rule is weekly on that day, and the API names the start as the problem.
 * @param shown texts of the inputs before the user changed them: changed lines count, unless the choice was changed too
 */
export function parseRecurrenceOfForm(
  texts: Readonly<Record<string, string>>,
  shown: Readonly<Record<string, string>>,
): string | undefined {
  const { recurrence, recurrence_every: every, recurrence_until: until = '', start_date_day: day = '' } = texts
  const areLinesTyped =
    recurrence !== undefined &&
    every !== 'never' &&
    recurrence.replaceAll('\r\n', '\n') !== shown.recurrence &&
    every === shown.recurrence_every &&
    until === (shown.recurrence_until ?? '')
  if (every === undefined || every === 'lines' || areLinesTyped) return recurrence
  if (!hasRule(every)) return ''
  const start = new Date(`${day}T00:00:00Z`)
  const rule = Number.isNaN(start.getTime()) ? RULES.weekly(start) : RULES[every](start)
  return `RRULE:${rule}${until === '' ? '' : `;UNTIL=${until.replaceAll('-', '')}T235959`}`
}

/**
 * The texts of the inputs that `parseRecurrenceOfForm` reads, for a stored event: the choice that makes the same rule,
 * or its lines if no choice does.
 * @param start local time of the start of the event
 */
export function repetitionTexts(lines: string, start: string): Record<string, string> {
  if (lines === '') return { recurrence: '', recurrence_every: 'never' }
  const [text = '', year, month, day] = /;UNTIL=(\d{4})(\d\d)(\d\d)T235959(?=;|$)/.exec(lines) ?? []
  const rule = lines.replace(text, '').replace(/^RRULE:/, '')
  const from = new Date(`${start.slice(0, 10)}T00:00:00Z`)
  const every = Object.keys(RULES).find((name) => hasRule(name) && RULES[name](from) === rule)
  if (every === undefined) return { recurrence: lines, recurrence_every: 'lines' }
  return { recurrence: lines, recurrence_every: every, recurrence_until: year ? `${year}-${month}-${day}` : '' }
}
