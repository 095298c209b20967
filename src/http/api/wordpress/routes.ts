import type { Scope } from '../../../collections/collection.ts'
import type { PictureSizeCache } from '../../../media/size-cache.ts'
import type { Services } from '../../request/scope.ts'
import { sendJson } from '../../response/json.ts'
import { checkedHandler } from '../../routes/checked-handler.ts'
import type { OptionsResponder } from '../../routes/register.ts'
import { groupByPath, type Route } from '../../routes/route.ts'
import { presentCaller } from './caller.ts'
import { attachmentRoutes } from './media.ts'
import { wordpressSettingsRoutes } from './settings.ts'
import { presentSite } from './site.ts'

/**
 * The WordPress routes that clients of The Events Calendar need in addition to its own routes: index of the site,
 * authenticated user, pictures and settings.
 */
export function wordpressRoutes(services: Services, sizes: PictureSizeCache): Route[] {
  const read = (path: string, present: (scope: Scope) => unknown): Route => ({
    base: 'wordpress',
    path,
    methods: ['GET'],
    ...checkedHandler(services, {
      right: 'anyone',
      respond: async ({ reply, scope }) => sendJson(reply, await present(scope)),
    }),
  })
  const routes: Route[] = [
    read('/', (scope) => presentSite(scope, groupByPath(routes).map(withMethods))),
    ...attachmentRoutes(services, sizes),
    read('/wp/v2/users/me', presentCaller),
    ...wordpressSettingsRoutes(services),
  ]
  return routes
}

const withMethods = ({ path, routes }: { path: string; routes: readonly Route[] }) => ({
  path,
  methods: routes.flatMap(({ methods }) => methods),
})

/** Responds to OPTIONS requests to the WordPress routes with the methods that they accept. */
export const respondToWordpressOptions: OptionsResponder<Route> = (_request, reply, address) => {
  const { methods } = withMethods(address)
  return sendJson(reply, { namespace: 'wp/v2', methods, endpoints: [{ methods, args: {} }] })
}
