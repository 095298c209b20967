import type { Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import type { DocumentExamples } from './document-scope.ts'
import type { Endpoints } from './endpoints.ts'
import { SHARED_EXAMPLES } from './examples.ts'

interface DocumentAddress extends Pick<DocumentedRoute, 'base' | 'path' | 'id'> {
  examples?: DocumentExamples
}

/**
 * The route that returns the OpenAPI document. The document is created for each request, which takes a few
 * milliseconds.
 */
export const openApiDocumentRoute = (
  services: Services,
  endpoints: Endpoints,
  { examples = SHARED_EXAMPLES, ...address }: DocumentAddress = { path: '/doc', id: 'readDocument' },
): DocumentedRoute => ({
  ...address,
  methods: ['GET'],
  verb: 'read',
  group: 'site',
  resource: 'site',
  answer: 'Document',
  failures: [],
  ...checkedHandler(services, {
    right: 'anyone',
    async respond({ reply, scope }) {
      // The module is imported at the first request for the OpenAPI document, so that the server starts faster.
      const { buildOpenApiDocument } = await import('./document.ts')
      return sendJson(reply, buildOpenApiDocument({ ...scope, endpoints: endpoints(scope.face), examples }))
    },
  }),
})
