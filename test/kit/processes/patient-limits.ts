/**
 * Preloaded by the server processes that tests start (`TEST_SERVER_FLAG`). Multiplies the time limits of requests: on a
 * busy machine, requests wait so long that a server would refuse some of them with 503.
 */
import { REQUEST_LIMITS } from '../../../src/db/postgres/timeouts-and-limits.ts'
import { LOAD_LIMITS } from '../../../src/http/load-limits.ts'

const FACTOR = 30

for (const limit of Object.values(LOAD_LIMITS) as { value: number; unit: string }[]) {
  if (limit.unit === 'ms') limit.value *= FACTOR
}
for (const name of Object.keys(REQUEST_LIMITS) as (keyof typeof REQUEST_LIMITS)[]) {
  if (name.endsWith('Ms')) REQUEST_LIMITS[name] *= FACTOR
}
