import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type AdmissionQueueOptions, createAdmissionQueue } from './admission-queue.ts'
import { createTimeSlice } from './time-slice.ts'

/** Creates a queue with a simulated clock and event loop in which two requests may run at once. */
function simulateQueue(options: Partial<AdmissionQueueOptions> = {}) {
  const time = { ms: 0 }
  const started: number[] = []
  const leaves = new Map<number, () => void>()
  const clock = () => time.ms
  const turns: (() => void)[] = []
  const timeSlice = createTimeSlice({ clock, defer: (turn) => turns.push(turn) })
  const queue = createAdmissionQueue({
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
      started.push(number)
      leaves.set(number, leave)
    }
    queue.enter(start, () => refused.add(number), isGone)
    return !refused.has(number)
  }
  return {
    queue,
    time,
    started,
    refused,
    enter,
    leave: (number: number) => leaves.get(number)?.(),
    /** Runs the next iteration of the simulated event loop. */
    iterate: () => turns.splice(0).forEach((callback) => void callback()),
  }
}

test('as many as allowed run, the others wait', () => {
  const { started, enter, leave, iterate } = simulateQueue({ waitingMin: 2 })
  deepEqual(
    [1, 2, 3, 4].map((number) => enter(number)),
    [true, true, true, true],
  )
  iterate()
  deepEqual(started, [1, 2])
  leave(2)
  leave(2)
  iterate()
  deepEqual(started, [1, 2, 3])
  leave(1)
  iterate()
  deepEqual(started, [1, 2, 3, 4])
})

test('a request whose client has disconnected is skipped', () => {
  const { started, enter, leave, iterate } = simulateQueue({ waitingMin: 2 })
  const gone = new Set([3])
  for (const number of [1, 2, 3, 4]) enter(number, () => gone.has(number))
  leave(1)
  iterate()
  deepEqual(started, [1, 2, 4])
})

test('a request that would wait too long is refused at once; requests are accepted again when the queue is short', () => {
  const { queue, time, enter, leave, iterate } = simulateQueue({ waitingMax: 1000 })
  // One request completes every 20 ms, so the third request in the queue has an expected wait of 60 ms.
  for (const number of [1, 2, 3]) enter(number)
  for (let number = 1; number < 200; number += 1) {
    time.ms += 20
    leave(number)
    iterate()
    enter(number + 3)
  }
  deepEqual(
    [1001, 1002, 1003].map((number) => enter(number)),
    [true, true, false],
  )
  equal(queue.isFull(), true)
  leave(200)
  iterate()
  equal(queue.isFull(), false)
})

test('a request that has waited far too long is refused when it is its turn', () => {
  const { time, started, refused, enter, leave, iterate } = simulateQueue({ waitingMin: 2 })
  for (const number of [1, 2, 3, 4, 5, 6]) enter(number)
  time.ms = 200
  leave(1)
  iterate()
  deepEqual(
    [started, [...refused]],
    [
      [1, 2, 5],
      [3, 4],
    ],
  )
})

test('the length of the queue is limited', () => {
  const { enter } = simulateQueue({ waitingMax: 3 })
  deepEqual(
    [1, 2, 3, 4, 5, 6].map((number) => enter(number)),
    [true, true, true, true, true, false],
  )
})

test('one slow request starts per iteration of the event loop, but many fast ones', () => {
  const { time, started, enter, iterate } = simulateQueue({ runningMax: 1000, waitingMin: 1000, waitingMax: 1000 })
  for (let number = 0; number < 500; number += 1) enter(number)
  const perTurn = [started.length]
  for (const tookMs of [1, 1, 50, 50, 50, 50, 50, 50, 50, 1]) {
    const before = started.length
    time.ms += tookMs
    iterate()
    perTurn.push(started.length - before)
  }
  deepEqual(perTurn, [4, 5, 6, 1, 1, 1, 1, 1, 1, 1, 2])
})
