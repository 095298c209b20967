import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type LaneOptions, laneOf } from './lane.ts'

/** A lane of two with a clock of its own, and what began in it. */
function laneFor(options: Partial<LaneOptions> = {}) {
  const time = { ms: 0 }
  const begun: number[] = []
  const leaves = new Map<number, () => void>()
  const clock = () => time.ms
  const lane = laneOf({ runningMax: 2, waitingMin: 1, waitingMax: 100, waitMsMax: 50, clock, ...options })
  const enter = (number: number, isGone?: () => boolean) =>
    lane.enter((leave) => {
      begun.push(number)
      leaves.set(number, leave)
    }, isGone)
  return { lane, time, begun, enter, leave: (number: number) => leaves.get(number)?.() }
}

test('so many run, the others wait in line', () => {
  const { begun, enter, leave } = laneFor()
  deepEqual(
    [1, 2, 3, 4].map((number) => enter(number)),
    [true, true, true, true],
  )
  deepEqual(begun, [1, 2])
  leave(2)
  leave(2)
  deepEqual(begun, [1, 2, 3])
  leave(1)
  deepEqual(begun, [1, 2, 3, 4])
})

test('who has left while waiting is passed over', () => {
  const { begun, enter, leave } = laneFor()
  const gone = new Set([3])
  for (const number of [1, 2, 3, 4]) enter(number, () => gone.has(number))
  leave(1)
  deepEqual(begun, [1, 2, 4])
})

test('who would wait too long is refused at once, and taken again as soon as the line is short', () => {
  const { lane, time, enter, leave } = laneFor()
  // 2 at a time, 1 s each: the third in line would wait for a second.
  for (let number = 0; number < 100; number += 1) {
    enter(number)
    time.ms += 1000
    leave(number)
  }
  deepEqual(
    [101, 102, 103, 104].map((number) => enter(number)),
    [true, true, true, false],
  )
  equal(lane.isFull(), true)
  leave(101)
  equal(lane.isFull(), false)
})

test('nobody waits beyond the longest line', () => {
  const { enter } = laneFor({ waitingMax: 3 })
  deepEqual(
    [1, 2, 3, 4, 5, 6].map((number) => enter(number)),
    [true, true, true, true, true, false],
  )
})

test('a start that fails to leave twice counts once, one that leaves at once does not hold up the line', () => {
  const { lane } = laneFor()
  let done = 0
  for (let number = 0; number < 10; number += 1) {
    lane.enter((leave) => {
      done += 1
      leave()
    })
  }
  equal(done, 10)
  equal(lane.isFull(), false)
})
