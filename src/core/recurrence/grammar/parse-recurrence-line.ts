import { recurrenceValueError } from '../recurrence-errors.ts'

const LINE_NAMES = ['RRULE', 'EXRULE', 'RDATE', 'EXDATE'] as const
const VALUE_TYPES = ['DATE', 'DATE-TIME', 'PERIOD'] as const

/** One line of a recurrence, e.g. `EXDATE;TZID=Europe/Berlin:20310520T193000`. */
export interface RecurrenceLine {
  name: (typeof LINE_NAMES)[number]
  /** The parameter VALUE of the line, such as `DATE`. */
  valueType?: (typeof VALUE_TYPES)[number]
  /** The time zone in the parameter TZID, not validated yet. */
  timezone?: string
  value: string
}

/** Splits text into lines, and joins lines that RFC 5545, 3.1, requires to be folded. Empty lines are omitted. */
export const unfoldICalendarLines = (text: string): string[] =>
  text
    .replace(/(?:\r\n|\n|\r)[ \t]/g, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * Parses the name and the parameters of a line. A rule without a name, `FREQ=DAILY`, is an RRULE.
 * @throws {RecurrenceError}
 */
export function parseRecurrenceLine(line: string): RecurrenceLine {
  if (/^\s*[A-Z]+\s*=/i.test(line)) return { name: 'RRULE', value: line }
  const [, head = '', value = ''] = /^((?:[^":]|"[^"]*")*):(.*)$/s.exec(line) ?? []
  const [typed = '', ...parameters] = head.split(';')
  const name = LINE_NAMES.find((one) => one === typed.trim().toUpperCase())
  if (name === undefined) throw recurrenceValueError('reason.recurrence-line', line)
  const parsed: RecurrenceLine = { name, value: value.trim() }
  for (const parameter of parameters) {
    const [, key = parameter, text = ''] = /^([^=]*)="?([^"]*)"?$/.exec(parameter) ?? []
    readParameter(parsed, key.trim().toUpperCase(), text.trim())
  }
  return parsed
}

function readParameter(line: RecurrenceLine, key: string, text: string): void {
  const isOfDates = line.name === 'RDATE' || line.name === 'EXDATE'
  const valueType = VALUE_TYPES.find((type) => type === text.toUpperCase())
  const isPeriodOfRdate = valueType !== 'PERIOD' || line.name === 'RDATE'
  if (isOfDates && key === 'TZID') line.timezone = text
  else if (isOfDates && key === 'VALUE' && valueType !== undefined && isPeriodOfRdate) line.valueType = valueType
  else
    throw recurrenceValueError('reason.recurrence-value', text, {
      part: key,
      allowed: `TZID, VALUE=${VALUE_TYPES.join('/')}`,
    })
}
