import type { Caller } from '../core/caller.ts'
import type { Problems } from '../core/errors.ts'
import type { ByFace, Face } from '../core/faces.ts'
import {
  type CollectionName,
  isPost,
  KIND_PROPERTIES,
  type Kind,
  type PostKind,
  type TitleField,
} from '../core/kinds.ts'
import type { Language } from '../core/language.ts'
import type { Page, PageRequest } from '../core/page.ts'
import type { ParameterSet } from '../core/schema/parameters.ts'
import type { ComponentSchemas } from '../core/schema/response-schema.ts'
import type { LanguageParameter, Urls } from '../core/urls.ts'
import type { Reader, Transaction } from '../db/database.ts'
import type { ImageReference } from '../media/image-reference.ts'
import type { Settings } from '../settings/settings.ts'

/** The context of one request. `db` is the database, or the transaction of a write. */
export interface Scope<Db extends Reader = Reader> {
  db: Db
  caller: Caller
  /** The requested language. */
  language: Language
  /** The site's languages, its default first. */
  languages: readonly Language[]
  /** Set when a query parameter chose the language instead of the language root. */
  languageParameter?: LanguageParameter | undefined
  face: Face
  urls: Urls
  site: Settings
  /** Seconds since 1970-01-01 UTC. */
  now: number
  /** Id of the request; its writes are audited one by one. Undefined in a bulk load, which has one audit entry. */
  requestId?: string
}

export const siteDefault = (scope: Scope) => scope.languages[0] as Language

/** The id or slug that identifies a record in a URL path. */
export type Key = { id: number } | { slug: string }

/** Who may read and write records of a collection, for the `Allow` header and for refusals. */
export interface Rights<Row> {
  canRead(scope: Scope, row: Row): boolean
  canCreate(caller: Caller): boolean
  /** Without a row: whether the caller may edit every record of the collection. */
  canEdit(caller: Caller, row?: Row): boolean
}

/**
 * Everything the routes need to serve a resource. A record, not a base class: a resource that does not fit defines its own
 * route.
 *
 * A write calls `check` (do the records named in the body exist?), `permit` (may the caller do it?) and only then `create`
 * or `update` (see records/write.ts), so that nothing is fetched, hashed or written for a caller without rights.
 */
export interface Collection<Query, Body, Plan, Row extends { id: number }> {
  name: CollectionName
  kind: Kind
  /** Whether records are also served by slug: `/venues/by-slug/<slug>`. */
  hasSlugs: boolean
  /** JSON key of the title of a record. */
  titleField: TitleField
  /** Failure code for a page beyond the last one. Undefined: such a page is an empty list. */
  missingPage: `${PostKind}-archive-page-not-found` | undefined
  parameters: ByFace<CollectionParameters<Query, Body>>
  /** Defaults of list parameters that depend on the site and the time, for documents. */
  listDefaults?: ((site: Settings, now: number) => Record<string, unknown>) | undefined
  rights: Rights<Row>
  /** @throws {CalendarError} for the problems collected before, and before it lists anything */
  list(scope: Scope, query: Query, problems: Problems): Promise<Listing<Row>>
  /** Undefined when no record has this key. Also finds records that the caller may not read; the route refuses those. */
  find(scope: Scope, key: Key): Promise<Row | undefined>
  /** Computes what a write will store. Adds a problem for each record that the body names and that does not exist. */
  check(scope: Scope, body: Partial<Body>, problems: Problems, row?: Row): Promise<Plan>
  /** @throws {CalendarError} when the caller may not perform this write */
  permit(scope: Scope, plan: Plan, row?: Row): void
  /**
   * Takes the locks that a change needs before it locks the row of the record, so that all transactions lock in the same
   * order.
   */
  lockFirst?: ((scope: Scope<Transaction>) => Promise<void>) | undefined
  /** The picture that a plan refers to. It may have to be downloaded before the transaction begins. */
  imageOf: ((plan: Plan) => ImageReference | undefined) | undefined
  create(scope: Scope<Transaction>, plan: Plan, imageId: number | null | undefined): Promise<Created>
  update(scope: Scope<Transaction>, row: Row, plan: Plan, imageId: number | null | undefined): Promise<void>
  remove(scope: Scope<Transaction>, row: Row): Promise<void>
  /** JSON schemas of the responses by component name in the OpenAPI document, e.g. `Venue` and `VenueList`. */
  schemas(face: Face): ComponentSchemas
  /**
   * Builds the JSON body of a record. Pure. `alone`: for the response of a single record, which has more fields than a list
   * item.
   */
  present(scope: Scope, row: Row, alone?: boolean): Record<string, unknown>
}

export interface CollectionParameters<Query, Body> {
  list: ParameterSet<Query>
  create: ParameterSet<Body>
  update: ParameterSet<Partial<Body>>
}

/** The result of a create: a new record, or an existing one with the same name and values. */
export interface Created {
  id: number
  isNew: boolean
}

/** The members of a collection that a write needs (see records/write.ts). */
export type Writable<Body, Plan, Row extends { id: number }> = Pick<
  Collection<never, Body, Plan, Row>,
  | 'name'
  | 'kind'
  | 'titleField'
  | 'rights'
  | 'find'
  | 'check'
  | 'permit'
  | 'lockFirst'
  | 'imageOf'
  | 'create'
  | 'update'
  | 'remove'
>

/** One page of a list with its links (see `pageLinks`). */
export interface Listing<Row> extends Page<Row>, PageRequest {
  links: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: the routes serve any collection and hand each only what it made itself
export type AnyCollection = Collection<any, any, any, any>

/** What a resource defines itself. The other members of `Collection` are derived from its kind. */
type CollectionDefinition<Query, Body, Plan, Row extends { id: number }> = Omit<
  Collection<Query, Body, Plan, Row>,
  'name' | 'hasSlugs' | 'titleField' | 'missingPage'
>

export function defineCollection<Query, Body, Plan, Row extends { id: number }>(
  definition: CollectionDefinition<Query, Body, Plan, Row>,
): Collection<Query, Body, Plan, Row> {
  const { kind } = definition
  const { collection: name, titleField } = KIND_PROPERTIES[kind]
  const missingPage = isPost(kind) ? (`${kind}-archive-page-not-found` as const) : undefined
  return { ...definition, name, hasSlugs: isPost(kind), titleField, missingPage }
}
