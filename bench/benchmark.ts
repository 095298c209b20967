import type { SharedCalendars } from './shared-calendars.ts'

/** One measured value. */
export interface Measurement {
  what: string
  value: number
  /** Empty for a ratio. */
  unit: string
  /** Performance goal in the same unit, if there is one. */
  goal?: { atMost: number } | { atLeast: number }
}

export interface BenchmarkOptions {
  /** Functional test: tiny calendars and few repetitions. */
  isSmoke: boolean
  calendars: SharedCalendars
  /** Prints the current step with the elapsed time. */
  logStep(step: string): void
}

export interface Benchmark {
  name: string
  run(options: BenchmarkOptions): Promise<Measurement[]>
}
