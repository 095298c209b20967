import type { Caller } from '../core/caller.ts'
import type { Problems } from '../core/errors.ts'
import type { Face } from '../core/faces.ts'
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

/** One request's who, where and when. `db` is the database, or the transaction the work is part of. */
export interface Scope<Db extends Reader = Reader> {
  db: Db
  caller: Caller
  /** The language asked for. */
  language: Language
  /** The site's languages, its default first. */
  languages: readonly Language[]
  /** When a parameter asked for the language, rather than the root. */
  asked?: LanguageParameter | undefined
  face: Face
  urls: Urls
  site: Settings
  /** Seconds since 1970-01-01 UTC. */
  now: number
  /** Of a request, each write of which the audit log tells of; of a load, which has none, it is told once. */
  requestId?: string
}

export const siteDefault = (scope: Scope) => scope.languages[0] as Language

/** What a path names a record by. */
export type Key = { id: number } | { slug: string }

/** Whether the methods that change things are open to a caller, for the `Allow` header and the refusal alike. */
export interface Rights<Row> {
  canRead(scope: Scope, row: Row): boolean
  canCreate(caller: Caller): boolean
  /** Without a row: may this caller edit whatever there is? */
  canEdit(caller: Caller, row?: Row): boolean
}

/**
 * What a resource must bring to be served. A record, not a base class: what does not fit gets its own route.
 *
 * A write goes through `check` (does what the body names exist?), `permit` (may this caller do it?) and only then
 * `create` or `update` (see write.ts), so that nothing is fetched, hashed or written for someone who may not.
 */
export interface Collection<Query, Body, Plan, Row extends { id: number }> {
  name: CollectionName
  kind: Kind
  /** Whether records are also served by slug: `/venues/by-slug/<slug>`. */
  hasSlugs: boolean
  /** JSON key of the title of a record. */
  titleField: TitleField
  /** Failure code for a page beyond the last; undefined: such a page is an empty list. */
  missingPage: `${PostKind}-archive-page-not-found` | undefined
  parameters: { list: ParameterSet<Query>; create: ParameterSet<Body>; update: ParameterSet<Partial<Body>> }
  rights: Rights<Row>
  /** @throws what `problems` has collected, before anything is listed */
  list(scope: Scope, query: Query, problems: Problems): Promise<Listing<Row>>
  /** Undefined when nothing has this key; what exists but is not the caller's to read is refused by the route. */
  find(scope: Scope, key: Key): Promise<Row | undefined>
  /** Decides what will be stored; what the body names and does not exist goes to `problems`. */
  check(scope: Scope, body: Partial<Body>, problems: Problems, row?: Row): Promise<Plan>
  /** @throws {CalendarError} when the caller may not do just this */
  permit(scope: Scope, plan: Plan, row?: Row): void
  /** Locks that a change of a record takes before the row of the record, so that transactions take them in one order. */
  lockFirst?: ((scope: Scope<Transaction>) => Promise<void>) | undefined
  /** The picture a plan wants, which may have to be fetched before the transaction begins. */
  imageOf?: ((plan: Plan) => ImageReference | undefined) | undefined
  /** @returns the id of the record made, or of the namesake that is used instead */
  create(scope: Scope<Transaction>, plan: Plan, imageId: number | null | undefined): Promise<number>
  update(scope: Scope<Transaction>, row: Row, plan: Plan, imageId: number | null | undefined): Promise<void>
  remove(scope: Scope<Transaction>, row: Row): Promise<void>
  /** Schemas of the responses, by component name in the OpenAPI document: `Venue` and `VenueList`. */
  schemas(face: Face): ComponentSchemas
  /** Row to body; `alone` on a single read, which says more. Pure. */
  present(scope: Scope, row: Row, alone?: boolean): Record<string, unknown>
}

/** What a write needs of a collection (see write.ts). */
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

/** A page of a listing with its links (see `pageLinks`). */
export interface Listing<Row> extends Page<Row>, PageRequest {
  links: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: the routes serve any collection and hand each only what it made itself
export type AnyCollection = Collection<any, any, any, any>

/** What a resource defines; the rest of `Collection` follows from its kind. */
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
