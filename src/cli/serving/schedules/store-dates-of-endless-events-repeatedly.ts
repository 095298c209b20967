import { storeFurtherDatesOfRepeatedEvents } from '../../../collections/events/repeat/write/store-further-dates.ts'
import type { Database } from '../../../db/database.ts'
import { runRepeatedly } from './run-repeatedly.ts'

const DAY_MS = 86_400_000

/**
 * Stores further dates of events that repeat without end, now and once a day. Several processes may do so at the same
 * time.
 * @returns a function that stops the repetition and waits for a transaction in progress
 */
export function startStoringDatesOfEndlessEvents(
  db: Database,
  { now, log }: { now(): number; log: { error(fields: object, message: string): void } },
): () => Promise<void> {
  const stopping = new AbortController()
  const extend = async () => {
    try {
      await storeFurtherDatesOfRepeatedEvents(db, now(), stopping.signal)
    } catch (err) {
      log.error({ err }, 'storing further dates of repeated events failed, retrying tomorrow')
    }
  }
  const stop = runRepeatedly(extend, DAY_MS)
  return () => {
    stopping.abort()
    return stop()
  }
}
