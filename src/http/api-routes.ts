import { COLLECTIONS } from '../collections/collection-by-kind.ts'
import { TEC_V1 } from '../core/faces.ts'
import type { PictureSizeCache } from '../media/picture-size-cache.ts'
import { auditLogRoute } from './api/audit-log-route.ts'
import { collectionRoutes } from './api/collection-routes.ts'
import { importRunRoutes } from './api/imports/import-run-routes.ts'
import { importSourceRoutes } from './api/imports/import-source-routes.ts'
import { routesThatStartImports } from './api/imports/routes-that-start-imports.ts'
import { languagesRoute } from './api/languages-route.ts'
import { pictureRoutesOfEachApi } from './api/media/picture-routes.ts'
import { recurrencePreviewRoute } from './api/recurrence-preview-route.ts'
import { routesOfDatesOfRepeatedEvents } from './api/routes-of-dates-of-repeated-events.ts'
import { settingsRoutes } from './api/settings-routes.ts'
import { submissionRoutes } from './api/submission-routes.ts'
import { tecV1RecordRoutes } from './api/tec-v1/tec-v1-record-routes.ts'
import { RESOURCES } from './api/tec-v1/tec-v1-resources.ts'
import { undoBatchRoute } from './api/undo-batch-route.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import type { FeedSender } from './feeds/feed-sender.ts'
import { buildResponseSchemas } from './openapi/build-response-schemas.ts'
import { convertToOpenApiSchema } from './openapi/convert-to-openapi-schema.ts'
import { createEndpointLister, type Endpoint } from './openapi/endpoints-of-api.ts'
import { openApiDocumentRoute } from './openapi/openapi-document-route.ts'
import { apiReferenceRoute } from './openapi/reference/reference-routes.ts'
import { createResponderToOptionsRequests, indexRoute } from './openapi/route-index-route.ts'
import { TEC_V1_EXAMPLES } from './openapi/tec-v1-examples.ts'
import type { Services } from './request/create-request-scope.ts'
import type { OptionsResponder } from './routes/register-routes.ts'
import type { DocumentedRoute } from './routes/route.ts'
import { healthCheckRoutes } from './site/health-routes.ts'

interface Options {
  /** The cache of resized pictures. */
  sizes: PictureSizeCache
  feeds: FeedSender
  /** Folder of the files that users upload for imports. */
  uploads: string
  /** Number of trusted proxies in front of the server. */
  proxyCount: number
}

/**
 * Creates every documented route, in the order of the route index, and the function that answers OPTIONS requests to
 * them.
 */
export function createApiRoutes(
  services: Services,
  { sizes, feeds, uploads, proxyCount }: Options,
): { routes: DocumentedRoute[]; respondToOptions: OptionsResponder<DocumentedRoute> } {
  const routes: DocumentedRoute[] = []
  const endpoints = createEndpointLister(routes)
  routes.push(
    indexRoute(services, endpoints),
    openApiDocumentRoute(services, endpoints),
    ...COLLECTIONS.flatMap((collection) => collectionRoutes(services, collection)),
    ...routesOfDatesOfRepeatedEvents(services),
    recurrencePreviewRoute(services),
    ...feedRoutes(services, feeds),
    ...pictureRoutesOfEachApi(services, sizes),
    languagesRoute(services),
    ...settingsRoutes(services),
    auditLogRoute(services),
    undoBatchRoute(services),
    ...submissionRoutes(services, proxyCount),
    ...importSourceRoutes(services),
    ...importRunRoutes(services),
    ...routesThatStartImports(services, uploads),
    apiReferenceRoute(services, endpoints),
    ...healthCheckRoutes(services.db),
  )
  return { routes, respondToOptions: createResponderToOptionsRequests(services, endpoints) }
}

/** Creates the routes of the tec/v1 API, and the function that answers OPTIONS requests to them. */
export function createTecV1Routes(services: Services): {
  routes: DocumentedRoute[]
  respondToOptions: OptionsResponder<DocumentedRoute>
} {
  const base = 'tec/v1'
  const routes: DocumentedRoute[] = []
  const endpoints = createEndpointLister(routes)
  routes.push(
    indexRoute(services, endpoints, base),
    openApiDocumentRoute(services, endpoints, { base, path: '/docs', id: 'readDocument', examples: TEC_V1_EXAMPLES }),
    ...RESOURCES.flatMap((resource) => tecV1RecordRoutes(services, resource)),
  )
  return { routes, respondToOptions: createResponderToOptionsRequests(services, endpoints, recordSchemaOf) }
}

/** The schema of the records at an endpoint, which WordPress includes in responses to OPTIONS. */
function recordSchemaOf({ operations: [operation] }: Endpoint): { schema?: object } {
  const schema = buildResponseSchemas(TEC_V1)[operation?.responseSchema.replace('List', '') ?? '']
  return schema ? { schema: convertToOpenApiSchema(schema) } : {}
}
