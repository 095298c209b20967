import { NATIVE, TEC_V1 } from '../../../src/core/faces.ts'
import { createApiRoutes, createTecV1Routes } from '../../../src/http/api-routes.ts'
import type { FeedSender } from '../../../src/http/feeds/feed-sender.ts'
import { createEndpointLister, type Endpoint } from '../../../src/http/openapi/endpoints-of-api.ts'
import type { Services } from '../../../src/http/request/create-request-scope.ts'
import type { PictureSizeCache } from '../../../src/media/picture-size-cache.ts'

/** The addresses of the API as the index and the OpenAPI document describe them, without a server. */
export function testEndpoints(face = NATIVE): readonly Endpoint[] {
  const services = {} as Services
  const { routes } =
    face === TEC_V1
      ? createTecV1Routes(services)
      : createApiRoutes(services, {
          sizes: {} as PictureSizeCache,
          feeds: {} as FeedSender,
          uploads: '',
          proxyCount: 0,
        })
  return createEndpointLister(routes)(face)
}
