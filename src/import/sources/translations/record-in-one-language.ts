import type { Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'

/**
 * A record of a WordPress site in one language. Plugins such as WPML and Polylang store each translation as a record of its
 * own; here it becomes a text of one record.
 */
export interface LanguageRecord {
  kind: Kind
  id: string
  language: Language
  title: string
  /** Status of a post; `''` for terms. Only records of one status are joined, so that no draft is published. */
  status: string
  /** Ids of the records that the site names as translations of this one. */
  linkedIds: readonly string[]
  /**
   * A name that the site gives to a group of translations: all records with the same group are translations of each
   * other.
   */
  group?: string | undefined
  /**
   * A text that is equal for records that are likely translations of each other; undefined if the record contains
   * nothing by which this can be said.
   */
  likeness?: string | undefined
  /** For an event: the id of its venue on the site. */
  venueId?: string | undefined
  /** On live sites: the language whose list contains the record, which may differ from the language of the record. */
  listedIn?: Language
}

/** Records of one kind that are translations of each other: their ids by language. */
export interface Join {
  kind: Kind
  ids: Readonly<Partial<Record<Language, string>>>
  /** Titles of the records, so that people who read the file recognize them. */
  titles?: readonly string[]
}
