import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { FailureCode } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import type { ParameterSet } from '../../core/schema/parameters.ts'
import type { RouteRight } from './right.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The methods that change what an address names. They do the same (contract). */
export const UPDATE_METHODS = ['POST', 'PUT', 'PATCH'] as const

/**
 * One route. Its registration, the `Allow` header, OPTIONS, the index of routes and the OpenAPI document are derived from
 * this description.
 */
export interface Route {
  /**
   * What the path is below: `namespace` (the default) once in each namespace and language, `wordpress` once below
   * `/wp-json` in each language, `host` once.
   */
  base?: 'namespace' | 'wordpress' | 'host'
  /** As OpenAPI writes it, with the keys of `path-keys.ts`: `/events/{id}`. Routes with the same path share an address. */
  path: string
  methods: readonly Method[]
  right: RouteRight
  /** Whether the body may be a picture, or a form with one in the part `file`. */
  takesFile?: boolean
  /** Hooks of this route, which run after those of the server. */
  hooks?: Pick<RouteShorthandOptions, 'onRequest' | 'onSend'>
  /** @param everyMethod value of `Allow` for a caller with every right at this address */
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
  parameters?: ParameterSet<unknown>
  /** Name of the schema of the response in openapi/views.ts, or `page` for HTML. */
  answer: string
  /** Media type of a feed, which has no schema. */
  mediaType?: string
  /** Codes of the errors that only some routes have; see `failuresOf` for those of all. */
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

/** Whether the parameters are fields of a body. DELETE takes no body of its own. */
export const hasBody = ({ methods }: Pick<Route, 'methods'>) =>
  methods.some((method) => method !== 'GET' && method !== 'DELETE')

/** Routes by address, in the order of their first appearance. */
export function groupByPath<R extends Route>(routes: readonly R[]): { path: string; routes: R[] }[] {
  const groups = Map.groupBy(routes, ({ base = 'namespace', path }) => `${base} ${path}`)
  return [...groups.values()].map((members) => ({ path: (members[0] as R).path, routes: members }))
}
