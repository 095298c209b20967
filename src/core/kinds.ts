import { objectKeys } from './generic/object-keys.ts'

/**
 * This file lists all kinds of records: posts (events, venues, organizers, series) and terms (categories, tags).
 * Tables, collections, page URLs, error codes (errors.ts) and subjects of the audit log are derived from this table. A
 * kind has the name of its database table; the table `<kind>_text` holds its texts in each language.
 */

interface KindProperties {
  /** Name of the collection in API URLs, e.g. `events`. */
  collection: string
  /** JSON key of the title of a record, e.g. `title` of an event, `name` of a tag. */
  titleField: string
  /**
   * URL path of the HTML pages of records of this kind, between the language prefix and the slug, e.g. `event` in
   * `/de/event/<slug>/`.
   */
  pagePath: string
  /** Whether events refer to records of this kind; the table `event_<kind>` then stores the references. */
  isLinkedToEvents: boolean
  /**
   * Whether a page such as `/venues/` lists all records of this kind by name, with their numbers of upcoming events, and
   * the search field suggests them. Only for kinds that events refer to.
   */
  hasIndexPage: boolean
}

interface PostProperties extends KindProperties {
  /** Name of the WordPress post type. The URL of an unpublished post contains it: `/?post_type=…&p=<id>`. */
  postType: string
  /** Whether a draft or pending post may have an empty slug. */
  allowsEmptySlug: boolean
  /**
   * Whether each row has a column `texts`, a JSON copy of the texts in all languages, so that list queries need no join
   * with the table that has a row for each language.
   */
  hasTextsColumn: boolean
  /**
   * Whether lists of these records are ordered by date. Their table then has the columns `is_public`,
   * `hide_from_listings` and `listed_start`, and the table of the texts of these records has a copy of `listed_start`.
   */
  isListedByDate: boolean
  /**
   * Whether records can repeat. Their table then has the column `repeat_id`: a date of a repeated record refers to it,
   * and has its texts unless it has texts of its own.
   */
  canRepeat: boolean
}

interface TermProperties extends KindProperties {
  /** Whether records of this kind may have a parent, as categories do. */
  isHierarchical: boolean
}

const POSTS = {
  event: {
    collection: 'events',
    titleField: 'title',
    pagePath: 'event',
    postType: 'tribe_events',
    isLinkedToEvents: false,
    hasIndexPage: false,
    allowsEmptySlug: true,
    hasTextsColumn: true,
    isListedByDate: true,
    canRepeat: true,
  },
  venue: {
    collection: 'venues',
    titleField: 'venue',
    pagePath: 'venue',
    postType: 'tribe_venue',
    isLinkedToEvents: true,
    hasIndexPage: true,
    allowsEmptySlug: false,
    hasTextsColumn: false,
    isListedByDate: false,
    canRepeat: false,
  },
  organizer: {
    collection: 'organizers',
    titleField: 'organizer',
    pagePath: 'organizer',
    postType: 'tribe_organizer',
    isLinkedToEvents: true,
    hasIndexPage: true,
    allowsEmptySlug: false,
    hasTextsColumn: false,
    isListedByDate: false,
    canRepeat: false,
  },
  series: {
    collection: 'series',
    titleField: 'title',
    pagePath: 'series',
    postType: 'tribe_event_series',
    isLinkedToEvents: true,
    hasIndexPage: true,
    allowsEmptySlug: false,
    hasTextsColumn: false,
    isListedByDate: false,
    canRepeat: false,
  },
} as const satisfies Record<string, PostProperties>

const TERMS = {
  category: {
    collection: 'categories',
    titleField: 'name',
    pagePath: 'events/category',
    isLinkedToEvents: true,
    hasIndexPage: true,
    isHierarchical: true,
  },
  tag: {
    collection: 'tags',
    titleField: 'name',
    pagePath: 'events/tag',
    isLinkedToEvents: true,
    hasIndexPage: false,
    isHierarchical: false,
  },
} as const satisfies Record<string, TermProperties>

export const KIND_PROPERTIES = { ...POSTS, ...TERMS }

export type PostKind = keyof typeof POSTS
export type TermKind = keyof typeof TERMS
export type Kind = PostKind | TermKind

type KindsWith<Properties> = {
  [K in Kind]: (typeof KIND_PROPERTIES)[K] extends Properties ? K : never
}[Kind]

/** Kinds of records that events refer to. */
export type LinkedKind = KindsWith<{ isLinkedToEvents: true }>
/** Kinds of posts that events refer to. */
export type LinkedPostKind = LinkedKind & PostKind

/** Kinds of records with a page that lists all of them by name. */
export type IndexedKind = LinkedKind & KindsWith<{ hasIndexPage: true }>

export type CollectionName = (typeof KIND_PROPERTIES)[Kind]['collection']
export type TitleField = (typeof KIND_PROPERTIES)[Kind]['titleField']

export const POST_KINDS = objectKeys(POSTS)
export const TERM_KINDS = objectKeys(TERMS)
export const KINDS = [...POST_KINDS, ...TERM_KINDS] as const

export const isPostKind = (kind: Kind): kind is PostKind => kind in POSTS
export const isTermKind = (kind: Kind): kind is TermKind => kind in TERMS
export const doesKindAllowEmptySlug = (kind: Kind): boolean => isPostKind(kind) && POSTS[kind].allowsEmptySlug
export const hasKindTextsColumn = (kind: Kind): boolean => isPostKind(kind) && POSTS[kind].hasTextsColumn
export const isKindListedByDate = (kind: Kind): boolean => isPostKind(kind) && POSTS[kind].isListedByDate
export const canKindRepeat = (kind: Kind): boolean => isPostKind(kind) && POSTS[kind].canRepeat
export const isHierarchicalKind = (kind: Kind): boolean => isTermKind(kind) && TERMS[kind].isHierarchical
export const isLinkedKind = (kind: Kind): kind is LinkedKind => KIND_PROPERTIES[kind].isLinkedToEvents

export const LINKED_KINDS = KINDS.filter(isLinkedKind)
export const LINKED_POST_KINDS = POST_KINDS.filter((kind): kind is LinkedPostKind => isLinkedKind(kind))
export const INDEXED_KINDS = LINKED_KINDS.filter((kind): kind is IndexedKind => KIND_PROPERTIES[kind].hasIndexPage)

export const collectionNameOfKind = <K extends Kind>(kind: K): (typeof KIND_PROPERTIES)[K]['collection'] =>
  KIND_PROPERTIES[kind].collection

/**
 * The names of all collections. The collection `series` has the name of its kind, so a parameter of its list and a
 * field of its records with the same name share one message.
 */
export const COLLECTION_NAMES: readonly CollectionName[] = KINDS.map(collectionNameOfKind)
export const TITLE_FIELD_NAMES: readonly TitleField[] = [
  ...new Set(KINDS.map((kind) => KIND_PROPERTIES[kind].titleField)),
]
