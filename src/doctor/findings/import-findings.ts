import type { DoctorFinding } from './doctor-finding.ts'

/** Facts about imports, the input of `createImportFindings`. */
export interface ImportFacts {
  /** Start of the oldest import or undo that has not ended, Unix time in seconds; undefined if there is none. */
  unfinishedSince: number | undefined
  /** Number of subscriptions that were turned off because their source could not be read for a week. */
  turnedOff: number
  /** Number of subscriptions that are on but whose last read failed. */
  failing: number
  /** The current time: Unix time in seconds. */
  now: number
}

const DAY_SECONDS = 86_400

export function createImportFindings({ unfinishedSince, turnedOff, failing, now }: ImportFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (unfinishedSince !== undefined && now - unfinishedSince > DAY_SECONDS) {
    found.push({
      code: 'import_unfinished',
      severity: 'warning',
      what: 'An import or its undo began more than a day ago and has not ended.',
      why: 'It was interrupted: a part of the records is missing.',
      fix: 'Find it with `almanac import status`, and run the same command again; or undo it with `almanac import undo`.',
    })
  }
  if (turnedOff > 0) {
    found.push({
      code: 'subscription_off',
      severity: 'warning',
      what: `${turnedOff} subscriptions are off, because their sources could not be read for a week.`,
      why: 'Their events are no longer updated.',
      fix: 'Correct the address at /admin/sources, or end the subscription.',
    })
  }
  if (failing > 0) {
    found.push({
      code: 'subscription_failing',
      severity: 'note',
      what: `The last read of ${failing} subscriptions failed.`,
      why: 'Their events are not updated until a read succeeds.',
      fix: '`almanac sources list` prints the reasons.',
    })
  }
  return found
}
