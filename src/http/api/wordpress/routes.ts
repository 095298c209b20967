import type { Scope } from '../../../collections/collection.ts'
import { POST_KINDS, TERM_KINDS } from '../../../core/kinds.ts'
import type { PictureSizeCache } from '../../../media/picture-size-cache.ts'
import type { Services } from '../../request/scope.ts'
import { sendJson } from '../../response/json.ts'
import { checkedHandler } from '../../routes/checked-handler.ts'
import type { OptionsResponder } from '../../routes/register.ts'
import type { Route } from '../../routes/route.ts'
import { attachmentRoutes } from './media/routes.ts'
import { oembedRoute } from './oembed.ts'
import { postRoutes } from './posts/routes.ts'
import { sendResource } from './resource.ts'
import { searchRoute } from './search.ts'
import { type IndexedRoute, indexExpiry, presentIndexEntry, presentNamespace, presentSite } from './site/api-index.ts'
import { wordpressSettingsRoutes } from './site/settings.ts'
import { taxonomyRoutes } from './site/taxonomies.ts'
import { typeRoutes } from './site/types.ts'
import { termRoutes } from './terms/routes.ts'
import { userRoutes } from './users/routes.ts'

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
    ...checkedHandler(services, {
      right: 'anyone',
      respond(checked) {
        checked.reply.cacheUntil = indexExpiry(checked.scope)
        return sendResource(checked, present(checked.scope, indexed))
      },
    }),
  })
  const namespace = (name: string) => index(`/${name}`, (scope, routes) => presentNamespace(scope, name, routes))
  const routes = [
    index('/', presentSite),
    namespace('wp/v2'),
    namespace('oembed/1.0'),
    oembedRoute(services),
    searchRoute(services),
    ...typeRoutes(services),
    ...taxonomyRoutes(services),
    ...POST_KINDS.flatMap((kind) => postRoutes(services, kind)),
    ...TERM_KINDS.flatMap((kind) => termRoutes(services, kind)),
    ...userRoutes(services),
    ...attachmentRoutes(services, sizes),
    ...wordpressSettingsRoutes(services),
  ]
  indexed.push(...routes, ...others)
  return routes
}

/** Responds to OPTIONS requests to the WordPress routes with their entry in the index. */
export const respondToWordpressOptions: OptionsResponder<Route> = (_request, reply, address) =>
  sendJson(reply, presentIndexEntry(address))
