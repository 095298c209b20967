/** `wrong`: something does not work, or data is in danger. `warning`: worth a look. `note`: good to know. */
export type Severity = 'wrong' | 'warning' | 'note'

export interface DoctorFinding {
  /** Never changes: programs that watch an installation name it. */
  code: string
  severity: Severity
  /** What is the case, a sentence. */
  what: string
  /** Why it matters. */
  why: string
  /** What to do. */
  fix: string
}
