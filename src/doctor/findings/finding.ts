/** `wrong`: something fails, or data is at risk. `warning`: should be checked. `note`: for information. */
export type Severity = 'wrong' | 'warning' | 'note'

/** A problem of an installation, found by `almanac doctor`. */
export interface DoctorFinding {
  /** Stable: monitoring programs match it. */
  code: string
  severity: Severity
  /** The problem, in one sentence. */
  what: string
  /** Its consequences. */
  why: string
  /** How to fix it. */
  fix: string
}
