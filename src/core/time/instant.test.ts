import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { instantToLocal, isTimeZone, localToInstant, zoneAbbreviation } from './instant.ts'
import { addDays, addMonths } from './local-time.ts'

const utc = (iso: string) => Date.parse(iso) / 1000

for (const [zone, isZone] of [
  ['Europe/Berlin', true],
  ['europe/berlin', true],
  ['AMERICA/NEW_YORK', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Asia/Calcutta', true],
  ['W-SU', true],
  ['GB', true],
  ['EST', true],
  ['EST5EDT', true],
  ['Etc/GMT-14', true],
  ['UTC', true],
  ['utc', true],
  ['GMT', true],
  ['UTC+5:30', true],
  ['utc-5', true],
  ['UTC+0', true],
  ['UTC+14', true],
  ['UTC-14:00', true],
  ['+05:30', true],
  ['-0800', true],
  ['UTC+5.5', true],
  ['UTC-3.5', true],
  ['utc+5.75', true],
  ['UTC+8.25', true],
  ['UTC-0', true],
  ['UTC+14:01', false],
  ['UTC+14.5', false],
  ['UTC-14.25', false],
  ['UTC+5.3', false],
  ['UTC+5.', false],
  ['UTC+5.5:30', false],
  ['+05.5', false],
  ['UTC+15', false],
  ['UTC+99', false],
  ['UTC+5:60', false],
  ['UTC+5:3', false],
  ['UTC+', false],
  ['+24:00', false],
  ['-14:30', false],
  ['+5', false],
  ['x', false],
  ['Z', false],
  ['', false],
  [' UTC', false],
  ['Nope/Zone', false],
  ['America/New York', false],
  ['PST', false], // a zone name of ICU, not in the tz database
  ['IST', false],
  ['SystemV/PST8', false],
  ['UTC\0', false],
  ['Europe/Berlin'.repeat(100), false],
] as const)
  test(`${JSON.stringify(zone.slice(0, 40))} ${isZone ? 'is' : 'is not'} a time zone`, () =>
    assert.equal(isTimeZone(zone), isZone))

for (const [name, local, zone, instant, shown = local] of [
  ['the epoch', '1970-01-01 00:00:00', 'UTC', '1970-01-01T00:00:00Z'],
  ['before the epoch', '1969-12-31 23:59:59', 'GMT', '1969-12-31T23:59:59Z'],
  ['New York in winter', '2033-01-15 10:00:00', 'America/New_York', '2033-01-15T15:00:00Z'],
  ['New York in summer', '2031-05-01 10:00:00', 'America/New_York', '2031-05-01T14:00:00Z'],
  ['the last second before the gap', '2033-03-13 01:59:59', 'America/New_York', '2033-03-13T06:59:59Z'],
  ['in the gap', '2033-03-13 02:30:00', 'America/New_York', '2033-03-13T07:30:00Z', '2033-03-13 03:30:00'],
  ['after the gap', '2033-03-13 03:00:00', 'America/New_York', '2033-03-13T07:00:00Z'],
  ['the first of two 01:30', '2033-11-06 01:30:00', 'America/New_York', '2033-11-06T05:30:00Z'],
  ['after the overlap', '2033-11-06 02:00:00', 'America/New_York', '2033-11-06T07:00:00Z'],
  ['in the gap of Berlin', '2033-03-27 02:30:00', 'Europe/Berlin', '2033-03-27T01:30:00Z', '2033-03-27 03:30:00'],
  ['the first of two 02:30 in Berlin', '2033-10-30 02:30:00', 'Europe/Berlin', '2033-10-30T00:30:00Z'],
  [
    'a gap of half an hour',
    '2033-10-02 02:15:00',
    'Australia/Lord_Howe',
    '2033-10-01T15:45:00Z',
    '2033-10-02 02:45:00',
  ],
  ['an overlap of half an hour', '2033-04-03 01:45:00', 'Australia/Lord_Howe', '2033-04-02T14:45:00Z'],
  [
    'a midnight that is skipped',
    '2018-11-04 00:00:00',
    'America/Sao_Paulo',
    '2018-11-04T03:00:00Z',
    '2018-11-04 01:00:00',
  ],
  ['a day that is skipped', '2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00Z', '2011-12-31 12:00:00'],
  ['an offset with minutes', '2031-05-01 10:00:00', 'Asia/Kathmandu', '2031-05-01T04:15:00Z'],
  ['a fixed offset has no summer time', '2031-05-01 10:00:00', 'UTC+2', '2031-05-01T08:00:00Z'],
  ['a fixed offset west of UTC', '2031-05-01 10:00:00', 'UTC-5', '2031-05-01T15:00:00Z'],
  ['a fixed offset with minutes', '2031-05-01 10:00:00', 'UTC+5:30', '2031-05-01T04:30:00Z'],
  ['a fixed offset in decimal hours', '2031-05-01 10:00:00', 'UTC+5.75', '2031-05-01T04:15:00Z'],
  ['a decimal offset west of UTC', '2031-05-01 10:00:00', 'UTC-3.5', '2031-05-01T13:30:00Z'],
  ['a bare offset', '2031-05-01 10:00:00', '-0330', '2031-05-01T13:30:00Z'],
  ['the largest offset', '2031-05-01 10:00:00', 'UTC+14', '2031-04-30T20:00:00Z'],
  ['the first year', '0001-01-01 00:00:00', 'UTC+14', '0000-12-31T10:00:00Z'],
  ['the last year', '9999-12-31 23:59:59', 'UTC-14', '+010000-01-01T13:59:59Z'],
  ['a leap day', '2032-02-29 12:00:00', 'Asia/Tokyo', '2032-02-29T03:00:00Z'],
] as const)
  test(`converts a local time to its instant and back: ${name}`, () => {
    assert.equal(localToInstant(local, zone), utc(instant))
    assert.equal(instantToLocal(utc(instant), zone), shown)
  })

for (const [name, call] of [
  ['a local time in an unknown zone', () => localToInstant('2031-05-01 10:00:00', 'Nope/Zone')],
  ['an instant in an unknown zone', () => instantToLocal(0, 'x')],
  ['an abbreviation of an unknown zone', () => zoneAbbreviation(0, '')],
  ['31 April', () => localToInstant('2031-04-31 10:00:00', 'UTC')],
  ['a T between date and time', () => localToInstant('2031-04-30T10:00:00', 'Europe/Berlin')],
  ['an instant in year 0', () => instantToLocal(utc('0000-12-31T23:00:00Z'), 'UTC')],
  ['an instant in year 10000', () => instantToLocal(utc('9999-12-31T23:00:00Z'), 'UTC+2')],
  ['an instant that is NaN', () => instantToLocal(Number.NaN, 'UTC')],
  ['an instant beyond the range of Date', () => instantToLocal(1e20, 'Europe/Berlin')],
] as const)
  test(`throws for ${name}`, () => assert.throws(call, RangeError))

test('rounds fractions of a second down', () => {
  assert.equal(instantToLocal(1.9, 'UTC'), '1970-01-01 00:00:01')
  assert.equal(instantToLocal(-0.5, 'Asia/Tokyo'), '1970-01-01 08:59:59')
})

// The expected abbreviations of zones in January and July 2025
// were computed with Python's zoneinfo and tz database 2026d.
for (const [zone, january, july] of [
  ['America/New_York', 'EST', 'EDT'],
  ['america/new_york', 'EST', 'EDT'],
  ['America/Chicago', 'CST', 'CDT'],
  ['America/Denver', 'MST', 'MDT'],
  ['America/Phoenix', 'MST', 'MST'],
  ['America/Whitehorse', 'MST', 'MST'],
  ['America/Los_Angeles', 'PST', 'PDT'],
  ['America/Anchorage', 'AKST', 'AKDT'],
  ['Pacific/Honolulu', 'HST', 'HST'],
  ['America/Halifax', 'AST', 'ADT'],
  ['America/St_Johns', 'NST', 'NDT'],
  ['America/Havana', 'CST', 'CDT'],
  ['America/Jamaica', 'EST', 'EST'],
  ['America/Mexico_City', 'CST', 'CST'],
  ['America/Hermosillo', 'MST', 'MST'],
  ['America/Puerto_Rico', 'AST', 'AST'],
  ['America/Sao_Paulo', '-03', '-03'],
  ['America/Santiago', '-03', '-04'],
  ['America/Bogota', '-05', '-05'],
  ['Europe/London', 'GMT', 'BST'],
  ['Europe/Jersey', 'GMT', 'BST'],
  ['Europe/Dublin', 'GMT', 'IST'],
  ['Europe/Lisbon', 'WET', 'WEST'],
  ['Atlantic/Azores', '-01', '+00'],
  ['Atlantic/Reykjavik', 'GMT', 'GMT'],
  ['Europe/Berlin', 'CET', 'CEST'],
  ['Europe/Helsinki', 'EET', 'EEST'],
  ['Europe/Moscow', 'MSK', 'MSK'],
  ['Europe/Minsk', '+03', '+03'],
  ['Europe/Istanbul', '+03', '+03'],
  ['Africa/Cairo', 'EET', 'EEST'],
  ['Africa/Johannesburg', 'SAST', 'SAST'],
  ['Africa/Nairobi', 'EAT', 'EAT'],
  ['Africa/Maputo', 'CAT', 'CAT'],
  ['Africa/Lagos', 'WAT', 'WAT'],
  ['Africa/Accra', 'GMT', 'GMT'],
  ['Africa/Casablanca', '+01', '+01'],
  ['Asia/Jerusalem', 'IST', 'IDT'],
  ['Asia/Dubai', '+04', '+04'],
  ['Asia/Tehran', '+0330', '+0330'],
  ['Asia/Karachi', 'PKT', 'PKT'],
  ['Asia/Kolkata', 'IST', 'IST'],
  ['Asia/Colombo', '+0530', '+0530'],
  ['Asia/Kathmandu', '+0545', '+0545'],
  ['Asia/Bangkok', '+07', '+07'],
  ['Asia/Jakarta', 'WIB', 'WIB'],
  ['Asia/Makassar', 'WITA', 'WITA'],
  ['Asia/Jayapura', 'WIT', 'WIT'],
  ['Asia/Shanghai', 'CST', 'CST'],
  ['Asia/Taipei', 'CST', 'CST'],
  ['Asia/Hong_Kong', 'HKT', 'HKT'],
  ['Asia/Singapore', '+08', '+08'],
  ['Asia/Manila', 'PST', 'PST'],
  ['Asia/Tokyo', 'JST', 'JST'],
  ['Asia/Seoul', 'KST', 'KST'],
  ['Australia/Perth', 'AWST', 'AWST'],
  ['Australia/Darwin', 'ACST', 'ACST'],
  ['Australia/Adelaide', 'ACDT', 'ACST'],
  ['Australia/Sydney', 'AEDT', 'AEST'],
  ['Australia/Brisbane', 'AEST', 'AEST'],
  ['Australia/Lord_Howe', '+11', '+1030'],
  ['Pacific/Auckland', 'NZDT', 'NZST'],
  ['Pacific/Chatham', '+1345', '+1245'],
  ['Pacific/Guam', 'ChST', 'ChST'],
  ['Pacific/Pago_Pago', 'SST', 'SST'],
  ['Pacific/Marquesas', '-0930', '-0930'],
  ['MET', 'CET', 'CEST'],
  ['Etc/GMT+5', '-05', '-05'],
  ['UTC', 'UTC', 'UTC'],
  ['Etc/Zulu', 'UTC', 'UTC'],
  ['GMT', 'GMT', 'GMT'],
  ['Etc/Greenwich', 'GMT', 'GMT'],
  ['UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
  ['UTC+5.5', 'UTC+5.5', 'UTC+5.5'],
  ['utc-5', 'utc-5', 'utc-5'],
  ['+05:30', '+05:30', '+05:30'],
] as const)
  test(`the abbreviation of ${zone} is ${january} in January, ${july} in July`, () => {
    assert.equal(zoneAbbreviation(utc('2025-01-15T12:00:00Z'), zone), january)
    assert.equal(zoneAbbreviation(utc('2025-07-15T12:00:00Z'), zone), july)
  })

for (const [name, instant, zone, abbreviation] of [
  ['the last second of winter', '2033-03-13T06:59:59Z', 'America/New_York', 'EST'],
  ['the first second of summer', '2033-03-13T07:00:00Z', 'America/New_York', 'EDT'],
  ['the first occurrence of a repeated hour', '2033-10-30T00:30:00Z', 'Europe/Berlin', 'CEST'],
  ['the second occurrence of a repeated hour', '2033-10-30T01:30:00Z', 'Europe/Berlin', 'CET'],
  ['a summer time that was abolished later', '2010-07-01T00:00:00Z', 'Europe/Moscow', 'MSD'],
  ['a British winter on summer time', '1970-01-01T00:00:00Z', 'Europe/London', 'BST'],
  ['a fraction of a second', '2033-03-13T07:00:00.5Z', 'Asia/Dubai', '+04'],
] as const)
  test(`abbreviates the zone as of the instant: ${name}`, () =>
    assert.equal(zoneAbbreviation(utc(instant), zone), abbreviation))

const ZONES = ['UTC', 'UTC-5', '+05:30', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia']
const localTimes = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '))

test('a local time survives conversion to an instant and back; one inside a gap moves forward', () =>
  fc.assert(
    fc.property(localTimes, fc.constantFrom(...ZONES), (local, zone) => {
      const shown = instantToLocal(localToInstant(local, zone), zone)
      assert.ok(shown >= local)
      // `shown` is a local time that exists in the zone, so converting it to an instant and back does not change it.
      assert.equal(instantToLocal(localToInstant(shown, zone), zone), shown)
      // Noon exists on every day in these zones, except in Apia, which skipped a whole day.
      const noon = `${local.slice(0, 10)} 12:00:00`
      if (zone !== 'Pacific/Apia') assert.equal(instantToLocal(localToInstant(noon, zone), zone), noon)
    }),
  ))

test('an instant survives conversion to local time and back; a repeated local time gives its first occurrence', () =>
  fc.assert(
    fc.property(fc.integer({ min: -2_200_000_000, max: 9_000_000_000 }), fc.constantFrom(...ZONES), (instant, zone) => {
      const first = localToInstant(instantToLocal(instant, zone), zone)
      assert.ok(first === instant || (first < instant && instant - first <= 24 * 3600))
      assert.equal(instantToLocal(first, zone), instantToLocal(instant, zone))
    }),
  ))

test('isTimeZone never throws', () =>
  fc.assert(fc.property(fc.string(), (zone) => typeof isTimeZone(zone) === 'boolean')))

test('results do not depend on the time zone of the process', () => {
  const before = process.env.TZ
  try {
    for (const zone of ['America/New_York', 'Pacific/Kiritimati']) {
      process.env.TZ = zone
      assert.equal(localToInstant('2033-03-13 02:30:00', 'UTC'), utc('2033-03-13T02:30:00Z'))
      assert.equal(instantToLocal(utc('2033-03-13T02:30:00Z'), 'Asia/Tokyo'), '2033-03-13 11:30:00')
      assert.equal(addDays('2033-03-12 02:30:00', 1), '2033-03-13 02:30:00')
      assert.equal(addMonths('2033-02-13 02:30:00', 1), '2033-03-13 02:30:00')
    }
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

test('conversions that use cached offsets agree with Temporal', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Manila',
  ]
  const near = fc.integer({ min: 0, max: 60 * 365 * 24 }).map((hours) => hours * 3600)
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.array(near, { minLength: 1, maxLength: 5 }), (zone, instants) => {
      for (const instant of instants) {
        const local = instantToLocal(instant, zone)
        const read = Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds / 1000
        assert.equal(localToInstant(local, zone), read, `${local} ${zone}`)
      }
    }),
    { numRuns: 2000 },
  )
})
