import type { Scope } from '../../../collections/collection.ts'
import { TEC } from '../../../core/faces.ts'
import { instantToLocal, localToInstant } from '../../../core/time/instant.ts'

/** Address of the front page in the language of the request, without a slash at the end. */
export const siteUrl = ({ urls, face }: Scope) => urls.apiRoot.slice(0, -`${face.prefix}/`.length)

interface Address {
  path: string
  methods: readonly string[]
}

/**
 * The response of `/wp-json`, the index of a WordPress site, from which clients learn which APIs it has.
 * @param addresses the routes created by `wordpressRoutes`
 */
export function presentSite(scope: Scope, addresses: readonly Address[]) {
  const { now, site, urls } = scope
  const routes = [...addresses, { path: `/${TEC.namespace}`, methods: ['GET'] }].map(({ path, methods }) => {
    const self = urls.apiRoot + path.slice(1)
    const links = path.includes('{') ? {} : { _links: { self: [{ href: self }] } }
    const namespace = path.startsWith(`/${TEC.namespace}`) ? TEC.namespace : path === '/' ? '' : 'wp/v2'
    return [patternOf(path), { namespace, methods, endpoints: [{ methods, args: {} }], ...links }]
  })
  return {
    name: site.title,
    description: '',
    url: siteUrl(scope),
    home: siteUrl(scope),
    gmt_offset: (localToInstant(instantToLocal(now, site.timezone), 'UTC') - now) / 3600,
    timezone_string: site.timezone,
    namespaces: ['wp/v2', TEC.namespace],
    // In WordPress, `endpoints` contains the page that creates application passwords. It is empty here: a command
    // creates them.
    authentication: { 'application-passwords': { endpoints: {} } },
    routes: Object.fromEntries(routes),
  }
}

/** Converts a path to the syntax of the WordPress index: variables become named groups of a regular expression. */
const patternOf = (path: string) => path.replace('{id}', '(?P<id>[\\d]+)')
