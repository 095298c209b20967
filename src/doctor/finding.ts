/** `wrong`: something does not work, or data is in danger. `warning`: worth a look. `note`: good to know. */
export type Severity = 'wrong' | 'warning' | 'note'

export interface Finding {
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

/** Sums of bytes, for people. */
export function sizeOf(bytes: number): string {
  const [value, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB']
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
}

/** Something is wrong with the installation; what, was printed. */
export class UnwellError extends Error {
  override name = 'UnwellError'
}
