import { createLruMapOfClients } from '../../src/http/load/lru-map-of-clients.ts'
import type { Outcome } from '../trial.ts'

const MAPS = 10
const LIMIT_BYTES = 4_000_000

/** Measures the maps of clients, which must not reserve memory for the clients that they may have. */
export function measureClientMaps(): Outcome {
  const before = process.memoryUsage().heapUsed
  const maps = Array.from({ length: MAPS }, () => createLruMapOfClients(1_000_000))
  const bytes = process.memoryUsage().heapUsed - before
  return {
    figures: { [`${maps.length} empty maps of clients, KiB`]: Math.round(bytes / 1024) },
    violations: bytes < LIMIT_BYTES ? [] : [`${maps.length} empty maps of clients take ${bytes} bytes`],
  }
}
