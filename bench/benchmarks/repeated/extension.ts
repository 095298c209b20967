import {
  countRepeatedEventsNeedingFurtherDates,
  storeFurtherDatesOfRepeatedEvents,
} from '../../../src/collections/events/repeat/write/store-further-dates.ts'
import type { Engine } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/open-database.ts'
import type { BenchmarkOptions, Measurement } from '../../benchmark.ts'
import type { CalendarSize } from '../../calendar/fill.ts'
import { NOW } from '../../calendar/row-statements.ts'
import { renderListing } from '../../measure/in-process.ts'
import { readIntoMemory } from '../../shared-calendars.ts'
import { longestWaitDuring } from './waits.ts'

const WAIT_MAX_MS = 100
/** When every event of a generated calendar lacks the dates of a month; Unix time in seconds. */
const MONTH_LATER = NOW + 33 * 86_400

/** Stores the dates of a further month of all repeated events, in the process that answers reads at the same time. */
export async function measureExtension(
  engine: Engine,
  size: CalendarSize,
  { calendars, logStep }: BenchmarkOptions,
): Promise<Measurement[]> {
  logStep(`${engine}: extending repeated events`)
  const url = await calendars.copied(engine, size)
  await readIntoMemory(url)
  const db = await openDatabase(url)
  try {
    const behind = await countRepeatedEventsNeedingFurtherDates(db, MONTH_LATER)
    const begun = performance.now()
    let turn = 0
    const read = () => {
      turn += 1
      return renderListing(db, { daysLater: turn % 300, mayBeEmpty: true })
    }
    const longest = await longestWaitDuring(read, () => storeFurtherDatesOfRepeatedEvents(db, MONTH_LATER))
    const seconds = (performance.now() - begun) / 1000
    if (behind === 0 || (await countRepeatedEventsNeedingFurtherDates(db, MONTH_LATER)) > 0)
      throw new Error('not all events were extended')
    return [
      { what: `${engine}: extending ${behind} repeated events by a month`, value: seconds, unit: 's' },
      {
        what: `${engine}: longest wait of a read meanwhile`,
        value: longest,
        unit: 'ms',
        goal: { atMost: WAIT_MAX_MS },
      },
    ]
  } finally {
    await db.close()
  }
}
