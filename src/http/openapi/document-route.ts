import type { Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import type { Endpoints } from './endpoints.ts'

/** The route that returns the OpenAPI document. Each request creates it anew, which takes a few milliseconds. */
export const openApiDocumentRoute = (services: Services, endpoints: Endpoints): DocumentedRoute => ({
  path: '/doc',
  methods: ['GET'],
  id: 'readDocument',
  verb: 'read',
  group: 'site',
  resource: 'site',
  answer: 'Document',
  failures: [],
  ...checkedHandler(services, {
    right: 'anyone',
    async respond({ reply, scope }) {
      // Imported when the first request arrives, so that the server starts sooner.
      const { buildOpenApiDocument } = await import('./document.ts')
      return sendJson(reply, buildOpenApiDocument({ ...scope, endpoints: endpoints(scope.face) }))
    },
  }),
})
