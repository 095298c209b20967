import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { localToInstant } from '../../core/time/instant.ts'
import { findCacheExpiry } from './cache-expiry.ts'

/** 2030-06-15 12:00 UTC */
const NOON = localToInstant('2030-06-15 12:00:00', 'UTC')
const utc = (local: string) => localToInstant(local, 'UTC')

interface Case {
  zone?: string
  now?: number
  query?: Record<string, unknown>
  publication?: number
  start?: number
}

const never = Number.POSITIVE_INFINITY
const holds = ({ zone = 'UTC', now = NOON, query = {}, publication = never, start = never }: Case) =>
  findCacheExpiry(now, query, zone, { publication: async () => publication, start: async () => start })

for (const [what, given, until] of [
  ['midnight of UTC', {}, '2030-06-16 00:00:00'],
  ['midnight of UTC before that of a site in the west', { zone: 'America/New_York' }, '2030-06-16 00:00:00'],
  ['midnight of a site in the east', { zone: 'Asia/Tokyo' }, '2030-06-15 15:00:00'],
  [
    'midnight of a site in the west, when it comes first',
    { zone: 'America/New_York', now: utc('2030-06-16 01:00:00') },
    '2030-06-16 04:00:00',
  ],
  [
    'the moment that summer time skips midnight',
    { zone: 'Africa/Cairo', now: utc('2030-04-25 12:00:00') },
    '2030-04-25 22:00:00',
  ],
  ['a publication today', { publication: NOON + 60 }, '2030-06-15 12:01:00'],
  ['midnight, not a publication of next week', { publication: NOON + 604_800 }, '2030-06-16 00:00:00'],
  [
    'the second after the next start where only upcoming events count',
    { start: NOON + 60, query: { only_with_upcoming: 'true' } },
    '2030-06-15 12:01:01',
  ],
  ['midnight, where starts do not count', { start: NOON + 60 }, '2030-06-16 00:00:00'],
  ['a day in digits', { query: { start_date: '2030-01-01', end_date: '31.12.2030' } }, '2030-06-16 00:00:00'],
  ['now, of which the day counts', { query: { start_date: 'now' } }, '2030-06-16 00:00:00'],
  ['tomorrow', { query: { end_date: 'tomorrow' } }, '2030-06-16 00:00:00'],
  ['a weekday', { query: { start_date: 'friday' } }, '2030-06-16 00:00:00'],
  ['some days ahead', { query: { start_date: '+3 days' } }, '2030-06-16 00:00:00'],
  ['hours ahead: not at all', { query: { start_date: '+2 hours' } }, '2030-06-15 12:00:00'],
  ['today in a zone far from the site: not at all', { query: { start_date: 'now+09:00' } }, '2030-06-16 00:00:00'],
  ['what is no text: not at all', { query: { start_date: ['2030-01-01'] } }, '2030-06-15 12:00:00'],
] as const) {
  test(`an answer holds until ${what}`, async () => equal(await holds(given), utc(until)))
}
