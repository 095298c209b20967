import type { Engine } from '../../../src/db/database.ts'
import { type Benchmark, type BenchmarkOptions, type Measurement, measureEachEngine } from '../../benchmark.ts'
import type { CalendarSize } from '../../calendar/fill.ts'
import { sizesFor } from '../../shared-calendars.ts'
import { measureExtension } from './extension.ts'
import { compareReads } from './reads.ts'
import { measureSize } from './size.ts'
import { compareWrites } from './writes.ts'

/** Dates of each repeated event in the large calendar. */
const DATES_EACH = 100

/** A million dates of 10,000 repeated events compared with a million single events: reads, writes, disk and extension. */
export const repeated: Benchmark = {
  name: 'repeated',
  run: measureEachEngine(measureEngine),
}

async function measureEngine(engine: Engine, options: BenchmarkOptions): Promise<Measurement[]> {
  const single = sizesFor(options).large
  const size: CalendarSize = { ...single, repeated: single.events / DATES_EACH }
  return [
    ...(await compareReads(engine, { single, repeated: size }, options)),
    ...(await compareWrites(engine, size, options)),
    ...(await measureSize(engine, size, options)),
    ...(await measureExtension(engine, size, options)),
  ]
}
