import type { IncomingMessage } from 'node:http'
import { ADMIN_PREFIX } from '../request/parse-request-url.ts'
import type { AdminRoute } from './admin-handler.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'

/** The route of an admin page that a request asks for. */
export interface AdminRouteMatch {
  route: AdminRoute
  /** The values of the variables in the path of the route, by name. */
  params: Record<string, string>
}

const isVariable = (segment: string) => segment.startsWith(':')

/** 0 for each segment of a path that is a word, 1 for each variable. */
const variablesOf = (segments: readonly string[]) => segments.map((segment) => Number(isVariable(segment))).join('')

// At each place of a path, words come before variables, so that `/users/new` is not the page of a user with the id
// `new`.
const ROUTES = ADMIN_ROUTES.map((route) => ({ route, segments: route.path.split('/') })).sort((one, other) =>
  variablesOf(one.segments).localeCompare(variablesOf(other.segments)),
)

/**
 * The path of a request below `/admin`, or from `/submit` on, without a slash at its end; empty for `/admin` itself.
 */
export const pathBelowAdmin = ({ url = '' }: IncomingMessage) =>
  url.slice(ADMIN_PREFIX.length).replace(/\/?([?#].*)?$/, '')

/**
 * Finds the route of a request to an admin page by the rules of the router: letters match in both cases, and a slash at
 * the end makes no difference.
 * @returns undefined if there is no page at the address, or none that accepts the method
 */
export function findAdminRoute(raw: IncomingMessage): AdminRouteMatch | undefined {
  const method = raw.method === 'HEAD' ? 'GET' : raw.method
  // URL rewriting has escaped what cannot be decoded.
  const sent = (pathBelowAdmin(raw) || '/').split('/').map(decodeURIComponent)
  const found = ROUTES.find(
    ({ route, segments }) =>
      route.methods.some((one) => one === method) &&
      segments.length === sent.length &&
      segments.every((segment, at) => isVariable(segment) || segment === sent[at]?.toLowerCase()),
  )
  if (!found) return undefined
  const variables = found.segments.flatMap((segment, at) => (isVariable(segment) ? [[segment.slice(1), sent[at]]] : []))
  return { route: found.route, params: Object.fromEntries(variables) }
}
