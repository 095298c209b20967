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

/** The dates of a repeated event that a write affects, and whether they lose their overrides. */
export interface AffectedDates {
  scope?: WriteScopeOfDate | undefined
  /** Whether the dates lose the values that they override. */
  reset_overrides?: boolean | undefined
  isRemoval?: boolean
}

/** The fields of a record that a request sets back to their values in a revision. */
export interface RestoredFields {
  /** Whether all fields are restored. If so, translations that were added since the revision are removed. */
  areAll: boolean
  has(...names: readonly string[]): boolean
}

export const ALL_RESTORABLE_FIELDS: RestoredFields = { areAll: true, has: () => true }
