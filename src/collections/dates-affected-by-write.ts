/** Options of a removal of a record: which dates of a repeated event, and whether the record is deleted for good. */
export interface Removal {
  /** Whether to delete the record for good instead of moving it to the trash. */
  force?: boolean
  /** Which dates of a repeated event to remove with one of them. Default: only this one. */
  scope?: WriteScopeOfDate
}

/** Which dates of a repeated event a write to one of them affects: this one, this and all later ones, or all. */
export const WRITE_SCOPES = ['this', 'following', 'all'] as const
export type WriteScopeOfDate = (typeof WRITE_SCOPES)[number]

/** The fields of a write that say which dates of a repeated event it changes, and in which way. */
export interface AffectedDates extends Partial<Record<(typeof FIELDS_OF_DATES)[number], unknown>> {
  scope?: WriteScopeOfDate | undefined
  /** Whether the dates lose the values that they override. */
  reset_overrides?: boolean | undefined
  isRemoval?: boolean
}

/** Fields of a repeated event from which its dates have their starts. */
export const FIELDS_OF_DATES = ['recurrence', 'dates', 'start_date', 'end_date', 'timezone', 'all_day'] as const

/** The fields of a record that a request sets back to their values in a revision. */
export interface RestoredFields {
  /** Whether all fields are restored. If so, translations that were added since the revision are removed. */
  areAll: boolean
  has(...names: readonly string[]): boolean
}

export const ALL_RESTORABLE_FIELDS: RestoredFields = { areAll: true, has: () => true }
