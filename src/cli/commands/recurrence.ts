import { invalidParameterError } from '../../core/errors.ts'
import { languageOrThrow } from '../../core/language.ts'
import { parseRecurrence, previewRecurrence, type RecurringTimes } from '../../core/recurrence/index.ts'
import { instantToLocal, isTimeZone, localToInstant } from '../../core/time/instant.ts'
import { addMonths, type LocalTime, startOfDay } from '../../core/time/local-time.ts'
import { parseDate } from '../../core/time/parse-date.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { parseArguments, runSubcommand, UsageError } from '../parse-arguments.ts'

export const runRecurrenceCommand: RunCommand = (argv, context) =>
  runSubcommand('recurrence', { preview }, argv, context)

const LINES_MAX = 10
/**
 * Number of months for which the dates of rules without end are computed: the default of the site setting
 * `recurrence_months`.
 */
const HORIZON_MONTHS = 36

/** Prints the sentence and the first dates of a recurrence, without opening the database. */
async function preview(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(
    argv,
    { start: { type: 'string' }, timezone: { type: 'string' }, 'all-day': { type: 'boolean' } },
    ['line', ...Array<string>(LINES_MAX - 1).fill('[line]')],
  )
  const times = readTimes(values, context.now())
  const today = instantToLocal(context.now(), times.timezone)
  const horizon = addMonths(times.start > today ? times.start : today, HORIZON_MONTHS)
  const { recurrence, problem } = parseRecurrence(words, times, { now: context.now(), horizon })
  if (problem) throw invalidParameterError('recurrence', problem.reason, problem.placeholders)
  if (recurrence === undefined) return context.out('The event does not repeat.')
  const { dates, total, text } = previewRecurrence(recurrence, languageOrThrow('en'))
  context.out(total === null ? `${text}, without end:` : `${text}: ${total} in total`)
  for (const { start, end } of dates) {
    context.out(`  ${weekday(start)} ${onClock(start, times)}${end === undefined ? '' : ` to ${onClock(end, times)}`}`)
  }
  if (total === null || total > dates.length) context.out('  …')
}

interface Values {
  start?: string | undefined
  timezone?: string | undefined
  'all-day'?: boolean | undefined
}

function readTimes(
  { start: text, timezone = 'UTC', 'all-day': isAllDay = false }: Values,
  now: number,
): RecurringTimes {
  if (text === undefined) throw new UsageError('missing: --start')
  if (!isTimeZone(timezone)) throw new UsageError(`--timezone: "${timezone}" is not a time zone`)
  const start = parseDate(text, timezone, now)
  if (start === undefined) throw new UsageError(`--start: "${text}" is not a date`)
  return { start: isAllDay ? startOfDay(start) : start, isAllDay, timezone }
}

/** The local time that clocks show: if they skip the given time, because summer time begins, the time after the gap. */
const onClock = (local: LocalTime, { timezone }: RecurringTimes) =>
  instantToLocal(localToInstant(local, timezone), timezone)

const weekday = (local: string) =>
  new Date(`${local.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' })
