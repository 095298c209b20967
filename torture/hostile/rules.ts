import { parseRecurrence } from '../../src/core/recurrence/grammar/parse-recurrence.ts'
import { HOSTILE_RULES } from '../../test/kit/generated/hostile-rules.ts'
import { type Outcome, type TrialOptions, timeLimitMs } from '../trial.ts'
import { processorMs } from './processor-time.ts'

const LIMIT_MS = 100
const TIMES = { start: '2031-05-06 19:30:00', isAllDay: false, timezone: 'Europe/Berlin' }
const OPTIONS = { now: Date.parse('2030-06-15T12:00:00Z') / 1000, horizon: '2034-05-06 00:00:00' }

/** Measures rules of which many dates would have to be tried. */
export function measureRules(options: TrialOptions): Outcome {
  const limitMs = timeLimitMs(LIMIT_MS, options)
  const taken = HOSTILE_RULES.map(([what, , lines]) => {
    const run = () => void parseRecurrence(lines, TIMES, OPTIONS)
    return { what, ms: Math.min(processorMs(run), processorMs(run), processorMs(run)) }
  })
  return {
    figures: { 'slowest recurrence rule, ms': Math.round(Math.max(...taken.map(({ ms }) => ms))) },
    violations: taken.filter(({ ms }) => ms >= limitMs).map(({ what, ms }) => `rules with ${what} take ${ms} ms`),
  }
}
