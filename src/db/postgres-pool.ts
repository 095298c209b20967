import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../core/errors.ts'
import type { Line } from './postgres-line.ts'

/** A connection keeps every statement it prepared; a new one starts afresh. */
const USES_MAX = 100_000
const CLOSE_TIMEOUT_MS = 5_000
const CLOSE_POLL_MS = 5

export interface Pool {
  /** Lends a line to `work`, alone; waits for one when all are lent. */
  use<T>(work: (line: Line) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openPool(connect: () => Promise<Line>, linesMax: number): Pool {
  const uses = new Map<Line, number>()
  const idle: Line[] = []
  const waiting: (() => void)[] = []
  let connecting = 0
  let closed = false

  async function take(): Promise<Line> {
    for (;;) {
      if (closed) throw new CalendarError('database_unavailable', { cause: new Error('the database was closed') })
      const line = idle.pop()
      if (line?.isBroken()) uses.delete(line)
      else if (line) return line
      else if (uses.size + connecting < linesMax) return made()
      else await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  async function made(): Promise<Line> {
    connecting += 1
    try {
      const line = await connect()
      uses.set(line, 0)
      return line
    } finally {
      connecting -= 1
    }
  }
  function give(line: Line): void {
    const count = (uses.get(line) ?? 0) + 1
    uses.set(line, count)
    if (count >= USES_MAX) line.close()
    if (line.isBroken()) uses.delete(line)
    else idle.push(line)
  }
  return {
    async use(work) {
      try {
        const line = await take()
        try {
          return await work(line)
        } finally {
          give(line)
        }
      } finally {
        waiting.shift()?.()
      }
    },
    async close() {
      closed = true
      for (const wake of waiting.splice(0)) wake()
      const lent = () => uses.size - idle.length + connecting
      for (let waitedMs = 0; lent() > 0 && waitedMs < CLOSE_TIMEOUT_MS; waitedMs += CLOSE_POLL_MS) {
        await sleep(CLOSE_POLL_MS)
      }
      for (const line of uses.keys()) line.close()
    },
  }
}
