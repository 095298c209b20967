/**
 * The functions of this file find abbreviations of time zones in the spelling of the tz database. The JavaScript
 * runtime has abbreviations only for zones of North America.
 */

interface ZoneTime {
  /** The IANA name of the zone, e.g. `Europe/Berlin`. */
  id: string
  /** Formats the English name of the time in this zone at an instant: "Central European Summer Time". */
  nameFormatter: Intl.DateTimeFormat
  /** UTC offset in seconds at the instant, positive east of UTC. */
  offset: number
}

/**
 * The abbreviation of the time in a zone at an instant, as the tz database spells it: letters, or a number such as
 * `-03` where the database has no letters.
 * @param instant Unix time in seconds
 */
export function zoneAbbreviationInTzdb(instant: number, { id, nameFormatter, offset }: ZoneTime): string {
  const letters = NUMERIC_ZONES.has(id) ? undefined : findLetters(instant, nameFormatter)
  if (letters !== undefined) return letters
  return BRITISH_ZONES.has(id) && offset === 3600 ? 'BST' : formatNumeric(offset)
}

/** Formats a UTC offset like the tz database does for zones without letters: `+0530`, `-03`. */
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

/**
 * The abbreviations of standard and summer time, by the English name of the time without "Time", "Standard", "Daylight"
 * and "Summer". The key is not the zone, because the name from the JavaScript runtime also says whether summer time
 * applies. For names that are not in this table, the tz database has numbers instead of letters.
 */
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

/**
 * Zones that have numbers instead of letters in the tz database, although the JavaScript runtime gives them the name of
 * a neighbouring zone with letters.
 */
const NUMERIC_ZONES = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Asia/Colombo',
  'Europe/Minsk',
])
/**
 * Zones in which an offset of one hour means BST. The JavaScript runtime has no name for summer time in Guernsey,
 * Jersey and the Isle of Man, nor for London's year-round BST from 1968 to 1971.
 */
const BRITISH_ZONES = new Set(['Europe/London', 'Europe/Guernsey', 'Europe/Isle_of_Man', 'Europe/Jersey'])
