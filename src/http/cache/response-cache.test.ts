import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { createCachedResponse, encodeResponse, estimateBytes } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

const answerOf = (length: number, expiresAt = 100) =>
  createCachedResponse(
    'x'.repeat(length),
    { vary: 'Origin' },
    { expiresAt, hasLifetime: false, isCompressed: true, hitCounts: [0, 0, 0, 0] },
  )

const keptOf = (version: () => string, bytesMax: number) => createResponseCache({ version }, { version }, bytesMax)

test('no more is kept than there is room for; what was asked for last stays', () => {
  const kept = keptOf(() => '1', 100_000)
  const version = kept.currentVersion()
  for (let at = 0; at < 20; at += 1) {
    kept.store({ key: `${at}`, version }, answerOf(10_000))
    kept.find('0', 1)
  }
  const left = Array.from({ length: 20 }, (_, at) => at).filter((at) => kept.find(`${at}`, 1))
  ok(left.length * estimateBytes(answerOf(10_000)) <= 100_000)
  deepEqual([left.length, left[0], left.at(-1)], [8, 0, 19])
  kept.store({ key: 'whale', version }, answerOf(100_000))
  equal(kept.find('whale', 1), undefined)
})

test('codings count', async () => {
  const kept = keptOf(() => '1', 30_000)
  const version = kept.currentVersion()
  const [one, other] = [answerOf(10_000), answerOf(10_000)]
  kept.store({ key: 'one', version }, one)
  kept.store({ key: 'other', version }, other)
  const plain = estimateBytes(other)
  for (const coding of ['br', 'gzip'] as const) await encodeResponse(other, coding)
  ok(estimateBytes(other) > plain)
  kept.updateSize('other', { ...other, identity: { ...other.identity, body: Buffer.alloc(20_000) } })
  ok(kept.find('one', 1), 'another answer under the same key is not counted')
  other.identity.body = Buffer.alloc(20_000)
  kept.updateSize('other', other)
  equal(kept.find('one', 1), undefined)
  equal(kept.find('other', 1), other)
})

test('an answer is gone when its time has come, and when someone has written', () => {
  let version = 1
  const kept = keptOf(() => String(version), 100_000)
  const question = { key: 'a', version: kept.currentVersion() }
  kept.store(question, answerOf(10, 100))
  ok(kept.find('a', 99))
  equal(kept.find('a', 100), undefined)
  version = 2
  kept.currentVersion()
  equal(kept.find('a', 99), undefined)
  kept.store(question, answerOf(10, 100))
  equal(kept.find('a', 99), undefined, 'read before the write')
})
