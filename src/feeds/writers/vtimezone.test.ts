import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import { createVtimezone, tzidOf } from './vtimezone.ts'

/**
 * Asserts that local times of a year, six hours apart, denote the same instants in the `VTIMEZONE` component as in the
 * tz database. Local times that a change of the UTC offset repeats or skips are left out.
 */
function assertSame(zone: string, year: number): void {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addSubcomponent(createVtimezone(zone, [year]))
  // The `VTIMEZONE` component is serialized and parsed again, because clients read its text.
  const read = new ICAL.Component(ICAL.parse(calendar.toString())).getFirstSubcomponent('vtimezone')
  const clock = new ICAL.Timezone(read as ICAL.Component)
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

test('observances have the abbreviations of summer and winter time, and each change appears once', () => {
  const observances = createVtimezone('Europe/Berlin', [2031, 2030, 2030]).getAllSubcomponents()
  deepEqual(
    observances.map((one) => [one.name, String(one.getFirstPropertyValue('dtstart')).slice(0, 10)]),
    [
      ['standard', '2029-10-28'],
      ['daylight', '2030-03-31'],
      ['standard', '2030-10-27'],
      ['daylight', '2031-03-30'],
      ['standard', '2031-10-26'],
    ],
  )
  deepEqual(
    observances.slice(0, 2).map((one) => one.getFirstPropertyValue('tzname')),
    ['CET', 'CEST'],
  )
})

test('a zone without changes has one observance', () => {
  const [only, ...others] = createVtimezone('Asia/Kolkata', [2030]).getAllSubcomponents()
  equal(others.length, 0)
  equal(only?.name, 'standard')
  equal(String(only?.getFirstPropertyValue('tzoffsetto')), '+05:30')
})

test('the years 1 and 9999 have observances', () => {
  for (const year of [1, 9999]) equal(createVtimezone('Europe/Berlin', [year]).getAllSubcomponents().length > 0, true)
})

test('a zone has its IANA name as TZID, an offset has none', () => {
  deepEqual(['europe/berlin', 'UTC', 'UTC+5:30', '+02:00', 'GMT'].map(tzidOf), [
    'Europe/Berlin',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
