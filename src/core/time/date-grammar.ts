/**
 * The grammar of dates as people and programs write them: which words and notations there are. It follows the date formats of
 * PHP, which the reference implementation uses (docs/decisions/0004).
 */
import {
  type Apply,
  addNumberedUnits,
  addOrdinalUnits,
  createAddDays,
  createSetHour,
  type DateExpression,
  negateRelativeParts,
  setBracketedZone,
  setDate,
  setDayOfMonth,
  setDayOfYear,
  setMonth,
  setOffset,
  setTime,
  setTimeOrYear,
  setWeek,
  setWeekday,
  setWeekdayOfMonth,
  setZone,
} from './date-expression.ts'
import { MONTH, ORDINAL, UNIT, WEEKDAY, WHICH, ZONE_ABBREVIATION } from './date-words.ts'

interface Rule {
  pattern: RegExp
  apply: Apply
}

const rule = (pattern: string, apply: Apply): Rule => ({ pattern: new RegExp(pattern, 'iy'), apply })

const YEAR = String.raw`(?<year>\d{4})`
const DAY = String.raw`(?<day>\d\d?)(?:st|nd|rd|th)?`
/** Matches a year after a date. Two digits are a year unless a time begins with them: `May 5 10:00`, `May 5 10am`. */
const YEAR_AFTER = String.raw`(?<year>\d{4}|\d\d)(?![\d:]|\.\d| ?[ap]\.?m)`
const SIGNED = String.raw`(?<sign>[+-])(?<hours>\d\d?)(?::?(?<minutes>\d\d)|\.(?<decimals>\d\d?))?(?!\d)`

/** All rules. The longest match wins; among matches of equal length, the first rule. */
const RULES: readonly Rule[] = [
  // Numeric dates
  rule(String.raw`${YEAR}(?<gap>[-/:])(?<month>\d\d?)\k<gap>(?<day>\d\d?)(?!\d)`, setDate),
  rule(String.raw`${YEAR}(?<month>\d\d)(?<day>\d\d)(?!\d)`, setDate),
  rule(String.raw`${YEAR}-(?<month>\d\d?)(?![\d-])`, setMonth),
  rule(String.raw`(?<month>\d\d?)/(?<day>\d\d?)(?:/${YEAR_AFTER})?(?![\d/])`, setDate), // month first, as in the United States
  rule(String.raw`(?<day>\d\d?)(?<gap>[-.])(?<month>\d\d?)\k<gap>${YEAR}(?!\d)`, setDate),
  rule(String.raw`${YEAR}-?w(?<week>\d\d)(?:-?(?<weekday>[1-7]))?(?!\d)`, setWeek),
  rule(String.raw`${YEAR}[-.](?<ordinal>\d{3})(?!\d)`, setDayOfYear),
  // Dates with the name of a month
  rule(String.raw`${DAY}[ .-]*(?:of )?${MONTH}\.?(?:[ .,-]*${YEAR_AFTER})?`, setDate),
  rule(String.raw`${MONTH}[ .-]*${DAY}(?![\d:]| ?[ap]\.?m)(?:[ .,-]+${YEAR_AFTER})?`, setDate),
  rule(String.raw`${MONTH}[ .,-]*${YEAR}(?![\d:])`, setMonth),
  rule(String.raw`${YEAR}[ .-]*${MONTH}(?:-(?<day>\d\d?)(?!\d))?`, setMonth),
  rule(MONTH, setDate),
  // Times
  rule(String.raw`(?:at )?t?(?<hour>\d\d?):(?<minute>\d\d?)(?::(?<second>\d\d?)(?:[.,]\d+)?)?(?![\d:])`, setTime),
  rule(String.raw`(?:at )?t?(?<hour>\d\d?)\.(?<minute>\d\d)(?![\d.])`, setTime),
  rule(String.raw`t(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?!\d)`, setTime),
  rule(String.raw`(?<hour>\d\d)(?<minute>\d\d)(?!\d)`, setTimeOrYear),
  rule(String.raw`(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)(?!\d)`, setTime),
  rule(
    String.raw`(?:at )?t?(?<hour>\d\d?)(?:[:.](?<minute>\d\d?)(?:[:.](?<second>\d\d?))?)? ?(?<half>[ap])\.?m\b\.?`,
    setTime,
  ),
  // Time zones
  rule(`${ZONE_ABBREVIATION}(?<offset>${SIGNED})?`, setZone),
  rule(SIGNED, setOffset),
  rule(String.raw`(?<zone>[a-z]+(?:/[a-z][\w+-]*)+)`, setZone),
  rule(String.raw`\[(?<place>[\w/+-]+)\]`, setBracketedZone),
  rule(String.raw`\([a-z ]*\)`, ({ zone }) => zone !== undefined), // a comment, as in `GMT+0100 (CET)`
  // Words and relative dates
  rule(String.raw`now\b`, (expression) => {
    expression.dependsOnClock = true
    return true
  }),
  rule(String.raw`today\b`, createAddDays(0)),
  rule(String.raw`tomorrow\b`, createAddDays(1)),
  rule(String.raw`yesterday\b`, createAddDays(-1)),
  rule(String.raw`midnight\b`, createSetHour(0)),
  rule(String.raw`noon\b`, createSetHour(12)),
  rule(WEEKDAY, setWeekday),
  rule(String.raw`(?:in )?(?<sign>[+-])? ?(?<amount>\d{1,6}) ?${UNIT}`, addNumberedUnits),
  rule(`${WHICH} ${UNIT}`, addOrdinalUnits),
  rule(String.raw`ago\b`, negateRelativeParts),
  rule(String.raw`(?<ordinal>first|last) day of\b`, setDayOfMonth),
  rule(String.raw`${ORDINAL} ${WEEKDAY} of\b`, setWeekdayOfMonth),
]

const SEPARATORS = /[ ,.]*/y

/**
 * Parses a text to its meaning. The text must have no white space but single spaces.
 * @returns undefined when a part of the text cannot be understood, or parts contradict each other
 */
export function parseExpression(text: string): DateExpression | undefined {
  const expression: DateExpression = {
    ...{ isWholeDay: false, dependsOnClock: false },
    ...{ years: 0, months: 0, days: 0, workdays: 0, seconds: 0 },
  }
  for (let at = 0; at < text.length; ) {
    const found = longestMatch(text, at)
    // Texts that begin with a time zone are refused: otherwise single letters such as `Z` would be dates.
    const beginsWithZone = at === 0 && found !== undefined && 'zone' in found.groups
    if (found === undefined || beginsWithZone || !found.apply(expression, found.groups)) return undefined
    SEPARATORS.lastIndex = at + found.length
    at = SEPARATORS.lastIndex + (SEPARATORS.exec(text)?.[0].length ?? 0)
  }
  return expression
}

function longestMatch(text: string, at: number) {
  let longest: { apply: Apply; groups: Record<string, string | undefined>; length: number } | undefined
  for (const { pattern, apply } of RULES) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null && match[0].length > (longest?.length ?? 0)) {
      longest = { apply, groups: match.groups ?? {}, length: match[0].length }
    }
  }
  return longest
}
