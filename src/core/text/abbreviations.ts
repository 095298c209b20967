/** Short names of zones' times: the runtime knows none outside North America. */

interface ZoneTime {
  /** IANA name. */
  id: string
  /** Writes the English name of the zone's time at an instant. */
  names: Intl.DateTimeFormat
  /** Seconds east of UTC at the instant. */
  offset: number
}

/**
 * The abbreviation of a zone's time as the tz database spells it: letters, or `-03` where it has none.
 * @param instant seconds since 1970-01-01 UTC
 */
export function abbreviate(instant: number, { id, names, offset }: ZoneTime): string {
  const letters = NUMERIC_ZONES.has(id) ? undefined : lettersOf(instant, names)
  if (letters !== undefined) return letters
  return BRITISH_ZONES.has(id) && offset === 3600 ? 'BST' : numericOf(offset)
}

/** `+0530`, `-03`: the tz database's `%z`. */
function numericOf(offsetSeconds: number): string {
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60)
  const pad = (count: number) => String(count).padStart(2, '0')
  return `${offsetSeconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${minutes % 60 === 0 ? '' : pad(minutes % 60)}`
}

function lettersOf(instant: number, names: Intl.DateTimeFormat): string | undefined {
  const name = names.formatToParts(instant * 1000).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, region = '', season] = /^(.+?)(?: (Standard|Daylight|Summer))? Time$/.exec(name) ?? []
  const [standard, summer] = ABBREVIATIONS.get(region) ?? []
  return season === 'Daylight' || season === 'Summer' ? summer : standard
}

// The runtime knows which named time a zone keeps at an instant, summer or not: "Central European Summer Time". So the name is looked up,
// not the zone. Names that are missing here are numbers in the tz database.
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

// Where the runtime's names and the tz database part: the first lends these zones a neighbour's name, and has none for the islands' summer
// (nor for the one all-year BST of 1968 to 1971).
const NUMERIC_ZONES = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Asia/Colombo',
  'Europe/Minsk',
])
const BRITISH_ZONES = new Set(['Europe/London', 'Europe/Guernsey', 'Europe/Isle_of_Man', 'Europe/Jersey'])
