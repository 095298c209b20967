import type { WRITABLE_STATUSES } from '../collections/shared-fields.ts'

/** Options of an import that do not depend on the type of its source. */
export interface ImportOptions {
  /** Status of new records whose source says none; undefined: as in a create request. */
  status?: (typeof WRITABLE_STATUSES)[number] | undefined
  /** Names or ids of categories that each new event gets in addition to its own; `tags` has the same form. */
  categories?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  /** Whether new records get the ids that they have in the source, unless records here have these ids. */
  keepIds?: boolean | undefined
  /** Whether pictures are imported. */
  pictures?: boolean | undefined
}
