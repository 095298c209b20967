import { findIana } from 'windows-iana'
import { localToInstant } from '../../../core/time/instant.ts'

/** Matches `(UTC+01:00) Amsterdam, Berlin, Bern`: the offset, which is missing for UTC itself, and the names. */
const WITH_OFFSET = /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.]?(\d\d))?\)\s*(.+)$/i

/**
 * Finds the time zone that programs show under a name, and some write instead of its id: `Eastern Time (US & Canada)`, `Pacific
 * Daylight Time`, `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`. Undefined if the name is not known.
 */
export function findZoneByDisplayName(text: string): string | undefined {
  const [match, sign, hours = '0', minutes = '0', names = text] =
    WITH_OFFSET.exec(text.trim().replace(/^"|"$/g, '')) ?? []
  if (/^coordinated universal time$/i.test(names)) return 'UTC'
  const [, region] = /^(.*\S)\s+time(?:\s*\(.*\))?$/i.exec(names) ?? []
  const [windows] =
    region === undefined ? [] : findIana(`${region.replace(/\s+(?:standard|daylight|summer)$/i, '')} Standard Time`)
  if (windows !== undefined || match === undefined) return windows
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60 : 60)
  return findZoneOfCities(names.split(','), offset)
}

/** The zone of the first of these cities that names a zone with this offset in winter or summer, in seconds. */
function findZoneOfCities(cities: readonly string[], offset: number): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone')
  for (const city of cities) {
    const end = `/${city.trim().replaceAll(' ', '_').toLowerCase()}`
    const zone = zones.find((one) => one.toLowerCase().endsWith(end) && hasOffset(one, offset))
    if (zone !== undefined) return zone
  }
  return undefined
}

const YEAR = 2026

const hasOffset = (zone: string, offset: number): boolean =>
  ['01', '07'].some((month) => {
    const noon = `${YEAR}-${month}-15 12:00:00`
    return Date.parse(`${noon.replace(' ', 'T')}Z`) / 1000 - localToInstant(noon, zone) === offset
  })
