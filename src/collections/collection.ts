import type { Caller, Right } from '../core/caller.ts'
import { missingRightError, type Problems } from '../core/errors.ts'
import type { ByFace, Face } from '../core/faces.ts'
import {
  type CollectionName,
  isPostKind,
  KIND_PROPERTIES,
  type Kind,
  type PostKind,
  type TitleField,
} from '../core/kinds.ts'
import type { Page, PageRequest } from '../core/list-page.ts'
import type { ParameterSet } from '../core/schema/parameter-set.ts'
import type { ComponentSchemas } from '../core/schema/response-schema.ts'
import type { Urls } from '../core/urls.ts'
import type { Sql, Transaction } from '../db/database.ts'
import type { ImageReference } from '../media/image-field.ts'
import type { Settings } from '../settings/site-settings.ts'
import type { AffectedDates, Removal, RestoredFields } from './dates-affected-by-write.ts'
import type { Scope } from './scope.ts'

/** The id or slug that identifies a record in a URL path. */
export type Key = { id: number } | { slug: string }

/**
 * Rights to read and write the records of a collection. The HTTP routes use them for the `Allow` header and to refuse
 * requests.
 */
export interface Rights<Row> {
  canRead(scope: Scope, row: Row): boolean
  canCreate(caller: Caller): boolean
  /** Whether the caller may edit this record or, without a row, every record of the collection. */
  canEdit(caller: Caller, row?: Row): boolean
  /** The right that the caller lacks if the caller may not edit the record. */
  missingEditRight(caller: Caller, row: Row): Right
}

/** Checks the right to edit a record. @throws {CalendarError} when the caller may not edit the record */
export function requireRightToEditRecord<Row>(rights: Rights<Row>, caller: Caller, row: Row): void {
  if (!rights.canEdit(caller, row)) throw missingRightError(caller, rights.missingEditRight(caller, row))
}

/**
 * Everything that the HTTP routes need to serve a resource such as `/venues`. A plain object, not a base class: a
 * resource that needs other behaviour defines its own route. A write calls `check` (do the records named in the body
 * exist?), then `permit` (has the caller the right to write?), and only then `create` or `update` (see
 * records/write-records.ts), so that no picture is downloaded and nothing is written for a caller without rights.
 */
export interface Collection<Query, Body, Plan, Row extends { id: number }> {
  name: CollectionName
  kind: Kind
  /** Whether records have URLs with their slug too, e.g. `/venues/by-slug/<slug>`. */
  hasSlugs: boolean
  /** Key of the title in the JSON body of a record, e.g. `title` or `name`. */
  titleField: TitleField
  /**
   * Error code of the response to a request for a page beyond the last one. Undefined: the response is an empty list.
   */
  missingPage: `${PostKind}-archive-page-not-found` | undefined
  parameters: ByFace<CollectionParameters<Query, Body>>
  /** Default values of list parameters that depend on the site and the current time, for the OpenAPI document. */
  listDefaults?: ((site: Settings, now: number) => Record<string, unknown>) | undefined
  rights: Rights<Row>
  /**
   * Lists one page of records.
   * @param problems invalid parameters found so far; `list` adds those that it finds
   * @throws {CalendarError} when there are problems, before any record is read
   */
  list(scope: Scope, query: Query, problems: Problems): Promise<Listing<Row>>
  /**
   * Finds a record by id or slug, even one that the caller may not read: the route refuses the request afterwards.
   * Undefined when there is no such record.
   */
  find(scope: Scope, key: Key): Promise<Row | undefined>
  /**
   * Loads the posts that meet an SQL condition, in no particular order. Collections of categories and tags lack this
   * function.
   */
  load: ((scope: Scope, where: Sql) => Promise<Row[]>) | undefined
  /**
   * Computes the values that a write will store (`Plan`). Adds a problem for each record that the body names and that
   * does not exist. `row` is the record to update; undefined for a new one.
   */
  check(scope: Scope, body: Partial<Body>, problems: Problems, row?: Row): Promise<Plan>
  /**
   * Checks the right of the caller to write.
   * @throws {CalendarError} when the caller may not perform this write
   */
  permit(scope: Scope, plan: Plan, row?: Row): void
  /**
   * Takes locks that an update or removal needs before it locks the row of the record. All transactions take these
   * locks in the same order, so they cannot deadlock.
   */
  lockFirst?: ((scope: Scope<Transaction>) => Promise<void>) | undefined
  /** The picture that a write refers to. A picture given by URL must be downloaded before the transaction begins. */
  imageOf: ((plan: Plan) => ImageReference | undefined) | undefined
  create(scope: Scope<Transaction>, plan: Plan, imageId: number | null | undefined): Promise<Created>
  /**
   * Creates a record even if a record with the same name and values exists, which `create` would return instead.
   * Undefined: `create` always creates a record.
   */
  createDuplicate?: Collection<Query, Body, Plan, Row>['create'] | undefined
  /**
   * Stores the plan of an update.
   * @returns properties of the row that only the response to this update has, or nothing
   */
  update(
    scope: Scope<Transaction>,
    row: Row,
    plan: Plan,
    imageId: number | null | undefined,
  ): Promise<Partial<Row>> | Promise<void>
  /**
   * Removes texts in the language of the request that are stored in columns of the record instead of the text table.
   * Undefined: the collection has no such columns.
   */
  removeOtherTexts?: ((scope: Scope<Transaction>, row: Row) => Promise<void>) | undefined
  remove(scope: Scope<Transaction>, row: Row, removal?: Removal): Promise<void>
  /** Called before a post is deleted for good, in the same transaction. */
  beforeErase?: ((scope: Scope<Transaction>, row: Row) => Promise<void>) | undefined
  /**
   * Gives a post texts of its own before they change, and returns the post. Needed by a date of a repeated event, which
   * at first has the texts of that event.
   */
  withOwnTexts?: ((scope: Scope<Transaction>, row: Row) => Promise<Row>) | undefined
  /** Called after a translation was added to a record or deleted. */
  afterTranslation?: ((scope: Scope<Transaction>, row: Row) => Promise<void>) | undefined
  /** Finds the record that an update has locked, without values that only responses contain. Default: `find`. */
  findLocked?: ((scope: Scope<Transaction>, key: Key) => Promise<Row | undefined>) | undefined
  /**
   * SQL after WHERE that selects the rows to lock for a write of a record, in the order in which all transactions lock
   * them. Default: the row of the record.
   */
  rowsToLock?: ((id: number) => Sql) | undefined
  /** The id of the other row that a write of a record has to lock; null or undefined if there is none. */
  lockedWith?: ((row: Row) => number | null) | undefined
  /**
   * Loads the records that a write of one record changes or removes as a whole, for their revisions. Default: the
   * record itself.
   */
  writtenRows?: ((scope: Scope<Transaction>, row: Row, extent: AffectedDates) => Promise<readonly Row[]>) | undefined
  /**
   * Completes a stored earlier version of a record with the values that a query of the record would load from other
   * tables.
   */
  completeStored(scope: Scope, stored: unknown): Promise<Row>
  /**
   * Gives fields of a locked record, in all languages, the values that they had in an earlier version.
   * @throws {CalendarError} when the caller may not, or a value is no longer possible
   */
  restore(scope: Scope<Transaction>, row: Row, before: Row, fields: RestoredFields): Promise<void>
  /** The JSON schemas of the responses, by component name in the OpenAPI document, e.g. `Venue` and `VenueList`. */
  schemas(face: Face): ComponentSchemas
  /** Examples for the OpenAPI document. Tests create records from them. */
  examples: CollectionExamples
  /**
   * Converts a record to JSON without database access.
   * @param isSingle whether the response contains only this record, which then has more fields than an item of a list
   */
  present(scope: Scope, row: Row, isSingle?: boolean): Record<string, unknown>
  /** Unix time in seconds at which the JSON of a record changes without a write; undefined: never. */
  nextChangeOf?: ((row: Row) => number | undefined) | undefined
}

