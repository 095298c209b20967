import type { Kind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'

/**
 * A record of a WordPress site in one language. Plugins such as WPML and Polylang store each translation as a separate
 * record; an import makes one record with several texts of them.
 */
export interface LanguageRecord {
  kind: Kind
  id: string
  language: Language
  title: string
  /**
   * Status of a post; `''` for a category or tag. Records are joined only if their status is equal, so that no draft is
   * published.
   */
  status: string
  /** Ids of the records that the site states as translations of this one. */
  linkedIds: readonly string[]
  /** Name that the site gives to a group of translations: all records with this name are translations of each other. */
  group?: string | undefined
  /**
   * Text computed from values of the record (see `translationLikenessKey`). Records for which it is equal are likely
   * translations of each other. Undefined if these values are empty.
   */
  likeness?: string | undefined
  /** For an event: the id of its venue on the site. */
  venueId?: string | undefined
  /**
   * For live sites: the language in whose list the record was found, which may differ from the language of the record.
   */
  listedIn?: Language
}

/** Records of one kind that are translations of each other: their ids by language. */
export interface Join {
  kind: Kind
  ids: Readonly<Partial<Record<Language, string>>>
  /** Titles of the records, as comments for people who edit the file of translations. */
  titles?: readonly string[]
}
