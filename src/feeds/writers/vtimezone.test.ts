import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import { formatVtimezone, icsTzidOfZone } from './vtimezone.ts'

/**
 * Asserts that local times of a year, six hours apart, denote the same instants in the `VTIMEZONE` component as in the
 * tz database. Local times that a change of the UTC offset repeats or skips are left out.
 * @param feedYears the years of the feed, by default only this year
 */
function assertSame(zone: string, year: number, feedYears = { first: year, last: year }): void {
  const clock = new ICAL.Timezone(componentOf(zone, feedYears))
  for (let day = 0; day < 365; day++) {
    for (const hour of [0, 6, 12, 18]) {
      const at = Date.UTC(year, 0, 1 + day, hour) / 1000
      const local = instantToLocal(at, zone)
      // Skips local times that occur twice: they denote the first occurrence by RFC 5545 (3.3.5), but the second in
      // ical.js.
      const isTwice = [1800, 3600].some((later) => instantToLocal(at + later, zone) === local)
      if (isTwice || localToInstant(local, zone) !== at || !local.startsWith(String(year))) continue
      const time = ICAL.Time.fromDateTimeString(local.replace(' ', 'T'))
      time.zone = clock
      equal(time.toUnixTime(), at, `${zone} ${local}`)
    }
  }
}

for (const [zone, ...years] of [
  ['Europe/Berlin', 2026, 1996, 1979],
  ['America/New_York', 2026, 2006, 2007],
  ['Australia/Lord_Howe', 2030],
  ['Asia/Kathmandu', 2030, 1986],
  ['Africa/Casablanca', 2026],
  ['Europe/Dublin', 2030],
  ['America/Sao_Paulo', 2018, 2030],
  ['Asia/Tokyo', 2031],
  ['America/Vancouver', 2026],
  ['Europe/Moscow', 2011, 2014],
] as const) {
  for (const year of years) test(`${zone} in ${year}`, () => assertSame(zone, year))
}

/** The `VTIMEZONE` component of a zone, written as text and parsed by ical.js. */
const componentOf = (zone: string, span: { first: number; last: number }) =>
  new ICAL.Component(ICAL.parse(formatVtimezone(zone, span)))

const rulesOf = (zone: string, first: number, last = first) =>
  componentOf(zone, { first, last })
    .getAllSubcomponents()
    .map((one) => {
      const value = (name: string) => String(one.getFirstPropertyValue(name) ?? '')
      return [one.name, value('tzname'), value('dtstart').slice(0, 10), value('rrule')].join(' ').trim()
    })

for (const [zone, first, last] of [
  ['Europe/Berlin', 1979, 1998],
  ['America/New_York', 2004, 2010],
  ['America/Santiago', 2019, 2024],
  ['Asia/Jerusalem', 2010, 2015],
  ['Africa/Cairo', 2022, 2031],
] as const) {
  test(`${zone}: every year of a feed from ${first} to ${last}`, () => {
    for (let year = first; year <= last; year++) assertSame(zone, year, { first, last })
  })
}

test('yearly rules have no end and hold after the years of the feed', () => {
  deepEqual(rulesOf('Europe/Berlin', 2030, 2031), [
    'standard CET 2029-10-28 FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'daylight CEST 2030-03-31 FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  ])
  deepEqual(rulesOf('America/Santiago', 2030), [
    'daylight -03 2029-09-02 FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU',
    'standard -04 2030-04-07 FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU',
  ])
  for (const zone of ['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe']) {
    for (const year of [2033, 2049, 2070]) assertSame(zone, year, { first: 2030, last: 2031 })
  }
})

test('rules of the past end with the last change to which they applied', () => {
  deepEqual(rulesOf('America/New_York', 2005, 2008), [
    'standard EST 2004-10-31 FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z',
    'daylight EDT 2005-04-03 FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z',
    'daylight EDT 2007-03-11 FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'standard EST 2007-11-04 FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  ])
})

test('if one of two changes has no yearly rule, no rule is without end', () => {
  // In Cairo summer time ends on the day after the last Thursday of October, sometimes in November.
  for (const rule of rulesOf('Africa/Cairo', 2026, 2027)) match(rule, /UNTIL|^\w+ \w+ [\d-]+$/)
})

test('a zone without changes has one observance', () => {
  const [only, ...others] = componentOf('Asia/Kolkata', { first: 2030, last: 2030 }).getAllSubcomponents()
  equal(others.length, 0)
  equal(only?.name, 'standard')
  equal(String(only?.getFirstPropertyValue('tzoffsetto')), '+05:30')
})

test('the years 1 and 9999 have observances', () => {
  for (const [first, last] of [
    [1, 1],
    [9999, 9999],
    [1, 9999],
  ] as const) {
    equal(componentOf('Europe/Berlin', { first, last }).getAllSubcomponents().length > 0, true)
  }
  for (const year of [1, 1950, 2031, 2500, 9998]) assertSame('Europe/Berlin', year, { first: 1, last: 9999 })
})

test('a zone has its IANA name as TZID, an offset has none', () => {
  deepEqual(['europe/berlin', 'UTC', 'UTC+5:30', '+02:00', 'GMT'].map(icsTzidOfZone), [
    'Europe/Berlin',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
