import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { FailureCode } from '../../core/errors.ts'
import { type ByFace, type Face, valueForFace } from '../../core/faces.ts'
import type { ParameterSet } from '../../core/schema/parameter-set.ts'
import type { Settings } from '../../settings/site-settings.ts'
import type { RouteRight } from './route-right.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The HTTP methods that update a resource. All three of them make the same partial update (API contract). */
export const UPDATE_METHODS = ['POST', 'PUT', 'PATCH'] as const

/**
 * One route of the server. The Fastify route, the `Allow` header, OPTIONS responses, the route index and the OpenAPI
 * document are all derived from this object.
 */
export interface Route {
  /**
   * The base of the path: the path of each REST API, native and The Events Calendar (`namespace`, the default), that of
   * the newer API of The Events Calendar (`tec/v1`), `/wp-json` (`wordpress`), or the root of the server (`host`). All
   * but the last also exist below each language prefix.
   */
  base?: 'namespace' | 'tec/v1' | 'wordpress' | 'host'
  /**
   * The path in OpenAPI syntax: `/events/{id}`. Its variables must be defined in `syntax-of-route-paths.ts`. Several
   * routes may have the same path with different methods.
   */
  path: string
  methods: readonly Method[]
  right: RouteRight
  /**
   * Whether the route changes one record that has a version. Requests may then name the versions that the record may
   * have: in `If-Match` or in the field `version`.
   */
  isConditional?: boolean
  /** Whether clients may repeat a request with an `Idempotency-Key` (see idempotent-route.ts). */
  isRepeatable?: boolean
  /** HTTP statuses of successful responses; by default 201 of a creation, else 200. */
  successStatuses?: (face: Face) => readonly number[]
  /** Whether the route accepts an upload: a body that is a picture, or a form with a picture in the part `file`. */
  takesFile?: boolean
  /**
   * Folder to which an uploaded file of any type is written while it is received. Such a route `takesFile`, but need
   * not get one; users without the right are refused before their file is read.
   */
  uploadFolder?: string
  /**
   * Whether pages of an origin may read responses, also those to OPTIONS (CORS). If undefined, those of every origin
   * may. All routes of a path must have the same function.
   */
  allowsOrigin?: (origin: string) => Promise<boolean>
  /** Fastify hooks of this route, which run after those of the server. */
  hooks?: Pick<RouteShorthandOptions, 'onRequest' | 'onSend'>
  /**
   * Handles a request.
   * @param everyMethod value of the `Allow` header with all methods of the path, for users who may edit the record
   */
  handle(request: FastifyRequest, reply: FastifyReply, everyMethod: string): Promise<FastifyReply> | FastifyReply
}

/** A route that is listed in the route index and the OpenAPI document. */
export interface DocumentedRoute extends Route {
  /**
   * Operation id in the OpenAPI document, e.g. `listEvents`. The summary of the operation is the message
   * `operation.<id>` or, if there is none, `operation.<verb>`.
   */
  id: string
  verb: Verb
  /** Tag in the OpenAPI document; the message `operation.group.<group>` describes it. */
  group: string
  /** Resource name in the keys of the messages that describe the parameters: `parameter.<resource>.<name>`. */
  resource: string
  /** Query parameters or, if the method has a request body, fields of the body; absent if there are none. */
  parameters?: ParameterSet<unknown> | ByFace<ParameterSet<unknown>>
  /**
   * Default values of parameters that depend on the site or the time, shown in the OpenAPI document and the route
   * index.
   */
  defaults?(site: Settings, now: number): Record<string, unknown>
  /** Name of the response schema in openapi/build-response-schemas.ts, or `page` for HTML. */
  responseSchema: string
  /** Media type of the response, if it is a feed. Feeds have no schema. */
  mediaType?: string
  /**
   * Error codes of the route, in addition to those that `failuresOf` in openapi/build-operation-responses.ts adds to
   * every operation.
   */
  failures: readonly FailureCode[] | ((face: Face) => readonly FailureCode[])
}

/** The kind of operation of a route. Routes with the same verb share descriptions in the OpenAPI document. */
export type Verb =
  | 'list'
  | 'create'
  | 'read'
  | 'update'
  | 'delete'
  // Verbs of routes for the translations of a record
  | 'readTexts'
  | 'replaceTexts'
  | 'removeTexts'
  // Verbs of routes for the earlier versions of a record
  | 'listRevisions'
  | 'readRevision'
  | 'restoreRevision'
  | 'undoBatch'
  // Verbs of routes for imports: read a subscription now, import a content that the request contains, preview an
  // import, import a file, import what a dry run has read, undo the writes of an import
  | 'runSubscription'
  | 'sendContent'
  | 'previewImport'
  | 'importFile'
  | 'importDryRun'
  | 'undoImport'
  | 'merge'
  // Verbs of routes with which editors decide about a submission and write notes about it
  | 'decide'
  | 'addNote'
  // Verb of the route that replaces the file of a picture
  | 'replaceFile'
  // Verbs of routes that return a feed: of a list of events, of one event, or of the events of a series
  | 'feed'
  | 'feedOne'
  | 'feedSeries'

/**
 * Whether the parameters are fields of the request body. False for DELETE, because the OpenAPI document shows no body
 * for it.
 */
export const areRouteParametersInBody = ({ methods }: Pick<Route, 'methods'>) =>
  methods.some((method) => method !== 'GET' && method !== 'DELETE')

/** Groups routes that have the same path, in the order of the first route of each group. */
export function groupRoutesByPath<R extends Pick<Route, 'base' | 'path'>>(
  routes: readonly R[],
): { path: string; routes: R[] }[] {
  const groups = Map.groupBy(routes, ({ base = 'namespace', path }) => `${base} ${path}`)
  return [...groups.values()].map((members) => ({ path: (members[0] as R).path, routes: members }))
}

/** Returns the parameters of a route in one of the APIs (native or The Events Calendar). */
export function parametersOfRouteInApi({ parameters }: Pick<DocumentedRoute, 'parameters'>, face: Face) {
  return parameters && 'native' in parameters ? valueForFace(parameters, face) : parameters
}
