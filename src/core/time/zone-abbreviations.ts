/** Abbreviations of time zones in the spelling of the tz database: the runtime only has those of North America. */

interface ZoneTime {
  /** IANA name. */
  id: string
  /** Formats the English name of the zone's time at an instant: "Central European Summer Time". */
  nameFormatter: Intl.DateTimeFormat
  /** Seconds east of UTC at the instant. */
  offset: number
}

/**
 * The abbreviation of a zone's time as the tz database spells it: letters, or a number such as `-03` where the database has no letters.
 * @param instant seconds since 1970-01-01 UTC
 */
export function tzdbAbbreviation(instant: number, { id, nameFormatter, offset }: ZoneTime): string {
  const letters = NUMERIC_ZONES.has(id) ? undefined : findLetters(instant, nameFormatter)
  if (letters !== undefined) return letters
  return BRITISH_ZONES.has(id) && offset === 3600 ? 'BST' : formatNumeric(offset)
}

/** `+0530`, `-03`: the format `%z` of the tz database. */
function formatNumeric(offsetSeconds: number): string {
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60)
  const pad = (count: number) => String(count).padStart(2, '0')
  return `${offsetSeconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${minutes % 60 === 0 ? '' : pad(minutes % 60)}`
}

function findLetters(instant: number, nameFormatter: Intl.DateTimeFormat): string | undefined {
  const name = nameFormatter.formatToParts(instant * 1000).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, region = '', season] = /^(.+?)(?: (Standard|Daylight|Summer))? Time$/.exec(name) ?? []
  const [standard, summer] = ABBREVIATIONS.get(region) ?? []
  return season === 'Daylight' || season === 'Summer' ? summer : standard
}

// Keyed by the English name of the time, not by zone, because the runtime's name already says whether summer time applies. Names missing
// here have numbers instead of letters in the tz database.
const ABBREVIATIONS = new Map<string, readonly [standard: string, summer?: string]>([
  ['Greenwich Mean', ['GMT']],
  ['British', ['GMT', 'BST']],
  ['Irish', ['IST']],
  ['Western European', ['WET', 'WEST']],
  ['Central European', ['CET', 'CEST']],
  ['Eastern European', ['EET', 'EEST']],
  ['Moscow', ['MSK', 'MSD']],
  ['West Africa', ['WAT']],
  ['Central Africa', ['CAT']],
  ['East Africa', ['EAT']],
  ['South Africa', ['SAST']],
  ['Israel', ['IST', 'IDT']],
  ['Pakistan', ['PKT', 'PKST']],
  ['India', ['IST']],
  ['Western Indonesia', ['WIB']],
  ['Central Indonesia', ['WITA']],
  ['Eastern Indonesia', ['WIT']],
  ['China', ['CST', 'CDT']],
  ['Taiwan', ['CST', 'CDT']],
  ['Hong Kong', ['HKT', 'HKST']],
  ['Philippine', ['PST', 'PDT']],
  ['Japan', ['JST', 'JDT']],
  ['Korean', ['KST', 'KDT']],
  ['Australian Western', ['AWST', 'AWDT']],
  ['Australian Central', ['ACST', 'ACDT']],
  ['Australian Eastern', ['AEST', 'AEDT']],
  ['New Zealand', ['NZST', 'NZDT']],
  ['Chamorro', ['ChST']],
  ['American Samoa', ['SST']],
  ['Hawaii-Aleutian', ['HST', 'HDT']],
  ['Alaska', ['AKST', 'AKDT']],
  ['Yukon', ['MST']],
  ['Pacific', ['PST', 'PDT']],
  ['Mexican Pacific', ['MST', 'MDT']],
  ['Mountain', ['MST', 'MDT']],
  ['Central', ['CST', 'CDT']],
  ['Eastern', ['EST', 'EDT']],
  ['Cuba', ['CST', 'CDT']],
  ['Atlantic', ['AST', 'ADT']],
  ['Newfoundland', ['NST', 'NDT']],
])

// The runtime gives these zones the name of a neighbouring zone, whose letters the tz database does not use for them.
const NUMERIC_ZONES = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Asia/Colombo',
  'Europe/Minsk',
])
// The runtime has no name for the summer time of the islands, nor for London's year-round BST from 1968 to 1971.
const BRITISH_ZONES = new Set(['Europe/London', 'Europe/Guernsey', 'Europe/Isle_of_Man', 'Europe/Jersey'])
