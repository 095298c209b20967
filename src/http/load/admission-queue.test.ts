import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type AdmissionQueueOptions, createAdmissionQueue } from './admission-queue.ts'
import { createTimeSlice } from './time-slice.ts'

/** A lane of two with a clock of its own, and what began in it. */
function laneFor(options: Partial<AdmissionQueueOptions> = {}) {
  const time = { ms: 0 }
  const begun: number[] = []
  const leaves = new Map<number, () => void>()
  const clock = () => time.ms
  const turns: (() => void)[] = []
  const timeSlice = createTimeSlice({ clock, defer: (turn) => turns.push(turn) })
  const lane = createAdmissionQueue({
    runningMax: 2,
    waitingMin: 1,
    waitingMax: 100,
    waitMsMax: 50,
    timeSlice,
    clock,
    ...options,
  })
  const refused = new Set<number>()
  const enter = (number: number, isGone?: () => boolean) => {
    const start = (leave: () => void) => {
      begun.push(number)
      leaves.set(number, leave)
    }
    lane.enter(start, () => refused.add(number), isGone)
    return !refused.has(number)
  }
  return {
    lane,
    time,
    begun,
    refused,
    enter,
    leave: (number: number) => leaves.get(number)?.(),
    /** The event loop comes round. */
    turn: () => turns.splice(0).forEach((turn) => void turn()),
  }
}

test('so many run, the others wait in line', () => {
  const { begun, enter, leave, turn } = laneFor({ waitingMin: 2 })
  deepEqual(
    [1, 2, 3, 4].map((number) => enter(number)),
    [true, true, true, true],
  )
  turn()
  deepEqual(begun, [1, 2])
  leave(2)
  leave(2)
  turn()
  deepEqual(begun, [1, 2, 3])
  leave(1)
  turn()
  deepEqual(begun, [1, 2, 3, 4])
})

test('who has left while waiting is passed over', () => {
  const { begun, enter, leave, turn } = laneFor({ waitingMin: 2 })
  const gone = new Set([3])
  for (const number of [1, 2, 3, 4]) enter(number, () => gone.has(number))
  leave(1)
  turn()
  deepEqual(begun, [1, 2, 4])
})

test('who would wait too long is refused at once, and taken again as soon as the line is short', () => {
  const { lane, time, enter, leave, turn } = laneFor({ waitingMax: 1000 })
  // One leaves every 20 ms while others wait: three in line wait for 60 ms.
  for (const number of [1, 2, 3]) enter(number)
  for (let number = 1; number < 200; number += 1) {
    time.ms += 20
    leave(number)
    turn()
    enter(number + 3)
  }
  deepEqual(
    [1001, 1002, 1003].map((number) => enter(number)),
    [true, true, false],
  )
  equal(lane.isFull(), true)
  leave(200)
  turn()
  equal(lane.isFull(), false)
})

test('whose turn comes much too late is refused after all', () => {
  const { time, begun, refused, enter, leave, turn } = laneFor({ waitingMin: 2 })
  for (const number of [1, 2, 3, 4, 5, 6]) enter(number)
  time.ms = 200
  leave(1)
  turn()
  deepEqual(
    [begun, [...refused]],
    [
      [1, 2, 5],
      [3, 4],
    ],
  )
})

test('nobody waits beyond the longest line', () => {
  const { enter } = laneFor({ waitingMax: 3 })
  deepEqual(
    [1, 2, 3, 4, 5, 6].map((number) => enter(number)),
    [true, true, true, true, true, false],
  )
})

test('works that take long begin one a turn, those that take nothing many', () => {
  const { time, begun, enter, turn } = laneFor({ runningMax: 1000, waitingMin: 1000, waitingMax: 1000 })
  for (let number = 0; number < 500; number += 1) enter(number)
  const perTurn = [begun.length]
  for (const tookMs of [1, 1, 50, 50, 50, 50, 50, 50, 50, 1]) {
    const before = begun.length
    time.ms += tookMs
    turn()
    perTurn.push(begun.length - before)
  }
  deepEqual(perTurn, [4, 5, 6, 1, 1, 1, 1, 1, 1, 1, 2])
})
