import { setTimeout as sleep } from 'node:timers/promises'
import { type Line, openLine } from './postgres-line.ts'

const RETRY_MS = 500

export interface Changes {
  version(): string
  /** A commit of our own, perhaps: its notice would come a moment too late. */
  note(): void
  /** From now on notices of our own count too: one of our commits may come later than we know. */
  doubt(): void
  close(): void
}

/**
 * Hears of every commit; when the line breaks it listens again. Returns once it listens.
 * @param name of our own lines, whose commits are noted by whoever makes them
 */
export async function watchChanges(url: string, name: string): Promise<Changes> {
  let count = 0
  let line: Line | undefined
  let closed = false
  let isDoubted = false
  const note = () => {
    count += 1
  }
  const listen = async () => {
    // Our own were noted when they were committed.
    const made = await openLine(url, name, { onNotice: (who) => (isDoubted || who !== name) && note() })
    await made.script('LISTEN almanac_changed')
    if (closed) made.close()
    line = made
    // Of what happened before this moment nothing was heard.
    note()
  }
  const watch = async () => {
    while (!closed) {
      await line?.broken
      line = undefined
      if (closed) return
      await listen().catch(() => sleep(RETRY_MS, undefined, { ref: false }))
    }
  }
  await listen()
  void watch()
  return {
    // While nothing is heard no two moments are known to be equal.
    version: () => {
      if (!line || line.isBroken()) note()
      return String(count)
    },
    note,
    doubt() {
      isDoubted = true
    },
    close() {
      closed = true
      line?.close()
    },
  }
}
