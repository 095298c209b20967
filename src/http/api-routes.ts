import { TEC_V1 } from '../core/faces.ts'
import type { PictureSizeCache } from '../media/picture-size-cache.ts'
import { auditLogRoute } from './api/audit-log-route.ts'
import { collectionRoutes } from './api/collection-routes.ts'
import { COLLECTIONS } from './api/collections.ts'
import { runRoutes } from './api/imports/run-routes.ts'
import { sourceRoutes } from './api/imports/source-routes.ts'
import { languagesRoute } from './api/languages.ts'
import { mediaRoutes } from './api/media/routes.ts'
import { occurrenceRoutes } from './api/occurrences.ts'
import { recurrencePreviewRoute } from './api/recurrence-preview.ts'
import { settingsRoutes } from './api/settings.ts'
import { submissionRoute } from './api/submissions.ts'
import { tecV1RecordRoutes } from './api/tec-v1/record-routes.ts'
import { RESOURCES } from './api/tec-v1/resources.ts'
import { undoBatchRoute } from './api/undo-batch.ts'
import type { FeedSender } from './feeds/feed-sender.ts'
import { feedRoutes } from './feeds/routes.ts'
import { openApiDocumentRoute } from './openapi/document-route.ts'
import { createEndpoints, type Endpoint } from './openapi/endpoints.ts'
import { createOptionsResponder, indexRoute } from './openapi/index-route.ts'
import { publishedSchema } from './openapi/published-schema.ts'
import { referenceRoute } from './openapi/reference-routes.ts'
import { responseSchemas } from './openapi/response-schemas.ts'
import { TEC_V1_EXAMPLES } from './openapi/tec-v1-examples.ts'
import type { Services } from './request/scope.ts'
import type { OptionsResponder } from './routes/register.ts'
import type { DocumentedRoute } from './routes/route.ts'
import { healthRoutes } from './site/health.ts'

interface Options {
  /** The cache of resized pictures. */
  sizes: PictureSizeCache
  feeds: FeedSender
  /** Number of trusted proxies in front of the server. */
  proxyCount: number
}

/**
 * Creates every documented route, in the order of the route index, and the function that answers OPTIONS requests to
 * them.
 */
export function createApiRoutes(
  services: Services,
  { sizes, feeds, proxyCount }: Options,
): { routes: DocumentedRoute[]; respondToOptions: OptionsResponder<DocumentedRoute> } {
  const routes: DocumentedRoute[] = []
  const endpoints = createEndpoints(routes)
  routes.push(
    indexRoute(services, endpoints),
    openApiDocumentRoute(services, endpoints),
    ...COLLECTIONS.flatMap((collection) => collectionRoutes(services, collection)),
    ...occurrenceRoutes(services),
    recurrencePreviewRoute(services),
    ...feedRoutes(services, feeds),
    ...mediaRoutes(services, sizes),
    languagesRoute(services),
    ...settingsRoutes(services),
    auditLogRoute(services),
    undoBatchRoute(services),
    submissionRoute(services, proxyCount),
    ...sourceRoutes(services),
    ...runRoutes(services),
    referenceRoute(services),
    ...healthRoutes(services.db),
  )
  return { routes, respondToOptions: createOptionsResponder(services, endpoints) }
}

/** Creates the routes of the tec/v1 API, and the function that answers OPTIONS requests to them. */
export function createTecV1Routes(services: Services): {
  routes: DocumentedRoute[]
  respondToOptions: OptionsResponder<DocumentedRoute>
} {
  const base = 'tec/v1'
  const routes: DocumentedRoute[] = []
  const endpoints = createEndpoints(routes)
  routes.push(
    indexRoute(services, endpoints, base),
    openApiDocumentRoute(services, endpoints, { base, path: '/docs', id: 'readDocument', examples: TEC_V1_EXAMPLES }),
    ...RESOURCES.flatMap((resource) => tecV1RecordRoutes(services, resource)),
  )
  return { routes, respondToOptions: createOptionsResponder(services, endpoints, recordSchemaOf) }
}

/** The schema of the records at an endpoint, which WordPress includes in responses to OPTIONS. */
function recordSchemaOf({ operations: [operation] }: Endpoint): { schema?: object } {
  const schema = responseSchemas(TEC_V1)[operation?.answer.replace('List', '') ?? '']
  return schema ? { schema: publishedSchema(schema) } : {}
}
