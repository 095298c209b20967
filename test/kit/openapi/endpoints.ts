import { NATIVE } from '../../../src/core/faces.ts'
import { createApiRoutes } from '../../../src/http/api-routes.ts'
import type { FeedSender } from '../../../src/http/feeds/feed-sender.ts'
import { createEndpoints, type Endpoint } from '../../../src/http/openapi/endpoints.ts'
import type { Services } from '../../../src/http/request/scope.ts'
import type { PictureSizeCache } from '../../../src/media/size-cache.ts'

/** The addresses of the API as the index and the OpenAPI document describe them, without a server. */
export function testEndpoints(face = NATIVE): readonly Endpoint[] {
  const { routes } = createApiRoutes({} as Services, { sizes: {} as PictureSizeCache, feeds: {} as FeedSender })
  return createEndpoints(routes)(face)
}
