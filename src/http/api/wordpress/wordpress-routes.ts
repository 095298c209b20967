import type { Scope } from '../../../collections/scope.ts'
import { POST_KINDS, TERM_KINDS } from '../../../core/kinds.ts'
import type { PictureSizeCache } from '../../../media/picture-size-cache.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { sendJson } from '../../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../../routes/handler-that-checks-parameters-and-right.ts'
import type { OptionsResponder } from '../../routes/register-routes.ts'
import type { Route } from '../../routes/route.ts'
import { attachmentRoutes } from './media/attachment-routes.ts'
import { oembedRoute } from './oembed-route.ts'
import { wordpressPostRoutes } from './posts/post-routes.ts'
import { wordpressSearchRoute } from './search-route.ts'
import { sendWordpressResource } from './send-and-link-wordpress-resource.ts'
import {
  findWordpressIndexExpiry,
  type IndexedRoute,
  presentWordpressIndexEntryOfPath,
  presentWordpressNamespaceIndex,
  presentWordpressSiteIndex,
} from './site/api-index.ts'
import { wordpressPostTypeRoutes } from './site/post-type-routes.ts'
import { wordpressTaxonomyRoutes } from './site/taxonomy-routes.ts'
import { wordpressSettingsRoutes } from './site/wordpress-settings-routes.ts'
import { wordpressTermRoutes } from './terms/term-routes.ts'
import { wordpressUserRoutes } from './users/user-routes.ts'

/**
 * The routes of WordPress that clients of The Events Calendar need in addition to its own routes.
 * @param others routes of other namespaces below `/wp-json`, for the index
 */
export function wordpressRoutes(services: Services, sizes: PictureSizeCache, others: readonly IndexedRoute[]): Route[] {
  const indexed: IndexedRoute[] = []
  const index = (path: string, present: (scope: Scope, routes: readonly IndexedRoute[]) => unknown): Route => ({
    base: 'wordpress',
    path,
    methods: ['GET'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'anyone',
      respond(checked) {
        checked.reply.cacheUntil = findWordpressIndexExpiry(checked.scope)
        return sendWordpressResource(checked, present(checked.scope, indexed))
      },
    }),
  })
  const namespace = (name: string) =>
    index(`/${name}`, (scope, routes) => presentWordpressNamespaceIndex(scope, name, routes))
  const routes = [
    index('/', presentWordpressSiteIndex),
    namespace('wp/v2'),
    namespace('oembed/1.0'),
    oembedRoute(services),
    wordpressSearchRoute(services),
    ...wordpressPostTypeRoutes(services),
    ...wordpressTaxonomyRoutes(services),
    ...POST_KINDS.flatMap((kind) => wordpressPostRoutes(services, kind)),
    ...TERM_KINDS.flatMap((kind) => wordpressTermRoutes(services, kind)),
    ...wordpressUserRoutes(services),
    ...attachmentRoutes(services, sizes),
    ...wordpressSettingsRoutes(services),
  ]
  indexed.push(...routes, ...others)
  return routes
}

/** Responds to OPTIONS requests to the WordPress routes with their entry in the index. */
export const respondToWordpressOptionsRequest: OptionsResponder<Route> = (_request, reply, address) =>
  sendJson(reply, presentWordpressIndexEntryOfPath(address))
