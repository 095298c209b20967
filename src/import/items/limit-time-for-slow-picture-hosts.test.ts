import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createPictureLoaderForSlowHosts } from './limit-time-for-slow-picture-hosts.ts'

/** A run in which a picture arrives after `takesMs`, unless its time limit is shorter. */
function startRun() {
  let now = 0
  const load = createPictureLoaderForSlowHosts(() => now)
  return {
    now: () => now,
    load: (host: string, takesMs: number) =>
      load(host, async (timeoutMs) => {
        now += Math.min(takesMs, timeoutMs)
        return takesMs <= timeoutMs ? 'picture' : undefined
      }),
  }
}

const NEVER = Number.POSITIVE_INFINITY

test('pictures that arrive are loaded also after others of their host that did not', async () => {
  const run = startRun()
  const arrived: (string | undefined)[] = []
  for (const takesMs of [NEVER, NEVER, NEVER, NEVER, 1500, 4000, NEVER, 100, 6000]) {
    arrived.push(await run.load('host', takesMs))
  }
  // After the fourth, pictures have two seconds; after one that took 1.5 seconds, five times as long.
  deepEqual(
    arrived.map((picture) => picture !== undefined),
    [false, false, false, false, true, true, false, true, true],
  )
})

test('a host whose pictures never arrive delays a run by little more than a minute, and no other host', async () => {
  const run = startRun()
  for (let picture = 0; picture < 1000; picture += 1) await run.load('hangs', NEVER)
  equal(run.now() <= 70_000, true)
  equal(await run.load('another', 9000), 'picture')
})

test('a host that refuses pictures at once is asked for all of them', async () => {
  let asked = 0
  const load = createPictureLoaderForSlowHosts(() => 0)
  for (let picture = 0; picture < 100; picture += 1)
    await load('refuses', async () => {
      asked += 1
      return undefined
    })
  equal(asked, 100)
})
