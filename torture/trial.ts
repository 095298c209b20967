import type { Engine } from '../src/db/database.ts'

/** What a trial is asked for. */
export interface TrialOptions {
  engine: Engine
  /** Only whether the trial itself works: a round or two, a few seconds. */
  isSmoke: boolean
  /** `--rounds`, if given: the trial knows how many it takes otherwise. */
  rounds: number | undefined
  /** `--seconds`, if given, of trials that last. */
  seconds: number | undefined
  /** The same seed does the same things in the same order, as far as processes that race allow. */
  seed: number
  /** Says what is being done now. */
  logStep(step: string): void
}

/** How a trial ended. */
export interface Outcome {
  /** What was done and measured, for people: `{ rounds: 100, 'answered writes': 52411 }`. */
  figures: Readonly<Record<string, number | string>>
  /** What was promised and did not hold, a sentence each. None: the trial is passed. */
  violations: readonly string[]
}

export interface Trial {
  name: string
  /** What it shows, in one sentence: docs/reliability.md repeats it. */
  promise: string
  /** Where it has a meaning; on both if nothing is said. */
  engines?: readonly Engine[]
  run(options: TrialOptions): Promise<Outcome>
}
