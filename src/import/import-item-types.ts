import type { Problem } from '../core/errors.ts'
import type { Kind } from '../core/kinds.ts'
import type { Language } from '../core/language.ts'
import type { FetchedPicture } from '../media/fetch-picture.ts'
import type { PictureTexts } from '../media/picture-store.ts'

/**
 * The members of all items of a source: the position of the item in the source, for reports of its problems and for
 * continuing an interrupted run after it.
 */
interface Placed {
  /** The position of the item in words, for reports, e.g. `line 12`. */
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
  /** Local start of the date according to the recurrence rule, `YYYY-MM-DD HH:MM:SS`, even if the date was moved. */
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
 * A record in a source. A source yields records before those that refer to them: pictures, categories (parents first),
 * tags, venues, organizers, series, events.
 */
export interface RecordItem extends Placed {
  kind: Kind
  /** Identifies the record within the source and its kind; equal in every run. */
  externalId: string
  /** Body of the request that creates the record through the native API, dates as `YYYY-MM-DD HH:MM:SS`. */
  fields: Record<string, unknown>
  /**
   * External ids of the records of the same source to which this record refers. `parent` and `image` refer to one
   * record.
   */
  references?: Partial<Record<ReferenceField, readonly string[]>>
  /** Language of `fields`; default: that of the run. */
  language?: Language
  texts?: readonly ItemTexts[]
  /**
   * External ids of the record's translations, which are separate records in the source, but one record with this one
   * here.
   */
  otherIds?: readonly string[]
  dates?: readonly ItemDate[]
  /** Id that the record gets if the run preserves ids and no other record has this id. */
  id?: number | undefined
  /**
   * Highest id in the source of records that share one id sequence with this kind. If the run preserves ids, new
   * records get ids above it.
   */
  highestId?: number | undefined
  /** Whether the record is in the trash of the source. It is created in the trash here, too. */
  isTrashed?: boolean
  /** Login of the account that the record belongs to. Default: the account of the run. */
  author?: string | undefined
  /** When the record was created (`createdAt`) and last changed (`modifiedAt`) in the source: Unix times in seconds. */
  createdAt?: number | undefined
  modifiedAt?: number | undefined
  /**
   * Path of the record's page in the source. If such paths begin with another word than those of this calendar, e.g.
   * `/veranstaltung/`, paths that begin with it are redirected.
   */
  path?: string | undefined
  /** Former slugs of the record, from which this calendar redirects to the record. */
  oldSlugs?: readonly string[]
  /** Problems that reading found in the item, and solved by repairing or omitting values. */
  warnings?: readonly Problem[]
  /**
   * A key computed from start, title and place, by which an event is recognized when its source gives it a new id (see
   * import/subscriptions/match-items-with-changed-ids.ts).
   */
  matchKey?: string | undefined
}

/** A picture that a source contains. */
export interface PictureItem extends Placed, PictureTexts {
  kind: 'picture'
  externalId: string
  /**
   * Reads or downloads the picture; undefined when this fails. Not called if an earlier run has imported the picture.
   * @param timeoutMs time limit for a download in milliseconds
   */
  load(timeoutMs?: number): Promise<FetchedPicture | undefined>
  id?: number | undefined
  /** Highest id of a picture or post in the source. If the run preserves ids, new records get ids above it. */
  highestId?: number | undefined
  /** Path of the picture's file in the source, from which this calendar redirects to the imported picture. */
  path?: string | undefined
}

/** A part of a source that is not a valid record; the rest of the source is imported. */
export interface UnreadableItem extends Placed {
  kind: 'unreadable'
  externalId?: string
  /**
   * `warning` if the problem does not concern one item, but for example a column that is not imported. Default:
   * `refused`.
   */
  severity?: 'warning'
  problem: Problem
}

/** An event of an earlier run that is missing in its source now, or is in its source again. */
export interface PresenceItem extends Placed {
  kind: 'presence'
  externalId: string
  /**
   * What the run does with the event: `missing` and `found` only store that it is missing or is there again; `trash`
   * moves it to the trash, `cancel` cancels it; `restore` undoes either.
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
   * Name of the WordPress site whose ids are the external ids, e.g. `old.example/blog` (see `wordpressSiteIdOfAddress`): several
   * sources of one site, such as its REST API and an export, contain the same records. Undefined for sources that are
   * not of WordPress.
   */
  findSite?(): Promise<string | undefined>
  /**
   * Hash of the source's content. An interrupted run is continued only if the hash is the same, otherwise it starts
   * again. Undefined if a cursor is valid whatever the content is, as with pages of an API.
   */
  digest?: string
  /**
   * Reads the items one after the other.
   * @param cursor of the last item that was imported; `''` to begin
   * @throws {UnreadableSourceError} when there is nothing to read
   */
  read(cursor: string): AsyncIterable<SourceEntry>
}
