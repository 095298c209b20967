import { decodeBytesAsText } from '../detect-and-decode-text.ts'

/** Matches the beginning of a line that is a property: its name, and a colon or semicolon. */
const PROPERTY = /^[a-z][\w-]*[;:]/i

/** Matches properties whose values may be written over several lines. */
const TEXT_PROPERTY = /^(?:DESCRIPTION|COMMENT|X-ALT-DESC)[;:]/i

/**
 * Matches a property with a time: name and parameters, day, time and `Z`. The time may be written as in ISO 8601, and
 * without seconds.
 */
const TIME = /^((?:DTSTART|DTEND|RECURRENCE-ID)[^:]*):\s*(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z?))?\s*$/i

/**
 * Matches a time whose zone contains a colon, but is not in quotation marks: the text before the zone, the zone, and the
 * text after it.
 */
const UNQUOTED_ZONE =
  /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE);(?:[^:]*;)?TZID=)([^":;]*:[^":;]*)((?:;[^":]*)?:\d{4}-?\d\d-?\d\d[\dTZ,:-]*)$/i

/** Matches a position whose numbers are separated by a comma instead of a semicolon. */
const GEO_WITH_COMMA = /^(GEO:\s*[\d.+-]+)\s*,\s*([\d.+-]+)\s*$/i

/**
 * Matches a property whose value is encoded as quoted-printable, as in vCalendar, the format before iCalendar: its name
 * and parameters, and its value.
 */
const QUOTED_PRINTABLE = /^([^:]*?);ENCODING=QUOTED-PRINTABLE((?:;[^:]*)?):(.*)$/i

/**
 * Repairs lines that other programs write incorrectly: a line that is no property continues the property before it, and
 * times get the form of RFC 5545.
 * @param lines unfolded lines of a component
 * @returns in `lines` the valid properties, in `omitted` the lines that cannot be repaired
 */
export function repairIcsLines(lines: readonly string[]): { lines: string[]; omitted: string[] } {
  const repaired: string[] = []
  const omitted: string[] = []
  for (const line of lines) {
    const last = repaired.at(-1) ?? ''
    if (last.endsWith('=') && QUOTED_PRINTABLE.test(last)) repaired.push(`${repaired.pop()?.slice(0, -1)}${line}`)
    else if (PROPERTY.test(line)) repaired.push(repairProperty(line))
    else if (TEXT_PROPERTY.test(last)) repaired.push(`${repaired.pop()}\\n${line}`)
    else if (line.trim() !== '') omitted.push(line)
  }
  return { lines: repaired.map(decodeQuotedPrintable), omitted }
}

function decodeQuotedPrintable(line: string): string {
  const [, name = '', parameters = '', value = ''] = QUOTED_PRINTABLE.exec(line) ?? []
  if (name === '') return line
  const bytes = Buffer.from(value).toString('latin1')
  const decoded = bytes.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return `${name}${parameters}:${decodeBytesAsText(Buffer.from(decoded, 'latin1')).replace(/\r\n|\r|\n/g, '\\n')}`
}

const repairProperty = (line: string): string =>
  repairTime(line.replace(UNQUOTED_ZONE, '$1"$2"$3').replace(GEO_WITH_COMMA, '$1;$2'))

function repairTime(line: string): string {
  const [match, name = '', year, month, day, hours, minutes, seconds = '00', zulu = ''] = TIME.exec(line) ?? []
  if (match === undefined) return line
  if (hours !== undefined) return `${name}:${year}${month}${day}T${hours}${minutes}${seconds}${zulu.toUpperCase()}`
  return `${/;VALUE=/i.test(name) ? name : `${name};VALUE=DATE`}:${year}${month}${day}`
}
