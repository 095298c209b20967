import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { localToInstant } from '../../core/time/instant.ts'
import { findExpiryOfAnonymousResponse } from './cache-expiry.ts'

const NOON = localToInstant('2030-06-15 12:00:00', 'UTC')
const utc = (local: string) => localToInstant(local, 'UTC')

interface Case {
  zone?: string
  now?: number
  query?: Record<string, unknown>
  publication?: number
  start?: number
  end?: number
}

const never = Number.POSITIVE_INFINITY
const expiryFor = ({ zone = 'UTC', now = NOON, query = {}, publication = never, start = never, end = never }: Case) =>
  findExpiryOfAnonymousResponse(now, query, zone, {
    publication: async () => publication,
    start: async () => start,
    end: async () => end,
  })

for (const [what, given, until] of [
  ['midnight UTC', {}, '2030-06-16 00:00:00'],
  ['midnight UTC, which precedes midnight of a site in the west', { zone: 'America/New_York' }, '2030-06-16 00:00:00'],
  ['midnight of a site in the east', { zone: 'Asia/Tokyo' }, '2030-06-15 15:00:00'],
  [
    'midnight of a site in the west, if it is earlier',
    { zone: 'America/New_York', now: utc('2030-06-16 01:00:00') },
    '2030-06-16 04:00:00',
  ],
  [
    'the end of the gap where daylight saving time skips midnight',
    { zone: 'Africa/Cairo', now: utc('2030-04-25 12:00:00') },
    '2030-04-25 22:00:00',
  ],
  ['the time of a publication today', { publication: NOON + 60 }, '2030-06-15 12:01:00'],
  ['midnight, with a publication next week', { publication: NOON + 604_800 }, '2030-06-16 00:00:00'],
  ['the next end, in a list with ongoing events', { end: NOON + 60, query: { ongoing: '1' } }, '2030-06-15 12:01:00'],
  ['midnight, in a list without ongoing events', { end: NOON + 60 }, '2030-06-16 00:00:00'],
  [
    'the second after the next start, if restricted to upcoming events',
    { start: NOON + 60, query: { only_with_upcoming: 'true' } },
    '2030-06-15 12:01:01',
  ],
  ['midnight, if not restricted to upcoming events', { start: NOON + 60 }, '2030-06-16 00:00:00'],
  [
    'midnight, with dates in digits',
    { query: { start_date: '2030-01-01', end_date: '31.12.2030' } },
    '2030-06-16 00:00:00',
  ],
  ['once, with the moving time now', { query: { start_date: 'now' } }, '2030-06-15 12:00:00'],
  ['midnight, with a time of tomorrow', { query: { start_date: 'tomorrow 9am' } }, '2030-06-16 00:00:00'],
  ['midnight, with the date tomorrow', { query: { end_date: 'tomorrow' } }, '2030-06-16 00:00:00'],
  ['midnight, with a weekday', { query: { start_date: 'friday' } }, '2030-06-16 00:00:00'],
  ['midnight, with a relative date in days', { query: { start_date: '+3 days' } }, '2030-06-16 00:00:00'],
  ['once, with a relative date in hours', { query: { start_date: '+2 hours' } }, '2030-06-15 12:00:00'],
  ['midnight, with now in another zone', { query: { start_date: 'now+09:00' } }, '2030-06-16 00:00:00'],
  ['once, with a date that is a list', { query: { start_date: ['2030-01-01'] } }, '2030-06-15 12:00:00'],
] as const) {
  test(`a response expires at ${what}`, async () => equal((await expiryFor(given)).at, utc(until)))
}

test('the announced expiry does not depend on scheduled publications', async () => {
  for (const publication of [never, NOON + 60, NOON + 604_800]) {
    equal((await expiryFor({ publication })).announcedAt, utc('2030-06-16 00:00:00'))
  }
})
