import type { Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import type { Endpoints } from './endpoints-of-api.ts'
import { SHARED_EXAMPLES } from './examples-of-shared-routes.ts'
import type { DocumentExamples } from './openapi-document-input-types.ts'

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
  responseSchema: 'Document',
  failures: [],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    async respond({ reply, scope }) {
      // The module is imported at the first request for the OpenAPI document, so that the server starts faster.
      const { buildOpenApiDocument } = await import('./build-openapi-document.ts')
      return sendJson(reply, buildOpenApiDocument({ ...scope, endpoints: endpoints(scope.face), examples }))
    },
  }),
})
