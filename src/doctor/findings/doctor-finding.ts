/**
 * Severity of a problem. `wrong`: something fails, or data is at risk. `warning`: the operator should check it. `note`:
 * for information only.
 */
export type Severity = 'wrong' | 'warning' | 'note'

/** A problem of an installation, found by `almanac doctor`. */
export interface DoctorFinding {
  /** Identifier of the problem. It never changes, because monitoring programs compare it. */
  code: string
  severity: Severity
  /** The problem, in one sentence. */
  what: string
  /** The consequences of the problem. */
  why: string
  /** How to fix the problem. */
  fix: string
}
