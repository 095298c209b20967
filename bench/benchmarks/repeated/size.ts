import { statSync } from 'node:fs'
import type { Engine } from '../../../src/db/database.ts'
import { administer } from '../../../test/kit/engines/engines.ts'
import type { BenchmarkOptions, Measurement } from '../../benchmark.ts'
import type { CalendarSize } from '../../calendar/fill.ts'

const BYTES_MAX = 1024

/** Disk space of a calendar with repeated events, divided by the number of dates. */
export async function measureSize(
  engine: Engine,
  size: CalendarSize,
  { calendars }: BenchmarkOptions,
): Promise<Measurement[]> {
  const bytes = await readSize(await calendars.filled(engine, size))
  return [
    { what: `${engine}: disk for a date`, value: bytes / size.events, unit: 'bytes', goal: { atMost: BYTES_MAX } },
  ]
}

async function readSize(url: string): Promise<number> {
  if (url.startsWith('sqlite:')) return statSync(url.slice('sqlite:'.length)).size
  return administer(url, async (sql) => {
    const [row] = await sql`SELECT pg_database_size(current_database()) AS bytes`
    return Number(row?.bytes)
  })
}
