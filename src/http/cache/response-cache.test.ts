import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { createCachedResponse, encodeCachedResponse, estimateCachedResponseBytes } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

const responseOf = (length: number, expiresAt = 100) =>
  createCachedResponse(
    'x'.repeat(length),
    { vary: 'Origin' },
    {
      status: 200,
      computedAt: 1,
      expiresAt,
      announcedExpiry: expiresAt,
      hasLifetime: false,
      isCompressed: true,
      hitCounts: [0, 0, 0, 0],
    },
  )

const cacheFor = (version: () => string, bytesMax: number) => createResponseCache({ version }, { version }, bytesMax)

test('the least recently used responses are dropped when the cache is full', () => {
  const cache = cacheFor(() => '1', 100_000)
  const version = cache.currentVersion()
  for (let at = 0; at < 20; at += 1) {
    cache.store({ key: `${at}`, version }, responseOf(10_000))
    cache.find('0', 1)
  }
  const left = Array.from({ length: 20 }, (_, at) => at).filter((at) => cache.find(`${at}`, 1))
  ok(left.length * estimateCachedResponseBytes(responseOf(10_000)) <= 100_000)
  deepEqual([left.length, left[0], left.at(-1)], [8, 0, 19])
  cache.store({ key: 'whale', version }, responseOf(100_000))
  equal(cache.find('whale', 1), undefined)
})

test('compressed bodies count towards the size', async () => {
  const cache = cacheFor(() => '1', 30_000)
  const version = cache.currentVersion()
  const [one, other] = [responseOf(10_000), responseOf(10_000)]
  cache.store({ key: 'one', version }, one)
  cache.store({ key: 'other', version }, other)
  const uncompressedBytes = estimateCachedResponseBytes(other)
  for (const coding of ['br', 'gzip'] as const) await encodeCachedResponse(other, coding)
  ok(estimateCachedResponseBytes(other) > uncompressedBytes)
  cache.updateSize('other', { ...other, identity: { ...other.identity, body: Buffer.alloc(20_000) } })
  ok(cache.find('one', 1), 'the size of another response under the same key is not updated')
  other.identity.body = Buffer.alloc(20_000)
  cache.updateSize('other', other)
  equal(cache.find('one', 1), undefined)
  equal(cache.find('other', 1), other)
})

test('a response is dropped when it expires, and when the database version changes', () => {
  let version = 1
  const cache = cacheFor(() => String(version), 100_000)
  const cacheKey = { key: 'a', version: cache.currentVersion() }
  cache.store(cacheKey, responseOf(10, 100))
  ok(cache.find('a', 99))
  equal(cache.find('a', 0), undefined, 'computed while the clock was ahead')
  equal(cache.find('a', 100), undefined)
  version = 2
  cache.currentVersion()
  equal(cache.find('a', 99), undefined)
  cache.store(cacheKey, responseOf(10, 100))
  equal(cache.find('a', 99), undefined, 'created before the write')
})
