import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { FailureCode } from '../../core/errors.ts'
import type { ByFace, Face } from '../../core/faces.ts'
import type { ParameterSet } from '../../core/schema/parameters.ts'
import type { Settings } from '../../settings/settings.ts'
import type { RouteRight } from './right.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The methods that update a resource. All three do the same (contract). */
export const UPDATE_METHODS = ['POST', 'PUT', 'PATCH'] as const

/**
 * One route. Its registration, the `Allow` header, OPTIONS, the index of routes and the OpenAPI document are derived from
 * this description.
 */
export interface Route {
  /**
   * Where the path starts: at the root of each `namespace` (the default), at `/wp-json` for `wordpress`, or at the `host`.
   * The first two exist once for each language root.
   */
  base?: 'namespace' | 'wordpress' | 'host'
  /** In OpenAPI syntax, with the variables of `path-keys.ts`: `/events/{id}`. Routes with the same path share an address. */
  path: string
  methods: readonly Method[]
  right: RouteRight
  /** Whether the body may be a picture, or a form with one in the part `file`. */
  takesFile?: boolean
  /** Hooks of this route, which run after those of the server. */
  hooks?: Pick<RouteShorthandOptions, 'onRequest' | 'onSend'>
  /** @param everyMethod the `Allow` header with all methods of the address, for callers who may edit the record */
  handle(request: FastifyRequest, reply: FastifyReply, everyMethod: string): Promise<FastifyReply> | FastifyReply
}

/** A route that the index and the OpenAPI document list. */
export interface DocumentedRoute extends Route {
  /**
   * Operation id in the OpenAPI document, e.g. `listEvents`. The message `operation.<id>` or, without one,
   * `operation.<verb>` is the summary.
   */
  id: string
  verb: Verb
  /** Tag in the OpenAPI document; the message `operation.group.<group>` describes it. */
  group: string
  /** Part of the names of the messages that describe the parameters: `parameter.<resource>.<name>`. */
  resource: string
  /** Parameters of the query or, where a method takes a body, fields of the body; absent: none. */
  parameters?: ParameterSet<unknown> | ByFace<ParameterSet<unknown>>
  /** Defaults that depend on the site or the time, for documents. */
  defaults?(site: Settings, now: number): Record<string, unknown>
  /** Name of the schema of the response in openapi/response-schemas.ts, or `page` for HTML. */
  answer: string
  /** Media type of a feed, which has no schema. */
  mediaType?: string
  /** Error codes, without those that the OpenAPI document adds by itself; see `failuresOf` in openapi/responses.ts. */
  failures: readonly FailureCode[] | ((face: Face) => readonly FailureCode[])
}

/** What a route does. Routes with the same verb share texts in the OpenAPI document. */
export type Verb =
  | 'list'
  | 'create'
  | 'read'
  | 'update'
  | 'delete'
  // The translations of a record.
  | 'readTexts'
  | 'replaceTexts'
  | 'removeTexts'
  // A list of events, or one event, as a feed.
  | 'feed'
  | 'feedOne'

/** Whether the parameters are fields of the body. The document shows no body for DELETE. */
export const hasBody = ({ methods }: Pick<Route, 'methods'>) =>
  methods.some((method) => method !== 'GET' && method !== 'DELETE')

/** Groups routes by address, in the order of the first route of each. */
export function groupByPath<R extends Route>(routes: readonly R[]): { path: string; routes: R[] }[] {
  const groups = Map.groupBy(routes, ({ base = 'namespace', path }) => `${base} ${path}`)
  return [...groups.values()].map((members) => ({ path: (members[0] as R).path, routes: members }))
}

/** The parameters of a route on a face. */
export function parametersOn({ parameters }: Pick<DocumentedRoute, 'parameters'>, face: Face) {
  return parameters && 'native' in parameters ? parameters[face.name] : parameters
}
