import type { PictureSizeCache } from '../media/size-cache.ts'
import { auditRoute } from './api/audit.ts'
import { collectionRoutes } from './api/collection.ts'
import { COLLECTIONS } from './api/collections.ts'
import { languagesRoute } from './api/languages.ts'
import { mediaRoutes } from './api/media/routes.ts'
import { settingsRoutes } from './api/settings.ts'
import type { FeedSender } from './feeds/feed-sender.ts'
import { feedRoutes } from './feeds/routes.ts'
import { openApiDocumentRoute } from './openapi/document-route.ts'
import { createEndpoints } from './openapi/endpoints.ts'
import { createOptionsResponder, indexRoute } from './openapi/index-route.ts'
import { referenceRoute } from './openapi/reference-routes.ts'
import type { Services } from './request/scope.ts'
import type { OptionsResponder } from './routes/register.ts'
import type { DocumentedRoute } from './routes/route.ts'
import { healthRoutes } from './site/health.ts'

interface Options {
  /** The cache of resized pictures. */
  sizes: PictureSizeCache
  feeds: FeedSender
}

/**
 * Creates every documented route, in the order of the route index, and the function that answers OPTIONS requests to
 * them.
 */
export function createApiRoutes(
  services: Services,
  { sizes, feeds }: Options,
): { routes: DocumentedRoute[]; respondToOptions: OptionsResponder<DocumentedRoute> } {
  const routes: DocumentedRoute[] = []
  const endpoints = createEndpoints(routes)
  routes.push(
    indexRoute(services, endpoints),
    openApiDocumentRoute(services, endpoints),
    ...COLLECTIONS.flatMap((collection) => collectionRoutes(services, collection)),
    ...feedRoutes(services, feeds),
    ...mediaRoutes(services, sizes),
    languagesRoute(services),
    ...settingsRoutes(services),
    auditRoute(services),
    referenceRoute(services),
    ...healthRoutes(services.db),
  )
  return { routes, respondToOptions: createOptionsResponder(services, endpoints) }
}
