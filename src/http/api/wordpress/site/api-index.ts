import type { Scope } from '../../../../collections/scope.ts'
import { type Face, TEC, TEC_V1 } from '../../../../core/faces.ts'
import type { ParameterSet } from '../../../../core/schema/parameter-set.ts'
import { instantToLocal, localToInstant } from '../../../../core/time/instant.ts'
import { addDays } from '../../../../core/time/local-time.ts'
import { type DocumentedRoute, groupRoutesByPath, parametersOfRouteInApi, type Route } from '../../../routes/route.ts'
import { convertToRouteIndexPath } from '../../../routes/syntax-of-route-paths.ts'
import { createListWithOneWordpressLink, wordpressResourceUrl } from '../send-and-link-wordpress-resource.ts'

/** A route that the index of the WordPress REST API lists; `parameters` is absent if the route takes none. */
export interface IndexedRoute extends Pick<Route, 'path' | 'methods'> {
  parameters?: Pick<ParameterSet<unknown>, 'schema'>
}

/** The routes of one API, such as tribe/events/v1, in the form for the index of the WordPress REST API. */
export const convertRoutesToWordpressIndexRoutes = (face: Face, routes: readonly DocumentedRoute[]): IndexedRoute[] =>
  routes
    .filter(({ base }) => base !== 'host')
    .map((route) => {
      const parameters = parametersOfRouteInApi(route, face)
      const path = `/${face.namespace}${route.path === '/' ? '' : route.path}`
      return { path, methods: route.methods, ...(parameters && { parameters }) }
    })

/** Address of the front page in the language of the request, without a slash at the end. */
export const frontPageUrl = ({ urls, face }: Scope) => urls.apiRoot.slice(0, -`${face.prefix}/`.length)

/** The namespaces below `/wp-json`, in the order of the index. */
const NAMESPACES = ['oembed/1.0', TEC.namespace, TEC_V1.namespace, 'wp/v2']

/** The namespace to which a path below `/wp-json` belongs; empty for `/wp-json` itself, the index. */
const namespaceOf = (path: string) => NAMESPACES.find((one) => path === `/${one}` || path.startsWith(`/${one}/`)) ?? ''

/** The response of `/wp-json/`, the index of a WordPress site, from which clients learn which APIs it has. */
export function presentWordpressSiteIndex(scope: Scope, routes: readonly IndexedRoute[]) {
  const { site } = scope
  return {
    name: site.title,
    description: '',
    url: frontPageUrl(scope),
    home: frontPageUrl(scope),
    gmt_offset: utcOffset(scope, scope.now) / 3600,
    timezone_string: site.timezone,
    namespaces: NAMESPACES,
    // WordPress names its page for creating application passwords in `endpoints`; here, a command creates them.
    authentication: { 'application-passwords': { endpoints: {} } },
    routes: presentRoutes(scope, routes),
    _links: { help: createListWithOneWordpressLink('https://developer.wordpress.org/rest-api/') },
  }
}

/** The response of `/wp-json/<namespace>`: the routes of one namespace. */
export const presentWordpressNamespaceIndex = (scope: Scope, namespace: string, routes: readonly IndexedRoute[]) => ({
  namespace,
  routes: presentRoutes(
    scope,
    routes.filter(({ path }) => namespaceOf(path) === namespace),
  ),
  _links: { up: createListWithOneWordpressLink(scope.urls.apiRoot) },
})

const presentRoutes = (scope: Scope, routes: readonly IndexedRoute[]) =>
  Object.fromEntries(
    groupRoutesByPath(routes).map((address) => [
      address.path.includes('{') ? convertToRouteIndexPath(address.path) : address.path,
      {
        ...presentWordpressIndexEntryOfPath(address),
        ...(!address.path.includes('{') && {
          _links: { self: createListWithOneWordpressLink(wordpressResourceUrl(scope, address.path.slice(1))) },
        }),
      },
    ]),
  )

/** The routes of one path, as the index and responses to OPTIONS show them. */
export const presentWordpressIndexEntryOfPath = ({
  path,
  routes,
}: {
  path: string
  routes: readonly IndexedRoute[]
}) => ({
  namespace: namespaceOf(path),
  methods: routes.flatMap(({ methods }) => methods),
  endpoints: routes.map(({ methods, parameters }) => ({
    methods,
    args: parameters ? presentArguments(parameters) : {},
  })),
})

function presentArguments({ schema }: Pick<ParameterSet<unknown>, 'schema'>) {
  const { properties, required = [] } = schema as { properties: Record<string, unknown>; required?: string[] }
  return Object.fromEntries(Object.keys(properties).map((name) => [name, { required: required.includes(name) }]))
}

/**
 * When the index, which contains the current UTC offset of the site, may change without a write: `now` (do not cache)
 * on a day on which the UTC offset changes, otherwise Infinity.
 * @returns seconds since 1970-01-01 UTC
 */
export function findWordpressIndexExpiry(scope: Scope): number {
  const { now, site } = scope
  const tomorrow = localToInstant(addDays(instantToLocal(now, site.timezone), 1), site.timezone)
  return utcOffset(scope, tomorrow) === utcOffset(scope, now) ? Number.POSITIVE_INFINITY : now
}

/** UTC offset of the site in seconds. */
const utcOffset = ({ site }: Scope, instant: number) =>
  localToInstant(instantToLocal(instant, site.timezone), 'UTC') - instant
