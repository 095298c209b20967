import type { WRITABLE_STATUSES } from '../collections/shared-fields.ts'

/** Options of an import that do not depend on the type of its source. */
export interface ImportOptions {
  /** Status of new records for which the source has no status; undefined: the default status of a create request. */
  status?: (typeof WRITABLE_STATUSES)[number] | undefined
  /** Names or ids of categories that each new event gets in addition to its own categories. */
  categories?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  /** Whether new records get the ids that they have in the source, unless records here have these ids. */
  keepIds?: boolean | undefined
  /** Whether the pictures of the source are imported. */
  pictures?: boolean | undefined
}
