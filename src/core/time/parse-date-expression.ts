/**
 * The grammar of dates as people and programs write them: the accepted words and notations. It follows the date formats
 * of PHP, which the reference implementation uses (docs/decisions/0004).
 */
import {
  type ApplyMatch,
  addOrdinalUnitsToDateExpression,
  addUnitsToDateExpression,
  createDayAdder,
  createHourSetter,
  type DateExpression,
  negateRelativePartsOfDateExpression,
  setBracketedZoneInDateExpression,
  setDateInDateExpression,
  setDayOfMonthInDateExpression,
  setDayOfYearInDateExpression,
  setIsoWeekInDateExpression,
  setTimeInDateExpression,
  setTimeOrYearInDateExpression,
  setUtcOffsetInDateExpression,
  setWeekdayInDateExpression,
  setWeekdayOfMonthInDateExpression,
  setYearAndMonthInDateExpression,
  setZoneFromMatch,
} from './date-expression-rules.ts'
import { MONTH, ORDINAL, UNIT, WEEKDAY, WHICH, ZONE_ABBREVIATION } from './date-words.ts'

interface Rule {
  pattern: RegExp
  apply: ApplyMatch
}

const rule = (pattern: string, apply: ApplyMatch): Rule => ({ pattern: new RegExp(pattern, 'iy'), apply })

const YEAR = String.raw`(?<year>\d{4})`
const DAY = String.raw`(?<day>\d\d?)(?:st|nd|rd|th)?`
/** Matches a year after a date. Two digits are a year unless a time begins with them: `May 5 10:00`, `May 5 10am`. */
const YEAR_AFTER = String.raw`(?<year>\d{4}|\d\d)(?![\d:]|\.\d| ?[ap]\.?m)`
const SIGNED = String.raw`(?<sign>[+-])(?<hours>\d\d?)(?::?(?<minutes>\d\d)|\.(?<decimals>\d\d?))?(?!\d)`

/** All rules. The longest match wins; among matches of equal length, the first rule. */
const RULES: readonly Rule[] = [
  // Rules for numeric dates, such as `2031-05-06`, `5/6/2031` and `2031-W19-2`
  rule(String.raw`${YEAR}(?<gap>[-/:])(?<month>\d\d?)\k<gap>(?<day>\d\d?)(?!\d)`, setDateInDateExpression),
  rule(String.raw`${YEAR}(?<month>\d\d)(?<day>\d\d)(?!\d)`, setDateInDateExpression),
  rule(String.raw`${YEAR}-(?<month>\d\d?)(?![\d-])`, setYearAndMonthInDateExpression),
  // month before day, as in the United States
  rule(String.raw`(?<month>\d\d?)/(?<day>\d\d?)(?:/${YEAR_AFTER})?(?![\d/])`, setDateInDateExpression),
  rule(String.raw`(?<day>\d\d?)(?<gap>[-.])(?<month>\d\d?)\k<gap>${YEAR}(?!\d)`, setDateInDateExpression),
  rule(String.raw`${YEAR}-?w(?<week>\d\d)(?:-?(?<weekday>[1-7]))?(?!\d)`, setIsoWeekInDateExpression),
  rule(String.raw`${YEAR}[-.](?<ordinal>\d{3})(?!\d)`, setDayOfYearInDateExpression),
  // Rules for dates with the name of a month, such as `6 May 2031` and `May 2031`
  rule(String.raw`${DAY}[ .-]*(?:of )?${MONTH}\.?(?:[ .,-]*${YEAR_AFTER})?`, setDateInDateExpression),
  rule(String.raw`${MONTH}[ .-]*${DAY}(?![\d:]| ?[ap]\.?m)(?:[ .,-]+${YEAR_AFTER})?`, setDateInDateExpression),
  rule(String.raw`${MONTH}[ .,-]*${YEAR}(?![\d:])`, setYearAndMonthInDateExpression),
  rule(String.raw`${YEAR}[ .-]*${MONTH}(?:-(?<day>\d\d?)(?!\d))?`, setYearAndMonthInDateExpression),
  rule(MONTH, setDateInDateExpression),
  // Rules for times of day, such as `19:30`, `193000` and `7 pm`
  rule(
    String.raw`(?:at )?t?(?<hour>\d\d?):(?<minute>\d\d?)(?::(?<second>\d\d?)(?:[.,]\d+)?)?(?![\d:])`,
    setTimeInDateExpression,
  ),
  rule(String.raw`(?:at )?t?(?<hour>\d\d?)\.(?<minute>\d\d)(?![\d.])`, setTimeInDateExpression),
  rule(String.raw`t(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?!\d)`, setTimeInDateExpression),
  rule(String.raw`(?<hour>\d\d)(?<minute>\d\d)(?!\d)`, setTimeOrYearInDateExpression),
  rule(String.raw`(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)(?!\d)`, setTimeInDateExpression),
  rule(
    String.raw`(?:at )?t?(?<hour>\d\d?)(?:[:.](?<minute>\d\d?)(?:[:.](?<second>\d\d?))?)? ?(?<half>[ap])\.?m\b\.?`,
    setTimeInDateExpression,
  ),
  // Rules for time zones, such as `CET`, `UTC+2`, `+02:00` and `Europe/Berlin`
  rule(`${ZONE_ABBREVIATION}(?<offset>${SIGNED})?`, setZoneFromMatch),
  rule(SIGNED, setUtcOffsetInDateExpression),
  rule(String.raw`(?<zone>[a-z]+(?:/[a-z][\w+-]*)+)`, setZoneFromMatch),
  rule(String.raw`\[(?<place>[\w/+-]+)\]`, setBracketedZoneInDateExpression),
  // text in parentheses after a zone, as in `GMT+0100 (CET)`, is ignored
  rule(String.raw`\([a-z ]*\)`, ({ zone }) => zone !== undefined),
  // Rules for words and relative dates, such as `tomorrow`, `next friday` and `+2 weeks`
  rule(String.raw`now\b`, (expression) => {
    expression.dependsOnClock = true
    return true
  }),
  rule(String.raw`today\b`, createDayAdder(0)),
  rule(String.raw`tomorrow\b`, createDayAdder(1)),
  rule(String.raw`yesterday\b`, createDayAdder(-1)),
  rule(String.raw`midnight\b`, createHourSetter(0)),
  rule(String.raw`noon\b`, createHourSetter(12)),
  rule(WEEKDAY, setWeekdayInDateExpression),
  rule(String.raw`(?:in )?(?<sign>[+-])? ?(?<amount>\d{1,6}) ?${UNIT}`, addUnitsToDateExpression),
  rule(`${WHICH} ${UNIT}`, addOrdinalUnitsToDateExpression),
  rule(String.raw`ago\b`, negateRelativePartsOfDateExpression),
  rule(String.raw`(?<ordinal>first|last) day of\b`, setDayOfMonthInDateExpression),
  rule(String.raw`${ORDINAL} ${WEEKDAY} of\b`, setWeekdayOfMonthInDateExpression),
]

const SEPARATORS = /[ ,.]*/y

/**
 * Parses a date text. It must contain no white space other than single spaces.
 * @returns undefined when a part of the text cannot be understood, or parts contradict each other
 */
export function parseDateExpression(text: string): DateExpression | undefined {
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
  let longest: { apply: ApplyMatch; groups: Record<string, string | undefined>; length: number } | undefined
  for (const { pattern, apply } of RULES) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null && match[0].length > (longest?.length ?? 0)) {
      longest = { apply, groups: match.groups ?? {}, length: match[0].length }
    }
  }
  return longest
}
