import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { negotiateContentCoding } from './compression.ts'

for (const [accepted, coding] of [
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['GZIP;Q=1', 'gzip'],
  ['gzip;q=0', undefined],
  ['br;q=0, gzip;q=0.001', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['deflate', undefined],
  ['gzip;q=much', undefined],
] as const) {
  test(`Accept-Encoding: ${accepted ?? '(none)'} selects ${coding ?? 'no coding'}`, () =>
    equal(negotiateContentCoding(accepted), coding))
}
