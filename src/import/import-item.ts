import type { Problem } from '../core/errors.ts'
import type { Kind } from '../core/kinds.ts'
import type { Language } from '../core/language.ts'
import type { FetchedPicture } from '../media/fetch-picture.ts'
import type { PictureTexts } from '../media/picture-store.ts'

/**
 * The members that all items of a source have: where the item is in the source, so that its problems can be found and
 * an interrupted run can continue after it.
 */
interface Placed {
  /** Place of the item for people, e.g. `line 12`. */
  place: string
  /**
   * Position after this item, from which `ImportSource.read` continues. It may be the beginning of a page of items,
   * because items that are read twice are recognized by their external ids.
   */
  cursor: string
}

/** The texts of a record in one more language, by field of the API, e.g. `{ title, description, excerpt, slug }`. */
export interface ItemTexts {
  language: Language
  fields: Record<string, unknown>
}

/** A change of one date of a repeated event. */
export interface ItemDate {
  /** Local start of the date that the rule gives, `YYYY-MM-DD HH:MM:SS`, even if the date has moved. */
  start: string
  /** Fields, as in the API, in which the date differs from its event. */
  fields: Record<string, unknown>
}

/** Fields of the API that refer to other records, with the kind of those records. */
export const REFERENCE_FIELDS = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  series: 'series',
  parent: 'category',
  image: 'picture',
} as const satisfies Record<string, ItemKind>

export type ReferenceField = keyof typeof REFERENCE_FIELDS

/** The kinds of records that an import creates. */
export type ItemKind = Kind | 'picture'

/**
 * A record in a source. Records that others refer to come before these: pictures, categories (parents first), tags, venues,
 * organizers, series, events.
 */
export interface RecordItem extends Placed {
  kind: Kind
  /** Identifies the record within the source and its kind; equal in every run. */
  externalId: string
  /** Body of the request that creates the record through the native API, dates as `YYYY-MM-DD HH:MM:SS`. */
  fields: Record<string, unknown>
  /** Records of the same source that this one refers to, by their external ids. `parent` and `image` have one. */
  references?: Partial<Record<ReferenceField, readonly string[]>>
  /** Language of `fields`; default: that of the run. */
  language?: Language
  texts?: readonly ItemTexts[]
  /** External ids of its translations, which are records of their own in the source. They mean this record, too. */
  otherIds?: readonly string[]
  dates?: readonly ItemDate[]
  /** Id that the record gets if the run keeps ids and no other record has it. */
  id?: number | undefined
  /** Highest id that a record of the source has in the sequence of this kind. If the run keeps ids, new ones are above it. */
  highestId?: number | undefined
  /** Whether the record is in the trash of the source. It is created in the trash here, too. */
  isTrashed?: boolean
  /** Login of the account that the record belongs to. Default: the account of the run. */
  author?: string | undefined
  /** When the record was created (`createdAt`) and last changed (`modifiedAt`) in the source: Unix times in seconds. */
  createdAt?: number | undefined
  modifiedAt?: number | undefined
  /**
   * Path of the record's page in the source. If the paths of such pages begin with other words in this calendar, that
   * beginning is redirected.
   */
  path?: string | undefined
  /** Slugs that the record had earlier, which redirect. */
  oldSlugs?: readonly string[]
  /** Problems of the item that were repaired or left out while it was read. */
  warnings?: readonly Problem[]
  /** Match key (see import/subscriptions/match-items-with-changed-ids.ts): recognizes the event if its source gives it a new id. */
  matchKey?: string | undefined
}

/** A picture that a source contains. */
export interface PictureItem extends Placed, PictureTexts {
  kind: 'picture'
  externalId: string
  /** Reads or downloads the picture; undefined when this fails. Not called for a picture that was imported before. */
  load(): Promise<FetchedPicture | undefined>
  id?: number | undefined
  /** Highest id of a picture or post in the source. If the run keeps ids, new records get higher ones. */
  highestId?: number | undefined
  /** Path of the file in the source, which redirects. */
  path?: string | undefined
}

/** A part of a source that is not a valid record; the rest of the source is imported. */
export interface UnreadableItem extends Placed {
  kind: 'unreadable'
  externalId?: string
  /**
   * `warning`: the problem does not concern an item, but for example a column that is not imported. Default: `refused`.
   */
  severity?: 'warning'
  problem: Problem
}

/** An event of an earlier run that its source does not contain any more, or contains again. */
export interface PresenceItem extends Placed {
  kind: 'presence'
  externalId: string
  /**
   * What to do with the event. `missing` and `found` are only stored; `trash` and `cancel` remove the event; `restore`
   * undoes a removal.
   */
  change: 'missing' | 'found' | 'trash' | 'cancel' | 'restore'
}

export type ImportItem = RecordItem | PictureItem
export type SourceEntry = ImportItem | UnreadableItem | PresenceItem

/** Something to import: a file, or a calendar elsewhere. */
export interface ImportSource {
  /** Identifies the source in `external_id`: with the same name, the same external ids are the same records. */
  name: string
  /** Type of the source, e.g. `csv`, `ics`, `tec`. */
  type: string
  url?: string
  /**
   * Finds the WordPress site whose ids are the external ids, e.g. `old.example/blog` (`siteIdOfAddress`). Several sources
   * of one site, such as its REST API and an export, contain the same records. Undefined for sources that are not of
   * WordPress.
   */
  findSite?(): Promise<string | undefined>
  /**
   * Hash of the content. An interrupted run continues only if the hash is the same, otherwise it starts again.
   * Undefined: the cursor is valid for any content, as with pages of an API.
   */
  digest?: string
  /**
   * Reads the items one after the other.
   * @param cursor of the last item that was imported; `''` to begin
   * @throws {UnreadableSourceError} when there is nothing to read
   */
  read(cursor: string): AsyncIterable<SourceEntry>
}
