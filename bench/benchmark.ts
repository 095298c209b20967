import type { SharedCalendars } from './shared-calendars.ts'

/** One measured thing. */
export interface Measurement {
  what: string
  value: number
  /** Empty for a ratio. */
  unit: string
  /** What was promised, in the same unit, if anything was. */
  goal?: { atMost: number } | { atLeast: number }
}

export interface BenchmarkOptions {
  /** Tiny calendars and few turns: only whether everything works. */
  isSmoke: boolean
  calendars: SharedCalendars
  /** Says what is being done now. */
  logStep(step: string): void
}

export interface Benchmark {
  name: string
  run(options: BenchmarkOptions): Promise<Measurement[]>
}
