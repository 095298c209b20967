import { LOAD_LIMITS } from './load-limits.ts'
import { SINGLE_REQUEST_LIMITS } from './request-limits.ts'

export interface Limit {
  value: number
  unit: 'ms' | 'bytes' | 'number'
  /** Description of the limited quantity, shown in docs/limits.md. */
  what: string
  /** Description of the effect when the limit is exceeded, shown in docs/limits.md; empty if there is no effect. */
  beyond: string
}

type LimitName = keyof typeof SINGLE_REQUEST_LIMITS | keyof typeof LOAD_LIMITS

/** Every limit and timeout for requests. The table in docs/limits.md is generated from these entries. */
export const LIMITS: Readonly<Record<LimitName, Limit>> = { ...SINGLE_REQUEST_LIMITS, ...LOAD_LIMITS }

/** Value of the `Retry-After` header, in seconds, of responses that refuse a request with 503. */
export const RETRY_SECONDS = 5
