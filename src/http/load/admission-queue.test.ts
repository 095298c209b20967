import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type AdmissionQueueOptions, createAdmissionQueue } from './admission-queue.ts'
import { createTimeSliceOfEventLoop } from './time-slice-of-event-loop.ts'

/** Creates a queue with a simulated clock and event loop in which two requests may run at once. */
function simulateQueue(options: Partial<AdmissionQueueOptions> = {}) {
  const time = { ms: 0 }
  const started: number[] = []
  const leaves = new Map<number, () => void>()
  const clock = () => time.ms
  const turns: (() => void)[] = []
  const timers: (() => void)[] = []
  const timeSlice = createTimeSliceOfEventLoop({ clock, defer: (turn) => turns.push(turn) })
  const queue = createAdmissionQueue({
    runningMax: 2,
    runningPerClientMax: 2,
    waitingMax: 200,
    expectedWaitMsMax: 50,
    expectedWaitFrom: 2,
    waitMsMax: 100,
    timeSlice,
    clock,
    later: (callback) => timers.push(callback),
    ...options,
  })
  const refused = new Set<number>()
  const enter = (number: number, { client = 'a', ...more }: { client?: string; isGone?: () => boolean } = {}) => {
    const start = (leave: () => void) => {
      started.push(number)
      leaves.set(number, leave)
    }
    queue.enter(client, { start, refuse: () => refused.add(number), ...more })
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
    /** Lets the time pass until the next check of the waiting requests. */
    check(ms: number) {
      time.ms += ms
      timers.splice(0).forEach((callback) => void callback())
    },
  }
}

test('as many as allowed run, the others wait', () => {
  const { started, enter, leave, iterate } = simulateQueue()
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
  const { started, enter, leave, iterate } = simulateQueue()
  const gone = new Set([3])
  for (const number of [1, 2, 3, 4]) enter(number, { isGone: () => gone.has(number) })
  leave(1)
  iterate()
  deepEqual(started, [1, 2, 4])
})

test('a request that would wait too long is refused at once; requests are accepted again when the queue is short', () => {
  const { queue, time, enter, leave, iterate } = simulateQueue()
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
  equal(queue.isFull('a'), true)
  leave(200)
  iterate()
  equal(queue.isFull('a'), false)
})

test('one pause of the process does not look like an overload', () => {
  const { time, enter, leave, iterate } = simulateQueue({ waitMsMax: 10_000 })
  for (const number of [1, 2, 3]) enter(number)
  for (let number = 1; number < 50; number += 1) {
    time.ms += number === 49 ? 1000 : 1
    leave(number)
    iterate()
    enter(number + 3)
  }
  deepEqual(
    [101, 102, 103, 104].map((number) => enter(number)),
    [true, true, true, true],
  )
})

test('slow first requests do not look like an overload', () => {
  const { time, enter, leave, iterate } = simulateQueue({ waitMsMax: 10_000 })
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) enter(number)
  for (const number of [1, 2, 3]) {
    time.ms += 1000
    leave(number)
    iterate()
  }
  deepEqual(
    [11, 12, 13].map((number) => enter(number)),
    [true, true, true],
  )
})

test('a request waits while none may start, and starts when the next check finds that it may', () => {
  const state = { mayStart: false }
  const { started, enter, check, iterate } = simulateQueue({ mayStart: () => state.mayStart })
  enter(1)
  iterate()
  deepEqual(started, [])
  state.mayStart = true
  check(1)
  iterate()
  deepEqual(started, [1])
})

test('the expected wait has a lower bound for a queue that depends on another', () => {
  const { enter } = simulateQueue({ intervalMsMin: () => 20 })
  deepEqual(
    [1, 2, 3, 4, 5, 6].map((number) => enter(number)),
    [true, true, true, true, true, false],
  )
})

test('a request that has waited too long is refused, even if no other request ends', () => {
  const { started, refused, enter, check, leave, iterate } = simulateQueue()
  for (const number of [1, 2, 3]) enter(number)
  check(60)
  enter(4)
  deepEqual([...refused], [])
  check(60)
  deepEqual([...refused], [3])
  leave(1)
  iterate()
  deepEqual(started, [1, 2, 4])
})

test('a response that has begun is never refused', () => {
  const { queue, started, check, leave, iterate, enter } = simulateQueue({ waitingMax: 0 })
  for (const number of [1, 2]) enter(number)
  queue.enter('a', { start: () => started.push(3) })
  check(1000)
  leave(1)
  iterate()
  deepEqual(started, [1, 2, 3])
})

test('the length of the queue is limited, and one client may use half of it', () => {
  const { enter } = simulateQueue({ waitingMax: 4 })
  const enterAll = (numbers: number[], client: string) => numbers.map((number) => enter(number, { client }))
  deepEqual(enterAll([1, 2, 3, 4, 5], 'a'), [true, true, true, true, false])
  deepEqual(enterAll([6], 'b'), [true])
  deepEqual(enterAll([7, 8], 'c'), [true, false])
})

test('clients take turns, and one client runs only as many requests as it may', () => {
  const { started, enter, leave, iterate } = simulateQueue({ runningMax: 3 })
  for (const number of [1, 2, 3, 4, 5]) enter(number, { client: 'a' })
  for (const number of [11, 12, 13]) enter(number, { client: 'b' })
  iterate()
  deepEqual(started, [1, 2, 11])
  for (const number of [1, 2, 11]) leave(number)
  iterate()
  deepEqual(started, [1, 2, 11, 12, 3, 13])
})

test('the expected wait of a client does not depend on how many requests of another one wait', () => {
  const { time, enter, leave, iterate } = simulateQueue()
  for (const number of [1, 2, 3]) enter(number, { client: 'a' })
  for (let number = 1; number < 50; number += 1) {
    time.ms += 20
    leave(number)
    iterate()
    enter(number + 3, { client: 'a' })
  }
  deepEqual(
    [101, 102, 103, 104].map((number) => enter(number, { client: 'a' })),
    [true, true, false, false],
  )
  deepEqual(
    [201, 202].map((number) => enter(number, { client: 'b' })),
    [true, false],
  )
})

test('one slow request starts per iteration of the event loop, but many fast ones', () => {
  const { time, started, enter, iterate } = simulateQueue({
    runningMax: 1000,
    runningPerClientMax: 1000,
    waitingMax: 1000,
    waitMsMax: 1000,
  })
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
