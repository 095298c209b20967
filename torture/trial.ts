import type { Engine } from '../src/db/database.ts'

/** Options of a trial run. */
export interface TrialOptions {
  engine: Engine
  /** Functional test of the trial: one or two rounds, a few seconds. */
  isSmoke: boolean
  /** `--rounds`, if given; each trial has a default. */
  rounds: number | undefined
  /** `--seconds`, if given, for trials with a duration. */
  seconds: number | undefined
  /** The same seed produces the same actions in the same order, apart from races between processes. */
  seed: number
  /** Prints the current step with the elapsed time. */
  logStep(step: string): void
}

/** Outcome of a trial. */
export interface Outcome {
  /** Counts and measurements by label: `{ rounds: 100, 'answered writes': 52411 }`. */
  figures: Readonly<Record<string, number | string>>
  /** Violations of the promise, one sentence each; empty when the trial passed. */
  violations: readonly string[]
}

/** A long-running test of one reliability promise. */
export interface Trial {
  name: string
  /** The promise in one sentence, shown in docs/reliability.md. */
  promise: string
  /** Engines it applies to; both by default. */
  engines?: readonly Engine[]
  run(options: TrialOptions): Promise<Outcome>
}

/**
 * A time limit of a trial. Smoke runs show no speed, because they also run on slow and busy machines: they only notice what
 * takes ten times too long.
 */
export const timeLimitMs = (ms: number, { isSmoke }: Pick<TrialOptions, 'isSmoke'>): number => (isSmoke ? 10 * ms : ms)
