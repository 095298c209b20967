import { CalendarError } from '../../core/errors.ts'

/** The versions of a record for which a write request was made. */
export interface ExpectedVersions {
  /**
   * The versions that the record to change may have, from `If-Match` and the field `version`. Undefined: any version.
   * Empty: no version, because the request names something that is not a version.
   */
  expectedVersions?: readonly number[] | undefined
}

/**
 * Checks the version of a record that the caller may edit. Call once before the work of a write begins and again when
 * the record is locked, because another writer may have changed it in between.
 * @throws {CalendarError} `rest_precondition_failed` with the version of the record, when this version is not one of
 *   the expected versions
 */
export function requireExpectedVersion({ expectedVersions }: ExpectedVersions, { version }: { version: number }): void {
  if (expectedVersions === undefined || expectedVersions.includes(version)) return
  throw new CalendarError('rest_precondition_failed', { data: { current_version: version } })
}
