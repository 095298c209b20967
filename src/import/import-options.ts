import type { WRITABLE_STATUSES } from '../collections/fields.ts'

/** The options of a run that are the same for all sources. */
export interface ImportOptions {
  /** Status of new records whose source says none; undefined: as in a create request. */
  status?: (typeof WRITABLE_STATUSES)[number] | undefined
  /** Names or ids of categories and tags that each new event gets in addition. */
  categories?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  /** Whether new records get the ids that they have in the source, unless records here have these ids. */
  keepIds?: boolean | undefined
  /** Whether pictures are imported. */
  pictures?: boolean | undefined
}
