import type { EventRow } from '../../../../collections/events/event-row.ts'
import { ianaZoneName, instantToLocal, localToInstant, utcOffsetPeriods } from '../../../../core/time/instant.ts'
import type { LocalTime } from '../../../../core/time/local-time.ts'

/**
 * The start and end of an event in its own zone, in UTC and in the zone of the site, in the form in which PHP
 * serializes times.
 */
export function presentEventDatesAsPhp(event: EventRow, siteZone: string) {
  const of = (instant: number, local: LocalTime) => ({
    own: phpTime(local, event.timezone, instant),
    utc: phpTime(instantToLocal(instant, 'UTC'), 'UTC', instant),
    site: phpTime(localInSite(instant, siteZone), siteZone, instant),
  })
  const [start, end] = [of(event.start_at, event.start_local), of(event.end_at, event.end_local)]
  return {
    start: start.own,
    start_utc: start.utc,
    start_site: start.site,
    start_display: start.own,
    end: end.own,
    end_utc: end.utc,
    end_site: end.site,
    end_display: end.own,
  }
}

const [FIRST, LAST] = [localToInstant('0001-01-02 00:00:00', 'UTC'), localToInstant('9999-12-30 23:59:59', 'UTC')]

/**
 * The local time of an instant in the zone of the site. At both ends of the years 1 to 9999 the instant is limited, so
 * that the local time is not in a year outside this range.
 */
const localInSite = (instant: number, zone: string) => instantToLocal(Math.min(Math.max(instant, FIRST), LAST), zone)

const OFFSET = 1
const NAME = 3

function phpTime(local: LocalTime, zone: string, instant: number) {
  const date = `${local}.000000`
  const isNamed = ianaZoneName(zone) !== undefined || !/[+-]\d/.test(zone)
  return isNamed
    ? { date, timezone_type: NAME, timezone: zone }
    : { date, timezone_type: OFFSET, timezone: offsetText(utcOffsetPeriods(zone, instant, instant)[0]?.offset ?? 0) }
}

/**
 * Formats a UTC offset.
 * @param seconds east of UTC
 * @returns e.g. `+05:30`
 */
function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return `${seconds < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
