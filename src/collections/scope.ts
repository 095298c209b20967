import type { Subject } from '../audit/audit-entry.ts'
import type { Caller } from '../core/caller.ts'
import type { Face } from '../core/faces.ts'
import type { Language } from '../core/language.ts'
import type { LanguageParameter, Urls } from '../core/urls.ts'
import type { Reader } from '../db/database.ts'
import type { DisplayLanguage } from '../db/sql-fragments.ts'
import type { Settings } from '../settings/site-settings.ts'

/**
 * The context of one request: its caller, language and time, and the database. `db` is the database itself or, during a
 * write, the open transaction.
 */
export interface Scope<Db extends Reader = Reader> {
  db: Db
  caller: Caller
  /** The language of the request, from its URL. */
  language: Language
  /** The site's languages, the default language first. */
  languages: readonly Language[]
  /** Query parameter that chose the language of the request. Undefined when the URL path did, e.g. `/de/…`. */
  languageParameter?: LanguageParameter | undefined
  face: Face
  urls: Urls
  site: Settings
  /** The current time: seconds since 1970-01-01 UTC. */
  now: number
  /**
   * Id of the HTTP request, for its audit entries. Undefined in a bulk load, which has one audit entry for all its
   * writes.
   */
  requestId?: string
  /**
   * Id of the batch to which the revisions of all writes belong, if it is not the id of the request: the id of an
   * import run, which can be undone.
   */
  batchId?: string
  /** Called for each record that a bulk load creates together with another record, such as a new venue of an event. */
  onCreated?: (collection: Subject, id: number) => void
  /** Whether the request comes from a page below `/admin`. Its audit entries then contain `admin` as the face. */
  isAdminPage?: boolean
}

export const siteDefaultLanguage = (scope: Scope) => scope.languages[0] as Language

/**
 * The languages by which the displayed text of a record is chosen: the language of the request, and the default
 * language of the site.
 */
export const displayLanguagesOfRequest = (scope: Scope): DisplayLanguage => ({
  language: scope.language,
  siteDefault: siteDefaultLanguage(scope),
})
