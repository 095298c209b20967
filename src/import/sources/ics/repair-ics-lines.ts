/** Matches the beginning of a line that is a property: its name, and a colon or semicolon. */
const PROPERTY = /^[a-z][\w-]*[;:]/i

/** Matches properties whose values may have several lines. */
const TEXT_PROPERTY = /^(?:DESCRIPTION|COMMENT|X-ALT-DESC)[;:]/i

/** Matches a property with a time: name and parameters, day, time and `Z`, also as in ISO 8601 and without seconds. */
const TIME = /^((?:DTSTART|DTEND|RECURRENCE-ID)[^:]*):\s*(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z?))?\s*$/i

/**
 * Repairs lines of a component as other programs write them: text that was not folded continues the property before, and times
 * get the form of RFC 5545.
 * @param lines unfolded
 * @returns the lines that are properties, and those that are not
 */
export function repairLines(lines: readonly string[]): { lines: string[]; omitted: string[] } {
  const repaired: string[] = []
  const omitted: string[] = []
  for (const line of lines) {
    if (PROPERTY.test(line)) repaired.push(repairTime(line))
    else if (TEXT_PROPERTY.test(repaired.at(-1) ?? '')) repaired.push(`${repaired.pop()}\\n${line}`)
    else if (line.trim() !== '') omitted.push(line)
  }
  return { lines: repaired, omitted }
}

function repairTime(line: string): string {
  const [match, name = '', year, month, day, hours, minutes, seconds = '00', zulu = ''] = TIME.exec(line) ?? []
  if (match === undefined) return line
  if (hours !== undefined) return `${name}:${year}${month}${day}T${hours}${minutes}${seconds}${zulu.toUpperCase()}`
  return `${/;VALUE=/i.test(name) ? name : `${name};VALUE=DATE`}:${year}${month}${day}`
}
