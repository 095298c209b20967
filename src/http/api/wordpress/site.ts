import type { Scope } from '../../../collections/collection.ts'
import { TEC } from '../../../core/faces.ts'
import { instantToLocal, localToInstant } from '../../../core/time/instant.ts'

/** Address of the front page, without a slash at the end. */
export const siteUrl = ({ urls, face }: Scope) => urls.apiRoot.slice(0, -`${face.prefix}/`.length)

interface Address {
  path: string
  methods: readonly string[]
}

/** The index of a WordPress site. @param addresses of `wordpressRoutes` */
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
    // Empty, since application passwords are made on the command line, not on a page.
    authentication: { 'application-passwords': { endpoints: {} } },
    routes: Object.fromEntries(routes),
  }
}

/** A path as the index of WordPress writes it. */
const patternOf = (path: string) => path.replace('{id}', '(?P<id>[\\d]+)')
