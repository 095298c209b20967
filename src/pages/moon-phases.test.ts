import { ok } from 'node:assert/strict'
import { test } from 'node:test'
import { moonPhasesBetween } from './moon-phases.ts'

/** Moon phases with their times, from tables published by observatories. */
for (const [phase, time] of [
  ['new', '2000-01-06T18:14Z'],
  ['full', '2022-11-08T11:02Z'],
  ['new', '2024-04-08T18:21Z'],
  ['new', '2026-08-12T17:37Z'],
  ['full', '2026-08-28T04:18Z'],
  ['first', '2025-01-06T23:56Z'],
  ['last', '2025-01-21T20:31Z'],
] as const) {
  test(`${phase} moon at ${time}`, () => {
    const at = Date.parse(time) / 1000
    const found = moonPhasesBetween(at - 3 * 86_400, at + 3 * 86_400)
    ok(
      found.length === 1 && found[0]?.phase === phase && Math.abs(found[0].at - at) < 20 * 60,
      JSON.stringify(found.map((one) => ({ ...one, minutesOff: (one.at - at) / 60 }))),
    )
  })
}
