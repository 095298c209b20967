import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOf, createCachedResponse, encodingFor } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

const answerOf = (length: number, until = 100) =>
  createCachedResponse(
    'x'.repeat(length),
    { vary: 'Origin' },
    { until, hasLifetime: false, isCompressed: true, counts: [0, 0, 0, 0] },
  )

const keptOf = (version: () => string, bytesMax: number) => createResponseCache({ version }, { version }, bytesMax)

test('no more is kept than there is room for; what was asked for last stays', () => {
  const kept = keptOf(() => '1', 100_000)
  const version = kept.version()
  for (let at = 0; at < 20; at += 1) {
    kept.keep({ key: `${at}`, version }, answerOf(10_000))
    kept.find('0', 1)
  }
  const left = Array.from({ length: 20 }, (_, at) => at).filter((at) => kept.find(`${at}`, 1))
  ok(left.length * bytesOf(answerOf(10_000)) <= 100_000)
  deepEqual([left.length, left[0], left.at(-1)], [8, 0, 19])
  kept.keep({ key: 'whale', version }, answerOf(100_000))
  equal(kept.find('whale', 1), undefined)
})

test('codings count', async () => {
  const kept = keptOf(() => '1', 30_000)
  const version = kept.version()
  const [one, other] = [answerOf(10_000), answerOf(10_000)]
  kept.keep({ key: 'one', version }, one)
  kept.keep({ key: 'other', version }, other)
  const plain = bytesOf(other)
  for (const coding of ['br', 'gzip'] as const) await encodingFor(other, coding)
  ok(bytesOf(other) > plain)
  kept.weigh('other', { ...other, plain: { ...other.plain, body: Buffer.alloc(20_000) } })
  ok(kept.find('one', 1), 'another answer under the same key is not counted')
  other.plain.body = Buffer.alloc(20_000)
  kept.weigh('other', other)
  equal(kept.find('one', 1), undefined)
  equal(kept.find('other', 1), other)
})

test('an answer is gone when its time has come, and when someone has written', () => {
  let version = 1
  const kept = keptOf(() => String(version), 100_000)
  const question = { key: 'a', version: kept.version() }
  kept.keep(question, answerOf(10, 100))
  ok(kept.find('a', 99))
  equal(kept.find('a', 100), undefined)
  version = 2
  kept.version()
  equal(kept.find('a', 99), undefined)
  kept.keep(question, answerOf(10, 100))
  equal(kept.find('a', 99), undefined, 'read before the write')
})