export interface CollectionExamples {
  /** Example of the body of a request that creates a record. */
  create: Record<string, unknown>
  /** Example of the body of a request that changes a record. */
  update: Record<string, unknown>
  /** Example of the body of a request that replaces the texts of a record in one language. */
  texts: Record<string, unknown>
  /** Creates an example of a record in the JSON form of API responses. @param urls builds the URLs in it */
  record(urls: Urls, face: Face): Record<string, unknown>
}

export interface CollectionParameters<Query, Body> {
  list: ParameterSet<Query>
  create: ParameterSet<Body>
  update: ParameterSet<Partial<Body>>
}

/**
 * The result of a create request: the id of a new record, or of an existing one with the same name and values that is
 * used instead.
 */
export interface Created {
  id: number
  isNew: boolean
}

/** One page of a list, its total and the URLs of the neighbouring pages (see `urlsOfListPages`). */
export interface Listing<Row> extends Page<Row>, PageRequest {
  links: Record<string, string>
}

/** The members of `Collection` that writes use (see records/write-records.ts). */
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
  | 'beforeErase'
  | 'findLocked'
  | 'rowsToLock'
  | 'lockedWith'
  | 'writtenRows'
  | 'present'
>

// biome-ignore lint/suspicious/noExplicitAny: the routes serve any collection and hand each only what it made itself
export type AnyCollection = Collection<any, any, any, any>

/**
 * The members of `Collection` that each resource defines. `defineCollection` derives the others from the kind of
 * record.
 */
type CollectionDefinition<Query, Body, Plan, Row extends { id: number }> = Omit<
  Collection<Query, Body, Plan, Row>,
  'name' | 'hasSlugs' | 'titleField' | 'missingPage'
>

export function defineCollection<Query, Body, Plan, Row extends { id: number }>(
  definition: CollectionDefinition<Query, Body, Plan, Row>,
): Collection<Query, Body, Plan, Row> {
  const { kind } = definition
  const { collection: name, titleField } = KIND_PROPERTIES[kind]
  const missingPage = isPostKind(kind) ? (`${kind}-archive-page-not-found` as const) : undefined
  return { ...definition, name, hasSlugs: isPostKind(kind), titleField, missingPage }
}

/** Returns a copy of a collection that creates a record even if one with the same name and values exists. */
export const collectionThatAllowsDuplicateRecords = <Collected extends AnyCollection>(
  collection: Collected,
): Collected =>
  collection.createDuplicate
    ? { ...collection, create: collection.createDuplicate, createDuplicate: undefined }
    : collection
