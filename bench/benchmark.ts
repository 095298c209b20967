import type { Engine } from '../src/db/database.ts'
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

/** Creates the function of a benchmark that measures each engine, one after the other. */
export const measureEachEngine =
  (measure: (engine: Engine, options: BenchmarkOptions) => Promise<Measurement[]>) =>
  async (options: BenchmarkOptions): Promise<Measurement[]> => {
    const measurements: Measurement[] = []
    for (const engine of options.calendars.engines) measurements.push(...(await measure(engine, options)))
    return measurements
  }

export interface Benchmark {
  name: string
  run(options: BenchmarkOptions): Promise<Measurement[]>
}
